/** The value of a parameter at one point of the line. */
import { type Frame, unknown } from "./job.ts";
import { findVariable } from "./scope.ts";

/** Parameters that are never empty and never known. */
const COMPUTED = new Set([
  "?",
  "$",
  "-",
  "RANDOM",
  "SECONDS",
  "LINENO",
  "UID",
  "EUID",
  "PPID",
  "BASHPID",
  "BASH_VERSION",
  "HOSTNAME",
  "EPOCHSECONDS",
  "BASH_SOURCE",
]);

/** What a parameter holds: one text, or the elements of an array; undefined: it is unset as far as known. */
export type Parameter = string | readonly string[] | undefined;

/** The value of `name`; undefined where neither the line nor the environment sets it. */
export function parameter(frame: Frame, name: string): Parameter {
  const { scope, job: { surroundings } } = frame;
  if (isPositional(name)) return positional(frame, Number(name));
  if (name === "@" || name === "*") return scope.positional;
  if (name === "#") return scope.positional === undefined ? undefined : String(scope.positional.length);
  const variable = findVariable(scope, name);
  if (variable === null) return undefined;
  if (variable !== undefined) return variable.value;
  if (name === "PWD") return scope.cwd ?? unknown(frame, "$PWD", { nonEmpty: true });
  if (name === "OLDPWD" && scope.oldCwd !== undefined) return scope.oldCwd;
  if (name === "HOME") return surroundings.home ?? unknown(frame, "$HOME", { nonEmpty: true });
  if (name === "IFS") return " \t\n";
  if (COMPUTED.has(name)) return unknown(frame, `$${name}`, { nonEmpty: true });
  return surroundings.env(name);
}

/** Whether `name` starts with a digit. */
function isPositional(name: string): boolean {
  const unit = name.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function positional(frame: Frame, index: number): Parameter {
  const { scope } = frame;
  if (index === 0) return scope.zero ?? unknown(frame, "$0", { nonEmpty: true });
  return scope.positional?.[index - 1];
}

/** The value of `name`, with a hole where it is not known. */
export function parameterText(frame: Frame, name: string): string | readonly string[] {
  const value = parameter(frame, name);
  if (value !== undefined) return value;
  const stops = frame.job.nounset && name !== "@" && name !== "*";
  // Where the parameters of the shell are known, one beyond them is empty for certain.
  if (frame.scope.positional !== undefined && isPositional(name)) return "";
  const key = stops ? `${name} set` : name;
  const cached = frame.job.unset.get(key);
  if (cached !== undefined) return cached;
  const text = unknown(frame, `$${name}`, { maybeEmpty: !stops });
  frame.job.unset.set(key, text);
  return text;
}

/** The first element of an array, or the text itself, as the shell does for `$a`. */
export function scalar(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value[0] ?? "";
}
