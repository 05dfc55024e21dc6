/** `${…}`: what can be said of its result without running anything. */
import type { ParameterExpansionPart, Word } from "unbash";
import { holesIn, isKnown, knownPrefix, withoutHoles } from "./hole.ts";
import { type Frame, unknown } from "./job.ts";
import { setVariable } from "./scope.ts";
import { parameter, parameterText, scalar } from "./variables.ts";

/** A text, or the elements of a list. */
export type Expansion = string | { readonly list: readonly string[]; readonly each: boolean };

/** The result of `${…}`; `text` expands an operand, and thereby reads the substitutions in it. */
export function operate(frame: Frame, part: ParameterExpansionPart, text: (word: Word) => string): Expansion {
  const { operation, index } = part;
  const label = part.text.slice(0, 80);
  if (part.prefix === "!") return indirect(frame, part, label);
  const name = part.parameter;
  const every = index?.text === "@" || index?.text === "*" || name === "@" || name === "*";
  if (part.prefix === "#") return lengthOf(frame, name, every, label);
  if (every && operation === undefined) {
    const value = parameterText(frame, name);
    return { list: typeof value === "string" ? [value] : value, each: (index?.text ?? name) === "@" };
  }
  const known = every ? undefined : element(frame, name, index, text);
  if (operation === undefined) return known ?? scalar(parameterText(frame, name));
  switch (operation.type) {
    case "Default":
      return withDefault(frame, name, known, operation.operator, text(operation.operand), label);
    case "Remove":
      return removed(frame, known, operation.operator, operation.operand, text(operation.operand), label);
    case "Replace":
      return replaced(frame, known, operation, text(operation.pattern), text(operation.replacement), label);
    case "Slice": {
      const offset = text(operation.offset);
      const length = operation.length === undefined ? undefined : text(operation.length);
      return sliced(frame, known, offset, length, label);
    }
    case "CaseModification":
      if (operation.operand !== undefined) text(operation.operand);
      return cased(frame, known, operation.operator, operation.operand === undefined, label);
    case "Transform":
      text(operation.operand);
      return known !== undefined && isKnown(known) && operation.operand.text === "Q"
        ? known
        : unknown(frame, label);
    default:
      return unknown(frame, label, { maybeEmpty: true });
  }
}

/** The text of a parameter or of one element; undefined: unset as far as known. */
function element(
  frame: Frame,
  name: string,
  index: Word | undefined,
  text: (word: Word) => string,
): string | undefined {
  const value = parameter(frame, name);
  if (index === undefined) {
    return value === undefined && /^[0-9]/.test(name) && frame.scope.positional !== undefined
      ? ""
      : value === undefined
      ? undefined
      : scalar(value);
  }
  const which = text(index);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,6}$/.test(which)) return unknown(frame, `$${name}[]`, { maybeEmpty: true });
  if (typeof value === "string") {
    return Number(which) === 0 ? value : unknown(frame, `$${name}[]`, { maybeEmpty: true });
  }
  return value.at(Number(which)) ?? "";
}

function indirect(frame: Frame, part: ParameterExpansionPart, label: string): string {
  const name = scalar(parameter(frame, part.parameter) ?? "");
  if (part.operation === undefined && /^\w+$/.test(name)) return scalar(parameterText(frame, name));
  return unknown(frame, label, { maybeEmpty: true });
}

function lengthOf(frame: Frame, name: string, every: boolean, label: string): string {
  const value = parameter(frame, name);
  if (every && Array.isArray(value)) return String(value.length);
  const one = value === undefined ? undefined : scalar(value);
  return isKnown(one) ? String(one.length) : unknown(frame, label, { nonEmpty: true });
}

function withDefault(
  frame: Frame,
  name: string,
  value: string | undefined,
  operator: string,
  operand: string,
  label: string,
): string {
  const colon = operator.startsWith(":");
  const empty = value !== undefined && withoutHoles(value) === "";
  const unsure = value !== undefined && empty && value !== "" &&
    holesIn(frame.job.holes, value).every((hole) => !hole.nonEmpty);
  const missing = value === undefined || (colon && value === "");
  switch (operator.replace(":", "")) {
    case "-":
      if (missing) return operand;
      return unsure ? unknown(frame, label, { maybeEmpty: operand === "", nonEmpty: operand !== "" }) : value;
    case "=":
      if (missing) {
        setVariable(frame.scope, name, operand);
        return operand;
      }
      return unsure ? unknown(frame, label, { maybeEmpty: operand === "", nonEmpty: operand !== "" }) : value;
    case "+":
      if (missing) return "";
      return unsure ? unknown(frame, label, { maybeEmpty: true }) : operand;
    default:
      // An empty value ends the script, so that what comes after may rely on it.
      if (missing || unsure) return unknown(frame, label, { nonEmpty: colon, maybeEmpty: !colon });
      return value;
  }
}

