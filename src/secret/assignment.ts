/** Finds secrets by the name before them: `password=…`, `"token": "…"`, `--api-key …`, `Authorization: Bearer …`. */
import { isSecretName } from "./name.ts";
import type { Level, Secret } from "./secret.ts";
import { isFiller, isOpaque, isReference, judgeValue } from "./value.ts";

/** A part of every name that may promise a secret. */
const STEM = /pass|pwd|secret|token|key|cred|auth|cookie|sess|pat(?![a-z])/gi;
/** No name and no value is longer than this; what is longer is data. */
const LONGEST_NAME = 80;
const LONGEST_VALUE = 600;
/**
 * Between a name and its value: the quote that ends the name, the sign, and the type of a declaration. No `==`, no
 * `::`. Behind an option, a blank will do, or the quotes and the comma of a list of arguments.
 */
const SIGN =
  /\\{0,2}["'`]?\]?[ \t]{0,12}(?:=>|:=|\?=|[=:](?![=:~]))(?:[ \t]{0,12}[A-Za-z_][\w<>|.[\]]{0,40}[ \t]{0,4}=(?=[ \t]{0,12}["'`]))?[ \t]{0,12}/y;
const AFTER_OPTION = /(?:["'],[ \t\n]{0,20}(?=["'])|[ \t]{1,8})/y;
const OPEN_QUOTE = /(?:[fFrRbBuU@$]{0,2})(\\{0,2}(["'`])(?:\2\2)?)/y;
const UNQUOTED = /[^\s"'`,;&|<>(){}[\]\\]{1,600}/y;
const HEADER_VALUE =
  /(?:(?:Bearer|Basic|Token|ApiKey|Api-Key|Bot|SSWS|GenieKey|OAuth|Key)[ \t]{1,4})?([^\s"'`\\,]{1,4096})/iy;
const COOKIE = /([\w.$-]{1,80})=([^;\s"'`\\]{1,4096})/y;

/** Every value that stands behind a secret's name. */
export function findAssignments(text: string): Secret[] {
  const found: Secret[] = [];
  const names = new Map<string, boolean>();
  const promises = (name: string): boolean => {
    const known = names.get(name) ?? isSecretName(name);
    if (names.size < 500) names.set(name, known);
    return known;
  };
  let from = 0;
  STEM.lastIndex = 0;
  for (let stem = STEM.exec(text); stem !== null; stem = STEM.exec(text)) {
    const start = nameStart(text, stem.index, from);
    const end = nameEnd(text, stem.index + stem[0].length);
    from = end;
    if (end - start <= LONGEST_NAME) {
      const { secrets, end: next } = behind(text, { name: text.slice(start, end), start, end }, promises);
      found.push(...secrets);
      from = next;
    }
    STEM.lastIndex = from;
  }
  return found;
}

function nameStart(text: string, at: number, from: number): number {
  while (at > from && isNameUnit(text.charCodeAt(at - 1))) at--;
  return at;
}

function nameEnd(text: string, at: number): number {
  while (at < text.length && isNameUnit(text.charCodeAt(at))) at++;
  return at;
}

function isNameUnit(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f ||
    unit === 0x2d;
}

interface Name {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The secrets behind a name, and where looking goes on. */
interface Behind {
  readonly secrets: readonly Secret[];
  readonly end: number;
}

function behind(text: string, { name, start, end }: Name, promises: (name: string) => boolean): Behind {
  const nothing: Behind = { secrets: [], end };
  const sign = match(SIGN, text, end)?.[0];
  const option = name.startsWith("-");
  if (sign === undefined && !option && !isElement(text, start, end) && !isSet(text, { name, start, end })) {
    return nothing;
  }
  const lower = name.toLowerCase();
  if (!promises(name)) {
    return sign === undefined ? nothing : special(text, lower, end + sign.length) ?? nothing;
  }
  const gap = sign ?? (isElement(text, start, end) ? ">" : match(AFTER_OPTION, text, end)?.[0]);
  const value = gap === undefined ? undefined : valueAt(text, end + gap.length);
  if (value === undefined) return nothing;
  // What is no secret is looked into, unless it is long: a text of such signs only must not cost its square.
  const unfruitful = value.quoted || value.text.length < 40 ? nothing : { secrets: [], end: value.end };
  // Behind a blank, an ordinary word goes on with the sentence, and an option is the next one.
  if (sign === undefined && (value.text.startsWith("-") || !value.quoted && !/[^a-z]/.test(value.text))) {
    return unfruitful;
  }
  const level = judgeValue({
    value: value.text,
    quoted: value.quoted,
    tight: sign === undefined || sign === "=" && !isArgument(text, start),
    next: text[value.end] ?? "",
    name,
  });
  if (level === undefined) return unfruitful;
  return { secrets: [{ kind: kindOf(lower), level, start: value.start, end: value.end }], end: value.end };
}

/** `<password>…</password>` */
function isElement(text: string, start: number, end: number): boolean {
  return text[start - 1] === "<" && text[end] === ">";
}

/** In `f(token=t)` the sign is tight, but the value is a name. */
function isArgument(text: string, start: number): boolean {
  const before = text[start - 1];
  return before === "(" || before === "," || (before === " " && text[start - 2] === ",");
}

/** Names with a form of their own behind them. */
function special(text: string, name: string, at: number): Behind | undefined {
  const secrets = name.endsWith("authorization")
    ? header(text, at)
    : name === "cookie" || name === "set-cookie"
    ? cookies(text, at)
    : name === "auth"
    ? dockerAuth(text, at)
    : [];
  return secrets.length === 0 ? undefined : { secrets, end: secrets.at(-1)!.end };
}

/** Commands and languages that put a blank between a name and its value. */
function isSet(text: string, { name, start, end }: Name): boolean {
  const unit = text[end];
  if (unit !== " " && unit !== "\t" && unit !== "'") return false;
  if (name.length >= 8 && /password$/i.test(name) && /^'?\s{1,3}'/.test(text.slice(end, end + 5))) {
    return true;
  }
  const before = text.slice(Math.max(0, start - 60), start);
  if (before.includes("login") && /\blogin\s+\S{1,40}\s+$/.test(before)) return true;
  return before.includes(" set ") &&
    /\b(?:config|configure|secret|variable) set (?:\S{1,50} )?["']?(?:\/\/\S{1,60}:)?$/.test(before);
}

function kindOf(name: string): string {
  if (/pass|pwd/.test(name)) return "password";
  if (/token|pat$/.test(name)) return "token";
  return /sess/.test(name) ? "session id" : "secret value";
}

/** The value that starts at `at`: in quotes, in escaped quotes, or up to the next sign of the language around it. */
function valueAt(
  text: string,
  at: number,
): { text: string; start: number; end: number; quoted: boolean } | undefined {
  const open = match(OPEN_QUOTE, text, at);
  if (open === null) {
    const value = match(UNQUOTED, text, at)?.[0].replace(/[.:!?]+$/, "");
    return value === undefined || value === ""
      ? undefined
      : { text: value, start: at, end: at + value.length, quoted: false };
  }
  const start = at + open[0].length;
  const quote = open[1]!;
  const room = text.slice(start, start + LONGEST_VALUE);
  const length = room.indexOf(quote);
  if (length <= 0) return undefined;
  const line = quote.length > 1 ? undefined : room.slice(0, length).split("\n", 1)[0];
  const value = line ?? room.slice(0, length);
  return value === "" ? undefined : { text: value, start, end: start + value.length, quoted: true };
}

function header(text: string, at: number): Secret[] {
  const quote = match(/\\{0,2}["'`]/y, text, at)?.[0].length ?? 0;
  const found = match(HEADER_VALUE, text, at + quote);
  const value = found?.[1];
  if (found === null || value === undefined || isReference(value) || isFiller(value) || value.length < 4) {
    return [];
  }
  const end = at + quote + found[0].length;
  const schemed = found[0].length > value.length;
  // Without a scheme it may be any expression of a language.
  if (!schemed && !isOpaque(value)) return [];
  return [{
    kind: "Authorization header",
    level: value.length >= 16 && isOpaque(value) ? "likely" : "weak",
    start: end - value.length,
    end,
  }];
}

function cookies(text: string, at: number): Secret[] {
  const found: Secret[] = [];
  at += match(/\\{0,2}["'`]/y, text, at)?.[0].length ?? 0;
  for (let cookie = match(COOKIE, text, at); cookie !== null; cookie = match(COOKIE, text, at)) {
    const value = cookie[2]!;
    const end = at + cookie[0].length;
    if (
      value.length >= 4 && !isReference(value) && !isFiller(value) &&
      !/^(?:path|domain|expires|max-age|samesite)$/i.test(cookie[1]!)
    ) {
      const level: Level =
        /sess|sid|auth|token|jwt/i.test(cookie[1]!) && isOpaque(value) && value.length >= 16
          ? "likely"
          : "weak";
      found.push({ kind: "cookie", level, start: end - value.length, end });
    }
    at = end + (match(/;?[ \t]{0,4}/y, text, end)?.[0].length ?? 0);
    if (at === end) break;
  }
  return found;
}

/** `"auth": "dXNlcjpwYXNz"`, as a container registry's login is kept. */
function dockerAuth(text: string, at: number): Secret[] {
  const value = valueAt(text, at);
  if (value === undefined || !value.quoted || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value.text)) return [];
  const level = judgeValue({ value: value.text, quoted: true, tight: true, next: "", name: "auth" });
  return level === undefined ? [] : [{ kind: "registry login", level, start: value.start, end: value.end }];
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
