/** From words as written to fields: quotes, variables, substitutions, splitting. */
import type {
  ArithmeticExpression,
  CommandExpansionPart,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  Script,
  Word,
  WordPart,
} from "unbash";
import { resolve } from "../base/path.ts";
import { expandBraces } from "./braces.ts";
import { type Field, isKnown } from "./hole.ts";
import { commandsSince, deeper, type Frame, giveUp, type Output, rangeAt, tick, unknown } from "./job.ts";
import { operate } from "./operations.ts";
import type { Range } from "./reading.ts";
import { layer, setVariable } from "./scope.ts";
import { parameter, parameterText, scalar } from "./variables.ts";

/** How the tree of a script is read; given by the walker, which itself needs the expansions of this file. */
export interface Walker {
  readonly script: (frame: Frame, script: Script) => Output;
  readonly reparse: (text: string) => Word | undefined;
}

/** The fields under construction. */
interface Builder {
  readonly fields: { text: string; glob: boolean; dynamic: boolean }[];
  text: string;
  glob: boolean;
  dynamic: boolean;
  /** Something is in the field, be it an empty quote. */
  started: boolean;
  readonly split: boolean;
}

/** The fields that `word` becomes as an argument: none, one or several. */
export function expandFields(frame: Frame, word: Word, walker: Walker): Field[] {
  tick(frame.job);
  const range = rangeAt(frame, word.pos, word.end);
  const parts = word.parts;
  if (parts === undefined) {
    const text = tilde(frame, word.text, word.value);
    return [{ text, raw: word.text, glob: false, dynamic: !isKnown(text), range }];
  }
  if (parts.some((part) => part.type === "BraceExpansion")) {
    const words = expandBraces(word.text);
    if (words !== undefined && (words.length !== 1 || words[0] !== word.text)) {
      return words.flatMap((text) => expandPiece(frame, text, range, walker));
    }
    if (words === undefined) {
      return [{ text: unknown(frame, word.text), raw: word.text, glob: false, dynamic: true, range }];
    }
  }
  const builder = start(true);
  addParts(frame, builder, parts, walker);
  finish(builder);
  return builder.fields.map((field) => ({ ...field, raw: word.text, range }));
}

/** One of the words that braces made, which is no longer a piece of the source. */
function expandPiece(frame: Frame, text: string, range: Range, walker: Walker): Field[] {
  tick(frame.job);
  if (text === "") return [];
  const inner = { ...frame, source: text, place: range };
  if (/^[\w./:=,@%+-]*$/.test(text)) return [{ text, raw: text, glob: false, dynamic: false, range }];
  const word = walker.reparse(text);
  if (word === undefined) {
    return [{ text: unknown(frame, text), raw: text, glob: false, dynamic: true, range }];
  }
  const builder = start(true);
  if (word.parts === undefined) {
    return [{ text: tilde(inner, word.text, word.value), raw: text, glob: false, dynamic: false, range }];
  }
  addParts(inner, builder, word.parts, walker);
  finish(builder);
  return builder.fields.map((field) => ({ ...field, raw: text, range }));
}

/** The one field that `word` becomes where nothing is split: assignments, redirects, here-strings. */
export function expandOne(frame: Frame, word: Word, walker: Walker): Field {
  const range = rangeAt(frame, word.pos, word.end);
  const parts = word.parts;
  if (parts === undefined) {
    const text = tilde(frame, word.text, word.value);
    return { text, raw: word.text, glob: false, dynamic: !isKnown(text), range };
  }
  const builder = start(false);
  addParts(frame, builder, parts, walker);
  return { text: builder.text, raw: word.text, glob: builder.glob, dynamic: builder.dynamic, range };
}

/** The text of a here-document, in which quotes mean nothing. */
export function expandBody(frame: Frame, parts: readonly WordPart[], walker: Walker): string {
  const builder = start(false);
  for (const part of parts) addPart(frame, builder, part, true, walker);
  return builder.text;
}

/** Reads the substitutions in an arithmetic expression. */
export function visitArithmetic(frame: Frame, root: ArithmeticExpression | undefined, walker: Walker): void {
  const open: (ArithmeticExpression | undefined)[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (node === undefined) continue;
    tick(frame.job);
    switch (node.type) {
      case "ArithmeticBinary":
        if (/^(?:<<|>>|[-+*/%&^|])?=$/.test(node.operator)) forgetNumber(frame, node.left);
        open.push(node.right, node.left);
        break;
      case "ArithmeticUnary":
        if (node.operator === "++" || node.operator === "--") forgetNumber(frame, node.operand);
        open.push(node.operand);
        break;
      case "ArithmeticTernary":
        open.push(node.alternate, node.consequent, node.test);
        break;
      case "ArithmeticGroup":
        open.push(node.expression);
        break;
      case "ArithmeticCommandExpansion":
        if (node.script !== undefined) substitute(frame, node.script, node, "$( )", walker);
        break;
      case "ArithmeticWord":
        for (const part of node.parts ?? []) addPart(frame, start(false), part, true, walker);
        break;
    }
  }
}

