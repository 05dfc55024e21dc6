/** Commands that change what the shell itself knows. */
import { resolve } from "../base/path.ts";
import { fileText } from "./files.ts";
import { type Field, holesIn, isKnown } from "./hole.ts";
import { inputText } from "./input.ts";
import { type Call, type Frame, type Handler, type Output, unknown } from "./job.ts";
import { isOpaque, isReadable, joinedText, readNested } from "./nested.ts";
import { declareLocal, layer, setVariable } from "./scope.ts";
import { parameter, scalar } from "./variables.ts";

/** The handlers of built-in commands; `meet` is what is done with a command that only does what it does. */
export function builtins(meet: Handler): [string, Handler][] {
  const after = (change: (frame: Frame, args: readonly Field[], name: string) => void): Handler =>
  (
    frame,
    call,
    name,
  ) => {
    const output = meet(frame, call, name);
    change(frame, call.fields.slice(1), name);
    return output;
  };
  return [
    ["cd", after(changeFolder)],
    ["chdir", after(changeFolder)],
    ["pushd", after(pushFolder)],
    ["popd", after(popFolder)],
    ["export", after((frame, args) => setAssignments(frame, args, true))],
    ["declare", after(declare)],
    ["typeset", after(declare)],
    ["local", after(declare)],
    ["readonly", after((frame, args) => setAssignments(frame, args, false))],
    ["read", after(readVariables)],
    ["mapfile", after(readVariables)],
    ["readarray", after(readVariables)],
    ["getopts", after((frame, args) => forget(frame, args.slice(1)))],
    ["let", after((frame, args) => args.forEach((field) => forgetName(frame, /^\w+/.exec(field.text)?.[0])))],
    ["unset", after(unsetVariables)],
    ["set", after(setOptions)],
    ["shift", after(shiftPositional)],
    ["alias", after(setAliases)],
    ["unalias", after((frame, args) => args.forEach((field) => frame.scope.aliases.set(field.text, "")))],
    ["exit", after((frame) => void (frame.scope.ended = true))],
    ["return", after((frame) => void (frame.scope.ended = true))],
    ["eval", (frame, call, name) => evaluate(frame, call, name, meet)],
    ["source", (frame, call, name) => runFile(frame, call, name, meet)],
    [".", (frame, call, name) => runFile(frame, call, name, meet)],
    ["trap", (frame, call, name) => trap(frame, call, name, meet)],
  ];
}

/** `cd`: the first argument that is no option, else the home folder. */
export function changeFolder(frame: Frame, args: readonly Field[]): void {
  const { scope } = frame;
  const target = args.find(({ text }) => text[0] !== "-" || !/^-(?:[LPe@]+|-)$/.test(text));
  const before = scope.cwd;
  if (target === undefined) moveTo(frame, scalar(parameter(frame, "HOME") ?? unknown(frame, "~")));
  else if (target.text === "-") scope.cwd = scope.oldCwd;
  else moveTo(frame, target.glob ? unknown(frame, target.raw) : target.text);
  scope.oldCwd = before;
}

function moveTo(frame: Frame, path: string): void {
  const { scope, job: { surroundings } } = frame;
  if (!isKnown(path)) scope.cwd = undefined;
  else if (path === "") return;
  else if (scope.cwd !== undefined) scope.cwd = resolve(scope.cwd, path, surroundings.os);
  else scope.cwd = path.startsWith("/") ? resolve("/", path, surroundings.os) : undefined;
}

function pushFolder(frame: Frame, args: readonly Field[]): void {
  const { scope } = frame;
  const target = args.find((field) => !field.text.startsWith("-"));
  const before = scope.cwd;
  if (target === undefined) {
    const [top, ...rest] = scope.folders;
    scope.cwd = top;
    scope.folders = [before, ...rest];
  } else {
    scope.folders = [before, ...scope.folders];
    moveTo(frame, target.text.startsWith("+") ? unknown(frame, target.raw) : target.text);
  }
  scope.oldCwd = before;
}

function popFolder(frame: Frame): void {
  const { scope } = frame;
  const [top, ...rest] = scope.folders;
  scope.oldCwd = scope.cwd;
  scope.cwd = top;
  scope.folders = rest;
}