function removed(
  frame: Frame,
  value: string | undefined,
  operator: string,
  written: Word,
  pattern: string,
  label: string,
): string {
  const plain = isKnown(pattern) && !(written.parts ?? []).some((part) => part.type.endsWith("Glob"));
  const atEnd = operator.startsWith("%");
  if (isKnown(value) && plain) {
    if (atEnd) return pattern !== "" && value.endsWith(pattern) ? value.slice(0, -pattern.length) : value;
    return value.startsWith(pattern) ? value.slice(pattern.length) : value;
  }
  const expression = isKnown(value) && value.length < 4_096 && isKnown(pattern)
    ? simplePattern(pattern)
    : undefined;
  if (isKnown(value) && expression !== undefined) return cutBy(value, expression, operator);
  const rest = unknown(frame, label, { maybeEmpty: true });
  // What stands before an unknown part stays, unless the pattern takes from the front.
  return atEnd && value !== undefined && !isKnown(value) ? knownPrefix(value) + rest : rest;
}

/** `*` and `?` patterns only; a bracket or an extended pattern stays unknown. */
function simplePattern(pattern: string): RegExp | undefined {
  if (pattern.length > 64 || /[[\]()\\]/.test(pattern) || (pattern.match(/\*/g)?.length ?? 0) > 1) {
    return undefined;
  }
  const source = pattern.replace(/[.+^${}|]/g, "\\$&").replaceAll("*", "[^]*").replaceAll("?", "[^]");
  return new RegExp(`^(?:${source})$`);
}

function cutBy(value: string, expression: RegExp, operator: string): string {
  const lengths = Array.from({ length: value.length + 1 }, (_unused, index) => index);
  const longest = operator.length === 2;
  const order = longest ? lengths.reverse() : lengths;
  for (const length of order) {
    const piece = operator.startsWith("%") ? value.slice(value.length - length) : value.slice(0, length);
    if (!expression.test(piece)) continue;
    return operator.startsWith("%") ? value.slice(0, value.length - length) : value.slice(length);
  }
  return value;
}

function replaced(
  frame: Frame,
  value: string | undefined,
  operation: { readonly operator: string; readonly pattern: Word },
  pattern: string,
  replacement: string,
  label: string,
): string {
  const plain = isKnown(pattern) && pattern !== "" &&
    !(operation.pattern.parts ?? []).some((part) => part.type.endsWith("Glob"));
  if (!isKnown(value) || !plain) return unknown(frame, label, { maybeEmpty: true });
  switch (operation.operator) {
    case "/":
      return value.replace(pattern, () => replacement);
    case "//":
      return value.length > 100_000 ? unknown(frame, label) : value.replaceAll(pattern, () => replacement);
    case "/#":
      return value.startsWith(pattern) ? replacement + value.slice(pattern.length) : value;
    default:
      return value.endsWith(pattern) ? value.slice(0, -pattern.length) + replacement : value;
  }
}

function sliced(
  frame: Frame,
  value: string | undefined,
  offset: string,
  length: string | undefined,
  label: string,
): string {
  const from = Number(offset.trim());
  const count = length === undefined ? undefined : Number(length.trim());
  if (!isKnown(value) || !Number.isInteger(from) || (count !== undefined && !Number.isInteger(count))) {
    return unknown(frame, label, { maybeEmpty: true });
  }
  const begin = from < 0 ? Math.max(0, value.length + from) : from;
  if (count === undefined) return value.slice(begin);
  return count < 0 ? value.slice(begin, count) : value.slice(begin, begin + count);
}

function cased(
  frame: Frame,
  value: string | undefined,
  operator: string,
  whole: boolean,
  label: string,
): string {
  if (!isKnown(value) || !whole) return unknown(frame, label, { maybeEmpty: true });
  const change = (text: string) => operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase();
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}
