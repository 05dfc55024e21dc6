/** PowerShell's own commands that start others or change what the session knows. */
import { isAbsolute, resolve } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { withSources } from "./builtins.ts";
import { fileText } from "./files.ts";
import { type Field, isKnown } from "./hole.ts";
import { type Call, emit, fieldOf, type Frame, type Handler, nameOf, type Output, unknown } from "./job.ts";
import { isOpaque, isReadable, joinedText, launchNested, readNested } from "./nested.ts";
import { base64Bytes } from "./output.ts";
import { findVariable, setVariable } from "./scope.ts";
import { parameterText, scalar } from "./variables.ts";

/** The value of a variable of a session, with a hole where it is not known; `written` as in the text. */
export function powershellVariable(frame: Frame, name: string, written: string): string {
  const { scope, job: { surroundings } } = frame;
  const own = findVariable(scope, `powershell ${name}`);
  if (own !== null && own !== undefined) return scalar(own.value);
  if (name === "home" || name === "env:userprofile" || name === "env:home") {
    return surroundings.home ?? unknown(frame, written, { nonEmpty: true });
  }
  if (name === "pwd") return scope.cwd ?? unknown(frame, written, { nonEmpty: true });
  if (name === "null") return "";
  if (name === "true" || name === "false") return written;
  if (name.startsWith("env:")) {
    const variable = written.replace(/^\$\{?env:|\}$/gi, "");
    return surroundings.env(variable) ?? surroundings.env(variable.toUpperCase()) ??
      scalar(parameterText(frame, variable));
  }
  const piped = name === "_" || name === "psitem";
  return unknown(frame, written, piped ? { nonEmpty: true, from: frame.pipedFrom } : { maybeEmpty: true });
}

/** Sets a variable of the session, or with `env:` one of the environment. */
export function setPowershellVariable(frame: Frame, name: string, text: string): void {
  setVariable(frame.scope, `powershell ${name.replace(/^(?:global|script|local|private|using):/, "")}`, text);
  if (name.startsWith("env:")) setVariable(frame.scope, name.slice(4).toUpperCase(), text, true);
}

const CMDLETS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...names("invoke-expression iex", invokeExpression),
  ...names("set-location cd sl chdir push-location pushd", setLocation),
  ...names("pop-location popd", popLocation),
  ...names("start-process saps start", startProcess),
  ...names("write-output echo write-host", writeOutput),
  ...names("set-alias new-alias sal nal", setAlias),
  ...names("invoke-command icm", invokeText),
  ...names("exit return", (frame, call, name) => meet(frame, call, name)),
]);

function names(text: string, handler: Handler): [string, Handler][] {
  return text.split(" ").map((name) => [name, handler]);
}

/** Starts a command of a PowerShell line: a cmdlet, a function of the line, or a program. */
export function launchCmdlet(frame: Frame, call: Call): Output {
  const first = call.fields[0];
  const name = first === undefined ? undefined : nameOf(first.text, "windows");
  if (first === undefined || name === undefined) {
    // `& $script`, `& { … }`: the block has been read where it stands.
    if (first !== undefined && !first.raw.startsWith("{")) emit(frame, call);
    return undefined;
  }
  if (first.raw.startsWith("{")) return undefined;
  const alias = findVariable(frame.scope, `powershell alias ${name}`)?.value;
  if (typeof alias === "string" && !frame.calling.includes(`alias ${name}`)) {
    const fields = [{ ...first, text: alias }, ...call.fields.slice(1)];
    const changes = { calling: [...frame.calling, `alias ${name}`] };
    return launchNested(frame, call, fields, { via: `alias ${name}`, changes });
  }
  const body = findVariable(frame.scope, `powershell function ${name}`)?.value;
  if (typeof body === "string" && !frame.calling.includes(`function ${name}`)) {
    const changes = { calling: [...frame.calling, `function ${name}`] };
    const [only, ...more] = call.fields.slice(1);
    if (only !== undefined && more.length === 0) setPowershellVariable(frame, "args", only.text);
    return readNested(frame, call, body, first, { via: `function ${name}`, language: "powershell", changes });
  }
  const handler = CMDLETS.get(name);
  return handler === undefined ? frame.job.launch(frame, call) : handler(frame, call, name);
}

