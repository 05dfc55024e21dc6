/** Reading the options in front of what a wrapper wraps. */
import { type Field, knownPrefix } from "./hole.ts";

/** Which options take a value as a word of their own. */
export interface OptionTable {
  /** Letters of short options. */
  readonly short?: string;
  /** Long options, with their dashes; single-dash words of several letters too. */
  readonly long?: readonly string[];
}

/** One option that was met. */
export interface Option {
  /** `-x` or `--long`, without its value. */
  readonly name: string;
  readonly value: Field | undefined;
}

/** The options that stand at the front, and where they end. */
export interface Options {
  readonly next: number;
  readonly met: readonly Option[];
}

/** Reads options from index `from` on, up to the first word that is none, or past `--`. */
export function readOptions(fields: readonly Field[], from: number, table: OptionTable): Options {
  const met: Option[] = [];
  let at = from;
  while (at < fields.length) {
    const field = fields[at];
    const text = field === undefined ? "" : field.text;
    if (field === undefined || text === "-" || !knownPrefix(text).startsWith("-")) break;
    at++;
    if (text === "--") break;
    const whole = table.long?.includes(text) ?? false;
    if (whole) {
      met.push({ name: text, value: fields[at++] });
    } else if (text.startsWith("--")) {
      const equals = text.indexOf("=");
      if (equals < 0) met.push({ name: text, value: undefined });
      else met.push({ name: text.slice(0, equals), value: { ...field, text: text.slice(equals + 1) } });
    } else at = readCluster(fields, at, field, table.short ?? "", met);
  }
  return { next: at, met };
}

function readCluster(
  fields: readonly Field[],
  next: number,
  field: Field,
  short: string,
  met: Option[],
): number {
  const { text } = field;
  for (let index = 1; index < text.length; index++) {
    const letter = text[index] ?? "";
    if (!short.includes(letter)) {
      met.push({ name: `-${letter}`, value: undefined });
      continue;
    }
    const inline = text.slice(index + 1);
    if (inline !== "") met.push({ name: `-${letter}`, value: { ...field, text: inline } });
    else met.push({ name: `-${letter}`, value: fields[next] });
    return inline === "" ? next + 1 : next;
  }
  return next;
}

/** The value of the last of `names` that was met. */
export function optionValue(options: Options, ...names: readonly string[]): Field | undefined {
  return options.met.findLast(({ name }) => names.includes(name))?.value;
}

/** Whether one of `names` was met. */
export function hasOption(options: Options, ...names: readonly string[]): boolean {
  return options.met.some(({ name }) => names.includes(name));
}
