/** Shells that are given a program: `sh -c`, a script file, standard input. */
import { fileText } from "./files.ts";
import { withSources } from "./builtins.ts";
import type { Field } from "./hole.ts";
import { type Call, type Frame, type Handler, type Output } from "./job.ts";
import { isOpaque, isReadable, readNested } from "./nested.ts";
import { layer } from "./scope.ts";

/** Shells whose programs are read as POSIX or bash. */
export const SHELLS: readonly string[] = [
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "ksh93",
  "mksh",
  "ash",
  "rbash",
  "yash",
  "fish",
  "csh",
  "tcsh",
];

/** Long options with a value as a word of its own. */
const VALUED = new Set(["--rcfile", "--init-file", "--rpath", "--command"]);

interface Program {
  /** The word of `-c`. */
  readonly text: Field | undefined;
  /** The words after the options, or after the text. */
  readonly rest: readonly Field[];
  readonly fromInput: boolean;
}

/** The handler for the shells. */
export function shellHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const program = programOf(call.fields);
    const { text, rest } = program;
    if (text !== undefined) {
      const [zero, ...args] = rest;
      return run(
        frame,
        call,
        name,
        text.text,
        text,
        { via: `${name} -c`, zero: zero?.text ?? name, args },
        meet,
      );
    }
    const file = rest[0];
    if (file !== undefined && !program.fromInput) {
      const content = fileText(frame, file.text);
      if (content === undefined) return meet(frame, call, name);
      const seen = withSources(frame, call, file, content);
      return run(frame, seen, name, content, file, { via: name, zero: file.text, args: rest.slice(1) }, meet);
    }
    if (frame.stdin === undefined) return meet(frame, call, name);
    const quiet = { ...frame, stdin: undefined };
    return run(quiet, call, name, frame.stdin, undefined, { via: name, zero: name, args: rest }, meet);
  };
}

interface Start {
  readonly via: string;
  readonly zero: string;
  readonly args: readonly Field[];
}

function run(
  frame: Frame,
  call: Call,
  name: string,
  text: string,
  at: Field | undefined,
  start: Start,
  meet: Handler,
): Output {
  if (!isReadable(text)) meet(frame, call, name);
  if (isOpaque(text)) return undefined;
  const scope = layer(frame.scope, true);
  scope.positional = start.args.map((field) => field.text);
  scope.zero = start.zero;
  return readNested(frame, call, text, at, { via: start.via, changes: { scope, calling: [] } });
}

function programOf(fields: readonly Field[]): Program {
  let command = false;
  let fromInput = false;
  let at = 1;
  while (at < fields.length) {
    const text = fields[at]?.text ?? "";
    if (text === "--" || text === "-") {
      at++;
      break;
    }
    if (text.startsWith("--")) {
      if (text === "--command") command = true;
      else if (VALUED.has(text)) at++;
      at++;
      continue;
    }
    if (!/^[-+]\w/.test(text)) break;
    at++;
    if (text.startsWith("-") && text.includes("c")) command = true;
    if (text.startsWith("-") && text.includes("s")) fromInput = true;
    // Each of the letters o and O takes a word: `-euo pipefail`.
    at += text.match(/[oO]/g)?.length ?? 0;
  }
  if (!command) return { text: undefined, rest: fields.slice(at), fromInput };
  return { text: fields[at], rest: fields.slice(at + 1), fromInput: false };
}