function meet(frame: Frame, call: Call, _name: string): Output {
  emit(frame, call);
  return undefined;
}

/** The first argument that is no parameter, or the value of the parameter `name`. */
function argument(call: Call, name: RegExp): Field | undefined {
  const args = call.fields.slice(1);
  const named = args.findIndex((field) => name.test(field.raw));
  return named >= 0 ? args[named + 1] : args.find((field) => !/^-[A-Za-z]/.test(field.raw));
}

function invokeExpression(frame: Frame, call: Call, name: string): Output {
  const given = argument(call, /^-c(?:ommand)?$/i);
  const text = given?.text ?? frame.stdin;
  if (text === undefined || !isReadable(text)) meet(frame, call, name);
  if (text === undefined || isOpaque(text)) return undefined;
  return readNested(frame, call, text, given, { via: name, language: "powershell" });
}

function setLocation(frame: Frame, call: Call, name: string): Output {
  meet(frame, call, name);
  const { scope, job: { surroundings } } = frame;
  const target = argument(call, /^-(?:literalpath|path)$/i);
  if (name.startsWith("push")) scope.folders = [scope.cwd, ...scope.folders];
  if (target === undefined) return "";
  scope.cwd = windowsFolder(scope.cwd, target.text, surroundings.os);
  return "";
}

/** The folder that `path` leads to from `folder`; a drive letter makes it a Windows path wherever we run. */
export function windowsFolder(folder: string | undefined, path: string, os: Os): string | undefined {
  if (!isKnown(path)) return undefined;
  const rules = /^(?:[A-Za-z]:|\\\\)/.test(path) || /^[A-Za-z]:/.test(folder ?? "") ? "windows" : os;
  if (folder === undefined && !isAbsolute(path, rules)) return undefined;
  return resolve(folder ?? "", path, rules);
}

function popLocation(frame: Frame, call: Call, name: string): Output {
  meet(frame, call, name);
  const [top, ...rest] = frame.scope.folders;
  frame.scope.cwd = top;
  frame.scope.folders = rest;
  return "";
}

function writeOutput(frame: Frame, call: Call, name: string): Output {
  meet(frame, call, name);
  return `${joinedText(call.fields.slice(1).filter((field) => !/^-[A-Za-z]/.test(field.raw)))}\n`;
}

function setAlias(frame: Frame, call: Call, name: string): Output {
  meet(frame, call, name);
  const plain = call.fields.slice(1).filter((field) => !/^-[A-Za-z]/.test(field.raw));
  const [alias, value] = plain;
  if (alias !== undefined && value !== undefined) {
    setVariable(frame.scope, `powershell alias ${alias.text.toLowerCase()}`, value.text);
  }
  return "";
}

/** Script blocks are read where they stand; this is met for its other arguments. */
function invokeText(frame: Frame, call: Call, name: string): Output {
  return meet(frame, call, name);
}

/** `Start-Process program -ArgumentList …`: both are met. */
function startProcess(frame: Frame, call: Call, name: string): Output {
  meet(frame, call, name);
  const file = argument(call, /^-(?:filepath|file)$/i);
  if (file === undefined) return undefined;
  const at = call.fields.findIndex((field) => /^-(?:argumentlist|args|arguments)$/i.test(field.raw));
  const from = at >= 0 ? at + 1 : call.fields.indexOf(file) + 1;
  const rest = call.fields.slice(from);
  const end = rest.findIndex((field) =>
    /^-(?:verb|wait|nonewwindow|workingdirectory|windowstyle|passthru|credential)$/i.test(field.raw)
  );
  const args = end < 0 ? rest : rest.slice(0, end);
  const words = args.flatMap((field) => args.length === 1 ? splitWords(field) : [field]);
  return launchNested(
    { ...frame, background: true },
    call,
    [file, ...words],
    { via: name, process: true },
    [],
  );
}