/** `export A=b`, `declare -x A=b`: sets the variables that the arguments name. */
export function setAssignments(frame: Frame, args: readonly Field[], exported: boolean): void {
  for (const field of args) {
    const match = /^(\w+)(\+?)=([^]*)$/.exec(field.text);
    if (match === null) {
      if (exported && /^\w+$/.test(field.text)) exportName(frame, field.text);
      continue;
    }
    // Arrays are set where they are expanded, element by element.
    if (/^\w+\+?=\(/.test(field.raw)) continue;
    const [, name = "", plus, text = ""] = match;
    setVariable(
      frame.scope,
      name,
      plus === "+" ? scalar(parameter(frame, name) ?? "") + text : text,
      exported,
    );
  }
}

/** `declare` and `local`; within a function the names are its own. */
function declare(frame: Frame, args: readonly Field[]): void {
  const options = args.filter((field) => field.text.startsWith("-")).map((field) => field.text).join("");
  if (!options.includes("g")) {
    declareLocal(frame.scope, args.map((field) => /^\w+/.exec(field.text)?.[0] ?? ""));
  }
  setAssignments(frame, args, options.includes("x"));
}

function exportName(frame: Frame, name: string): void {
  const value = parameter(frame, name);
  if (value !== undefined) setVariable(frame.scope, name, value, true);
}

function readVariables(frame: Frame, args: readonly Field[], name: string): void {
  const names: Field[] = [];
  for (let at = 0; at < args.length; at++) {
    const field = args[at];
    if (field === undefined) continue;
    if (/^-[a-zA-Z]*[dinNptuaCcOs]$/.test(field.text) && !/^-[a-zA-Z]*[as]$/.test(field.text)) at++;
    else if (!field.text.startsWith("-")) names.push(field);
  }
  const target = names.filter((field) => /^\w+$/.test(field.text)).map((field) => field.text);
  if (target.length === 0) target.push(name === "read" ? "REPLY" : "MAPFILE");
  // One variable takes a whole line, so that what is known of the input is known of it.
  target.forEach((variable, index) => {
    const text = target.length === 1 && index === 0 && name === "read"
      ? inputText(frame, `$${variable}`)
      : unknown(frame, `$${variable}`, { maybeEmpty: true });
    setVariable(frame.scope, variable, text);
  });
}

function forget(frame: Frame, args: readonly Field[]): void {
  for (const field of args) forgetName(frame, field.text);
}

function forgetName(frame: Frame, name: string | undefined): void {
  if (name !== undefined && /^\w+$/.test(name)) setVariable(frame.scope, name, unknown(frame, `$${name}`));
}

function unsetVariables(frame: Frame, args: readonly Field[]): void {
  for (const field of args) if (/^\w+$/.test(field.text)) frame.scope.variables.set(field.text, null);
}

/** `set`: options that change what is known, and the positional parameters. */
export function setOptions(frame: Frame, args: readonly Field[]): void {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? "";
    if (text === "--" || !/^[-+]/.test(text)) {
      frame.scope.positional = args.slice(text === "--" ? at + 1 : at).map((field) => field.text);
      return;
    }
    if (/^-\w*u/.test(text)) frame.job.nounset = true;
    if (/^[-+]\w*o$/.test(text)) {
      if (args[++at]?.text === "nounset" && text.startsWith("-")) frame.job.nounset = true;
    }
  }
}

function shiftPositional(frame: Frame, args: readonly Field[]): void {
  const count = args[0] === undefined ? 1 : Number(args[0].text);
  const { positional } = frame.scope;
  frame.scope.positional = Number.isInteger(count) ? positional?.slice(count) : undefined;
}

function setAliases(frame: Frame, args: readonly Field[]): void {
  for (const field of args) {
    const match = /^([^\s=]+)=([^]*)$/.exec(field.text);
    if (match !== null) frame.scope.aliases.set(match[1] ?? "", match[2] ?? "");
  }
}

function evaluate(frame: Frame, call: Call, name: string, meet: Handler): Output {
  const args = call.fields[1]?.text === "--" ? call.fields.slice(2) : call.fields.slice(1);
  const text = joinedText(args);
  if (args.length === 0 || !isReadable(text)) meet(frame, call, name);
  if (isOpaque(text)) return undefined;
  return readNested(frame, call, text, args[0], { via: "eval" });
}

function runFile(frame: Frame, call: Call, name: string, meet: Handler): Output {
  const file = call.fields[1]?.text === "--" ? call.fields[2] : call.fields[1];
  const text = file === undefined ? undefined : fileText(frame, file.text);
  if (file === undefined || !isReadable(text)) {
    return meet(frame, withSources(frame, call, file, text), name);
  }
  return readNested(frame, call, text, file, { via: name });
}

/** `call` with the commands noted that made the script which it runs. */
export function withSources(frame: Frame, call: Call, file: Field | undefined, text: Output): Call {
  if (file === undefined || text === undefined || isKnown(text)) return call;
  const from = holesIn(frame.job.holes, text).flatMap((hole) => hole.from);
  if (from.length === 0) return call;
  return { ...call, fields: call.fields.map((field) => field === file ? { ...field, from } : field) };
}

/** `trap 'commands' EXIT` runs them later, in whatever folder the shell is then. */
function trap(frame: Frame, call: Call, name: string, meet: Handler): Output {
  const action = call.fields[1]?.text === "--" ? call.fields[2] : call.fields[1];
  if (
    action === undefined || call.fields.length < 3 || /^-|^$/.test(action.text) || !isReadable(action.text)
  ) {
    return meet(frame, call, name);
  }
  const scope = layer(frame.scope);
  readNested(frame, call, action.text, action, { via: "trap", changes: { scope, conditional: true } });
  return "";
}