function forgetNumber(frame: Frame, node: ArithmeticExpression): void {
  if (node.type !== "ArithmeticWord" || !/^[A-Za-z_]\w*$/.test(node.value)) return;
  setVariable(frame.scope, node.value, unknown(frame, `$${node.value}`, { nonEmpty: true }));
}

function start(split: boolean): Builder {
  return { fields: [], text: "", glob: false, dynamic: false, started: false, split };
}

function finish(builder: Builder): void {
  if (builder.started) {
    builder.fields.push({ text: builder.text, glob: builder.glob, dynamic: builder.dynamic });
  }
  builder.text = "";
  builder.glob = false;
  builder.dynamic = false;
  builder.started = false;
}

function add(builder: Builder, text: string): void {
  builder.text += text;
  builder.started = true;
}

/** Adds what came out of an expansion: outside quotes it is split at the separators. */
function addExpanded(frame: Frame, builder: Builder, text: string, quoted: boolean): void {
  builder.dynamic = true;
  if (quoted || !builder.split) {
    builder.text += text;
    if (quoted || text !== "") builder.started = true;
    if (!quoted && hasPattern(text)) builder.glob = true;
    return;
  }
  const separators = separatorsOf(frame);
  if (separators === "") return addPiece(builder, text);
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char !== undefined && !separators.includes(char)) continue;
    if (at > from) addPiece(builder, text.slice(from, at));
    // A separator of visible kind also ends an empty field.
    else if (char !== undefined && char.trim() !== "") builder.started = true;
    if (char !== undefined) {
      finish(builder);
      builder.dynamic = true;
    }
    from = at + 1;
  }
}

function hasPattern(text: string): boolean {
  return text.includes("*") || text.includes("?") || text.includes("[");
}

function addPiece(builder: Builder, text: string): void {
  if (text === "") return;
  builder.text += text;
  builder.started = true;
  if (hasPattern(text)) builder.glob = true;
}

function separatorsOf(frame: Frame): string {
  const value = scalar(parameter(frame, "IFS") ?? " \t\n");
  return isKnown(value) ? value : " \t\n";
}

function addParts(frame: Frame, builder: Builder, parts: readonly WordPart[], walker: Walker): void {
  parts.forEach((part, index) => {
    if (index === 0 && part.type === "Literal" && part.text.startsWith("~")) {
      add(builder, tilde(frame, part.text, part.value, parts.length > 1));
    } else addPart(frame, builder, part, false, walker);
  });
}

function addPart(frame: Frame, builder: Builder, part: WordPart, quoted: boolean, walker: Walker): void {
  switch (part.type) {
    case "Literal":
      // A line that is continued leaves nothing, not even an empty word.
      if (part.value !== "") add(builder, part.value);
      return;
    case "Glob":
      add(builder, part.value);
      builder.glob = true;
      return;
    case "ExtendedGlob":
      add(builder, part.text);
      builder.glob = true;
      return;
    case "SingleQuoted":
    case "AnsiCQuoted":
      add(builder, part.value);
      return;
    case "DoubleQuoted":
    case "LocaleString": {
      const onlyList = part.parts.length === 1 && isList(part.parts[0]);
      if (!onlyList) builder.started = true;
      for (const child of part.parts) addPart(frame, builder, child, true, walker);
      return;
    }
    case "SimpleExpansion":
      addParameter(frame, builder, part.text.slice(1), quoted);
      return;
    case "ParameterExpansion":
      addExpansion(frame, builder, part, quoted, walker);
      return;
    case "CommandExpansion":
      addExpanded(frame, builder, commandOutput(frame, part, walker), quoted);
      return;
    case "ProcessSubstitution":
      add(builder, processFile(frame, part, walker));
      builder.dynamic = true;
      return;
    case "ArithmeticExpansion":
      visitArithmetic(frame, part.expression, walker);
      addExpanded(frame, builder, arithmeticText(frame, part.text), quoted);
      return;
    case "BraceExpansion":
      // Reached only where braces are not expanded: assignments and redirects.
      if (part.parts === undefined) add(builder, part.text);
      else for (const child of part.parts) addPart(frame, builder, child, quoted, walker);
      return;
  }
}

function isList(part: WordPart | undefined): boolean {
  if (part?.type === "SimpleExpansion") return part.text === "$@";
  return part?.type === "ParameterExpansion" && part.operation === undefined && part.prefix === undefined &&
    (part.parameter === "@" || part.index?.text === "@");
}

function addParameter(frame: Frame, builder: Builder, name: string, quoted: boolean): void {
  const value = parameterText(frame, name);
  if (name === "@" || name === "*") {
    addList(frame, builder, value, name === "@", quoted);
    return;
  }
  addExpanded(frame, builder, scalar(value), quoted);
}