function splitWords(field: Field): Field[] {
  return (field.text.match(/"[^"]*"|\S+/g) ?? []).map((text) => ({
    ...field,
    text: text.replaceAll('"', ""),
    raw: text,
  }));
}

// ------------------------------------------------------------------------------------ as a program itself

/** Options of `powershell` and `pwsh` with a value as a word of its own, by how they may be shortened. */
const VALUED =
  /^[-/](?:ex(?:ecutionpolicy)?|ep|w(?:indowstyle)?|wd|workingdirectory|v(?:ersion)?|inp(?:utformat)?|if|o(?:utputformat)?|of|config(?:urationname)?|custompipename|settings(?:file)?|psconsolefile)$/i;
const COMMAND = /^[-/]c(?:o(?:m(?:m(?:a(?:n(?:d)?)?)?)?)?)?$/i;
const ENCODED = /^[-/](?:e|ec|en|enc(?:o(?:d(?:e(?:d(?:c(?:o(?:m(?:m(?:a(?:n(?:d)?)?)?)?)?)?)?)?)?)?)?)$/i;
const FILE = /^[-/]f(?:i(?:l(?:e)?)?)?$/i;

/** `powershell -Command …`, `-EncodedCommand …`, a script on standard input. */
export function powershellHandler(other: Handler): Handler {
  return (frame, call, name) => {
    const { fields } = call;
    let at = 1;
    for (; at < fields.length; at++) {
      const text = fields[at]?.text ?? "";
      const rest = fields.slice(at + 1);
      if (COMMAND.test(text)) return runText(frame, call, name, rest, "-Command", other);
      if (ENCODED.test(text)) return runEncoded(frame, call, name, rest[0], other);
      if (FILE.test(text)) return runScript(frame, call, name, rest[0], other);
      if (VALUED.test(text)) at++;
      else if (!/^[-/][A-Za-z]/.test(text)) break;
    }
    const file = fields[at];
    if (file === undefined) return runInput(frame, call, name, other);
    if (file.text === "-") return runInput(frame, call, name, other);
    if (/\.ps1$/i.test(file.text)) return runScript(frame, call, name, file, other);
    return runText(frame, call, name, fields.slice(at), "-Command", other);
  };
}

function runText(
  frame: Frame,
  call: Call,
  name: string,
  words: readonly Field[],
  option: string,
  other: Handler,
): Output {
  if (words[0]?.text === "-") return runInput(frame, call, name, other);
  const text = joinedText(words);
  // From within PowerShell a block is an argument, and has been read as such.
  if (words[0]?.raw.startsWith("{")) return undefined;
  if (words.length === 0 || !isReadable(text)) other(frame, call, name);
  if (words.length === 0 || isOpaque(text)) return undefined;
  return readNested(frame, call, text, words[0], {
    via: `${name} ${option}`,
    process: true,
    language: "powershell",
  });
}

function runEncoded(frame: Frame, call: Call, name: string, word: Field | undefined, other: Handler): Output {
  const bytes = word !== undefined && isKnown(word.text) ? base64Bytes(word.text) : undefined;
  if (bytes === undefined) return other(frame, call, name);
  const text = new TextDecoder("utf-16le").decode(bytes);
  return readNested(frame, call, text, word, {
    via: `${name} -EncodedCommand`,
    process: true,
    language: "powershell",
  });
}

function runScript(frame: Frame, call: Call, name: string, file: Field | undefined, other: Handler): Output {
  const text = file === undefined ? undefined : fileText(frame, file.text);
  if (!isReadable(text)) return other(frame, withSources(frame, call, file, text), name);
  return readNested(frame, call, text, file, { via: name, process: true, language: "powershell" });
}

function runInput(frame: Frame, call: Call, name: string, other: Handler): Output {
  if (!isReadable(frame.stdin)) return other(frame, call, name);
  const inner = { ...frame, stdin: undefined };
  return readNested(inner, call, frame.stdin, fieldOf("", call), {
    via: name,
    process: true,
    language: "powershell",
  });
}
