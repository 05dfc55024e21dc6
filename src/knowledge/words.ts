/** Text as the words by which it is found: folded, split, without words that say nothing. English and Spanish. */

import { CLASS, LOWER, MARKS, OTHER, stem, UPPER } from "./runs.ts";

/** Words of both languages that are everywhere, and those of prompts that name no topic. */
const STOP_WORDS = new Set(
  ("a about above after again all also am an and any are as at be because been before being below between both but by " +
    "can cannot could did do does doing done down during each else even every few for from further get give go good had has " +
    "have having he her here hers him his how i if in into is it its itself just let like make many may me might more most " +
    "much must my need needs never new no nor not now of off on once one only onto or other our out over own please put " +
    "same say see shall she should show so some still such sure take tell than that the their them then there these they " +
    "thing this those through to too under until up upon us use used uses using very want was way we well were what when " +
    "where which while who whom why will with within without would yes yet you your ok okay let lets hi hello thanks " +
    "a al algo algun alguna ante antes aqui asi aun aunque bien cada como con contra cual cuando cuanto de debe deben decir " +
    "del desde donde dos e el ella ellas ellos en entre era eres es esa ese eso esta estan estar estas este esto estos fue " +
    "gracias ha hace hacer hacia han hasta hay haz hola la las le les lo los mas me mi mis mismo mucho muy nada ni no nos " +
    "nosotros nuestra nuestro o os otra otro para pero poco por porque pues que quien quiero se sea segun ser si sin sobre " +
    "solo son su sus tal tambien tan tanto te tengo tiene tienen toda todas todo todos tras tu tus u un una unas uno unos " +
    "usa usar va vamos vez y ya yo favor puede pueden puedes").split(" "),
);

/** Words that name no topic in a project: they neither make a rule fit nor a memory. */
const GENERIC = new Set(
  ("src app lib apps packages component components file files folder code update add change changes create remove run test " +
    "tests index main project work function class module type ts tsx js jsx py go rs java md json archivo archivos carpeta " +
    "codigo actualiza anade agrega cambia cambio cambios crea quita elimina prueba pruebas funcion clase modulo proyecto")
    .split(" "),
);

const LONGEST_TEXT = 256 * 1024;
const LONGEST_WORD = 40;

/** What became of each run of letters, since a project says the same words again and again; "" for nothing. */
const known = new Map<string, string>();

/** `run` as it is kept; "" where it says nothing. */
function keep(run: string): string {
  const before = known.get(run);
  if (before !== undefined) return before;
  const word = run.toLowerCase();
  const drop = word.length < 2 || word.length > LONGEST_WORD || STOP_WORDS.has(word) ||
    (word.length < 5 && /^\d+$/.test(word));
  const kept = drop ? "" : stem(word);
  if (known.size > 50_000) known.clear();
  known.set(run, kept);
  return kept;
}

/** The words of `text` in order, repeats included. `camelCase` and `snake_case` are split; stop words are left out. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const plain = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  let start = -1;
  let last = OTHER;
  for (let at = 0; at <= plain.length; at++) {
    const code = at < plain.length ? plain.charCodeAt(at) : 32;
    // One letter beyond ASCII, and the text goes the slow way.
    if (code > 127) return slowWords(plain);
    const kind = CLASS[code]!;
    if (start >= 0 && (kind === OTHER || (kind === UPPER && last === LOWER))) {
      const word = keep(plain.slice(start, at));
      if (word !== "") words.push(word);
      start = -1;
    }
    if (start < 0 && kind !== OTHER) start = at;
    last = kind;
  }
  return words;
}

/** As above, for text of any script: accents are dropped, so that `migración` and `migracion` are one. */
function slowWords(text: string): string[] {
  const words: string[] = [];
  // As a literal it would be checked, which is slow, wherever this file is read.
  const runs = new RegExp("[\\p{L}\\p{N}]+", "gu");
  for (const [run] of text.normalize("NFD").replace(MARKS, "").matchAll(runs)) {
    for (const part of /[a-z\d][A-Z]/.test(run) ? run.split(/(?<=[a-z\d])(?=[A-Z])/) : [run]) {
      const word = keep(part);
      if (word !== "") words.push(word);
    }
  }
  return words;
}

/** The different words of `text` that can name a topic. */
export function topicsOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => !GENERIC.has(word)));
}

/** Names of files in `text`: a name, a dot and an extension, with the folders in front of it. */
export function fileNamesIn(text: string): string[] {
  const found = new Set<string>();
  if (!text.includes(".")) return [];
  for (const [name] of text.slice(0, 20_000).matchAll(/[\w@./-]{0,200}[\w-]\.[A-Za-z]\w{0,7}\b/g)) {
    found.add(name.replace(/^(?:\.?\/)+/, ""));
    if (found.size >= 32) break;
  }
  return [...found].sort();
}