/** `"$@"` makes one field per element, `"$*"` one of all, and both split outside quotes. */
function addList(
  frame: Frame,
  builder: Builder,
  value: string | readonly string[],
  each: boolean,
  quoted: boolean,
): void {
  const list = typeof value === "string" ? [value] : value;
  if (quoted && (!each || !builder.split)) {
    addExpanded(frame, builder, list.join(" "), true);
    return;
  }
  list.forEach((text, index) => {
    if (index > 0) finish(builder);
    addExpanded(frame, builder, text, quoted);
  });
  builder.dynamic = true;
}

function addExpansion(
  frame: Frame,
  builder: Builder,
  part: ParameterExpansionPart,
  quoted: boolean,
  walker: Walker,
): void {
  const text = (word: Word) => expandOne(frame, word, walker).text;
  const result = operate(frame, part, text);
  if (typeof result === "string") {
    addExpanded(frame, builder, result, quoted);
    return;
  }
  addList(frame, builder, result.list, result.each, quoted);
}

/** What `$( )` or backticks put in their place. Their commands are read on the way. */
function commandOutput(frame: Frame, part: CommandExpansionPart, walker: Walker): string {
  const from = frame.job.commands.length;
  const output = part.script === undefined ? undefined : substitute(frame, part.script, part, "$( )", walker);
  if (output !== undefined) return output.endsWith("\n") ? output.replace(/\n+$/, "") : output;
  return unknown(frame, part.text.slice(0, 80), { from: commandsSince(frame.job, from) });
}

function processFile(frame: Frame, part: ProcessSubstitutionPart, walker: Walker): string {
  const { job } = frame;
  const from = job.commands.length;
  const output = part.script === undefined
    ? undefined
    : substitute(frame, part.script, part, `${part.operator}( )`, walker);
  const sources = part.operator === "<" ? commandsSince(job, from) : [];
  const file = `/dev/fd/${unknown(frame, part.text.slice(0, 80), { nonEmpty: true, from: sources })}`;
  if (part.operator === "<" && output !== undefined) job.files.set(file, output);
  return file;
}

function substitute(
  frame: Frame,
  script: Script,
  part: { readonly pos: number; readonly end: number },
  step: string,
  walker: Walker,
): Output {
  const inner = deeper(frame, {
    via: [...frame.via, step],
    scope: layer(frame.scope),
    pipedFrom: [],
    stdin: undefined,
    // Escaped backticks are read from a decoded text of their own, to which their positions refer.
    ...(script.source === undefined || script.source === frame.source
      ? {}
      : { source: script.source, place: rangeAt(frame, part.pos, part.end) }),
  });
  return inner === undefined ? undefined : walker.script(inner, script);
}

function arithmeticText(frame: Frame, text: string): string {
  const inner = /^\$\(\((.*)\)\)$/s.exec(text)?.[1]?.trim() ?? "";
  if (/^\d{1,15}$/.test(inner)) return String(Number(inner));
  return unknown(frame, text.slice(0, 80), { nonEmpty: true });
}

/** `~`, `~/x`, `~+`, `~user` at the start of a word; `text` is as written, `value` without escapes. */
function tilde(frame: Frame, text: string, value: string, more = false): string {
  if (!text.startsWith("~")) return value;
  const slash = value.indexOf("/");
  // `~$X` and `~"x"` are not expanded.
  if (slash < 0 && more) return value;
  const who = slash < 0 ? value.slice(1) : value.slice(1, slash);
  return homeOf(frame, who, value.slice(0, slash < 0 ? undefined : slash)) +
    (slash < 0 ? "" : value.slice(slash));
}

function homeOf(frame: Frame, who: string, written: string): string {
  const { scope, job: { surroundings } } = frame;
  const label = written === "" ? "~" : written;
  if (who === "") {
    const home = parameter(frame, "HOME");
    return home === undefined ? unknown(frame, label) : scalar(home);
  }
  if (who === "+") return scope.cwd ?? unknown(frame, label);
  if (who === "-") return scope.oldCwd ?? unknown(frame, label);
  if (!/^[A-Za-z_][\w.-]*$/.test(who)) return written;
  if (surroundings.home !== undefined && who === surroundings.env("USER")) return surroundings.home;
  if (who === "root") return surroundings.os === "darwin" ? "/var/root" : "/root";
  if (surroundings.os === "windows") return unknown(frame, label);
  return resolve(surroundings.os === "darwin" ? "/Users" : "/home", who, surroundings.os);
}

/** Notes what a script could not be parsed as. */
export function noteErrors(frame: Frame, script: Script): void {
  const errors = (script as { readonly errors?: readonly { readonly message: string }[] }).errors;
  const first = errors?.[0];
  if (first === undefined) return;
  giveUp(frame.job, /nesting depth/.test(first.message) ? "nested too deeply" : `syntax: ${first.message}`);
}
