/** What a prompt is about to do, and how much that is worth telling. */

import { runsOf } from "./runs.ts";

/** The shape of a task. */
export type Intent = "ui" | "feature" | "fix" | "refactor" | "debug" | "explore" | "unknown";

/** How much is told: a touch-up gets little, an exploring question more titles. */
export type Depth = "minimal" | "focused" | "deep";

/** The bounds of a depth. */
export interface Measure {
  /** For bodies, four bytes each. */
  readonly tokens: number;
  readonly bodies: number;
  readonly titles: number;
}

/** What each depth allows. */
export const MEASURES: Readonly<Record<Depth, Measure>> = {
  minimal: { tokens: 400, bodies: 2, titles: 3 },
  focused: { tokens: 1_000, bodies: 5, titles: 5 },
  deep: { tokens: 1_500, bodies: 6, titles: 12 },
};

/** What tells an intent: beginnings of words, whole words, and phrases, in English and Spanish. */
interface Sign {
  readonly intent: Intent;
  readonly stems: readonly string[];
  readonly words: readonly string[];
  readonly phrases: readonly string[];
}

/** In the order in which they are asked. Words and no patterns: every prompt passes here, and patterns are slow to make. */
const SIGNS: readonly Sign[] = [
  sign(
    "explore",
    "explain explor understand summari onboard explica entend entiend resum arquitectura",
    "overview architecture tour",
    "how does|how do|how is|how are|what is|what are|what does|where is|where are|where do|walk me|como funciona|como esta|" +
      "como es|que es|que hace|donde esta|donde se",
  ),
  sign(
    "ui",
    "style styling colour color icon pixel estilo boton",
    "ui ux css padding margin font fonts button buttons layout hover spacing diseno margen fuente",
    "dark mode",
  ),
  sign(
    "debug",
    "debug investigat diagnos depura investiga",
    "stacktrace",
    "stack trace|root cause|why does|why is|why do|why are|por que",
  ),
  sign(
    "fix",
    "fix fail error crash regression repair arregl corrig correg fallo falla averia",
    "bug bugs broken break breaks wrong roto rota",
    "",
  ),
  sign(
    "refactor",
    "refactor restructur renam extract split simplif migrat reestructur renombra extrae limpi migra",
    "move moving cleanup mueve mover",
    "clean up",
  ),
  sign("feature", "add implement creat build support introduc anad agreg crea construy nuev", "new", ""),
];

function sign(intent: Intent, stems: string, words: string, phrases: string): Sign {
  const list = (text: string, mark: string): string[] => text.split(mark).filter((one) => one !== "");
  return { intent, stems: list(stems, " "), words: list(words, " "), phrases: list(phrases, "|") };
}

const DEPTHS: Readonly<Record<Intent, Depth>> = {
  ui: "minimal",
  feature: "focused",
  fix: "focused",
  refactor: "focused",
  debug: "deep",
  explore: "deep",
  unknown: "focused",
};

/** The intent of `prompt` by its words; the first kind that has one of its signs. */
export function intentOf(prompt: string): Intent {
  const words = runsOf(prompt.slice(0, 2_000));
  const text = ` ${words.join(" ")} `;
  const found = SIGNS.find((sign) =>
    sign.phrases.some((phrase) => text.includes(` ${phrase} `)) ||
    words.some((word) => sign.words.includes(word) || sign.stems.some((stem) => word.startsWith(stem)))
  );
  return found?.intent ?? "unknown";
}

/** How deep an intent goes. */
export function depthOf(intent: Intent): Depth {
  return DEPTHS[intent];
}
