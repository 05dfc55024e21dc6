/** Interpreters of other languages that are given a program on the command line. */
import { fileText } from "./files.ts";
import { type Field, isKnown } from "./hole.ts";
import { type Call, emit, fieldOf, type Frame, type Handler, type Output, unknown } from "./job.ts";
import { isReadable, readNested } from "./nested.ts";
import { withSources } from "./builtins.ts";
import { findCalls, type FoundCall, type SnippetLanguage } from "./snippets.ts";

interface Interpreter {
  /** How the names start; a look that costs less than the pattern. */
  readonly starts: readonly string[];
  readonly names: RegExp;
  readonly language: SnippetLanguage;
  /** The option with the program, also at the end of a cluster: `-lane`. */
  readonly option: RegExp;
  /** The sub-command with the program: `deno eval`. */
  readonly verb?: string;
}

const INTERPRETERS: readonly Interpreter[] = [
  { starts: ["py"], names: /^(?:python|pypy)[\d.]*$/, language: "python", option: /^-[A-Za-z]*c$/ },
  {
    starts: ["node", "ts", "bun"],
    names: /^(?:node|nodejs|tsx|ts-node|bun)$/,
    language: "node",
    option: /^(?:-[a-z]*[ep]|--eval|--print)$/,
  },
  { starts: ["deno"], names: /^deno$/, language: "node", option: /^--never$/, verb: "eval" },
  { starts: ["ruby", "jruby"], names: /^(?:ruby|jruby)[\d.]*$/, language: "ruby", option: /^-[a-zA-Z]*e$/ },
  { starts: ["perl"], names: /^perl[\d.]*$/, language: "perl", option: /^-[a-zA-Z0-9]*[eE]$/ },
  { starts: ["php"], names: /^php[\d.]*$/, language: "php", option: /^(?:-r|--run)$/ },
  {
    starts: ["Rscript", "lua", "julia", "groovy", "osascript"],
    names: /^(?:Rscript|lua|luajit|julia|groovy|osascript)[\d.]*$/,
    language: "other",
    option: /^(?:-e|--eval)$/,
  },
];

/** The handler for the program, if it is an interpreter. */
export function interpreterHandler(name: string, meet: Handler): Handler | undefined {
  const row = INTERPRETERS.find(({ starts, names }) =>
    starts.some((start) => name.startsWith(start)) && names.test(name)
  );
  return row === undefined ? undefined : (frame, call) => runInterpreter(frame, call, name, row, meet);
}

/** The interpreter is met itself, and so is what its program is seen to delete or start. */
function runInterpreter(
  frame: Frame,
  call: Call,
  name: string,
  row: Interpreter,
  meet: Handler,
): Output {
  const { fields } = call;
  const programs: { readonly text: string; readonly at: Field | undefined; readonly step: string }[] = [];
  const at = fields.findIndex((field, index) =>
    index > 0 && (row.option.test(field.text) || field.text === row.verb)
  );
  let file: Field | undefined;
  if (at > 0) {
    const rest = fields.slice(at + 1);
    const program = row.verb === undefined ? rest[0] : rest.find((field) => !field.text.startsWith("-"));
    const option = row.verb ??
      (fields[at]?.text.startsWith("--") ? fields[at]?.text : `-${fields[at]?.text.at(-1)}`);
    if (program !== undefined) programs.push({ text: program.text, at: program, step: `${name} ${option}` });
  } else {
    const inline = fields.find((field, index) => index > 0 && inlineProgram(row, field.text) !== undefined);
    file = fields.find((field, index) => index > 0 && !field.text.startsWith("-"));
    if (inline !== undefined) {
      programs.push({ text: inlineProgram(row, inline.text) ?? "", at: inline, step: `${name} -e` });
    } else if (file !== undefined) {
      const text = fileText(frame, file.text);
      if (text !== undefined) programs.push({ text, at: file, step: name });
    } else if (frame.stdin !== undefined) programs.push({ text: frame.stdin, at: undefined, step: name });
  }
  meet(frame, withSources(frame, call, file, programs[0]?.text), name);
  for (const { text, at: word, step } of programs) {
    const calls = findCalls(text, row.language, frame.job.surroundings.home);
    for (const found of calls) runFound(frame, call, found, word ?? fieldOf("", call), step);
  }
  return undefined;
}

/** `--eval=…`, and `-e'…'` written together. */
function inlineProgram(row: Interpreter, text: string): string | undefined {
  const long = /^--(?:eval|print|run)=([^]*)$/.exec(text)?.[1];
  if (long !== undefined) return long;
  return row.language === "python" ? /^-c([^]+)$/.exec(text)?.[1] : undefined;
}

/** A deleting call as the `rm` that it amounts to, a starting call as the command that it starts. */
function runFound(frame: Frame, call: Call, found: FoundCall, at: Field, step: string): void {
  const inner: Frame = { ...frame, via: [...frame.via, step], pipedFrom: [], stdin: undefined };
  const bare: Call = { fields: [], assignments: call.assignments, redirects: [], range: at.range };
  const field = (text: string | undefined): Field =>
    fieldOf(text ?? unknown(frame, found.written, { nonEmpty: true }), at, text ?? found.written);
  const [first] = found.values;
  switch (found.kind) {
    case "delete":
    case "delete-tree": {
      const flags = found.kind === "delete-tree" ? ["-rf"] : [];
      const targets = found.values.length === 0 ? [undefined] : [first];
      emit(inner, {
        ...bare,
        fields: [...["rm", ...flags].map((text) => field(text)), ...targets.map(field)],
      });
      return;
    }
    case "spawn":
      // One string is shell text; a list, or several strings, are the words of a command.
      if (found.values.length > 1 && isKnown(first) && !/\s/.test(first)) {
        frame.job.launch(inner, { ...bare, fields: found.values.map(field) });
        return;
      }
      break;
    case "shell":
      break;
  }
  if (isReadable(first)) {
    readNested(frame, { ...call, redirects: [] }, first, at, { via: step, process: true });
  }
}

/** `awk`: `system("…")`, and commands that it pipes to or from. */
export function awkHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const output = meet(frame, call, name);
    const program = awkProgram(call.fields);
    if (program === undefined) return output;
    const pattern =
      /\bsystem\s*\(\s*"((?:[^"\\]|\\.)*)"([^)]*)|\|&?\s*"((?:[^"\\]|\\.)*)"|"((?:[^"\\]|\\.)*)"\s*\|&?\s*getline/g;
    for (const match of program.text.slice(0, 100_000).matchAll(pattern)) {
      const literal = match[1] ?? match[3] ?? match[4] ?? "";
      const more = (match[2] ?? "").trim();
      const text = literal.replace(/\\(["\\/])/g, "$1") +
        (more === "" ? "" : unknown(frame, more.slice(0, 40)));
      if (isReadable(text)) {
        readNested(frame, { ...call, redirects: [] }, text, program, {
          via: `${name} system()`,
          process: true,
        });
      }
    }
    return output;
  };
}

function awkProgram(fields: readonly Field[]): Field | undefined {
  for (let at = 1; at < fields.length; at++) {
    const text = fields[at]?.text ?? "";
    if (/^-[vF]$/.test(text)) at++;
    else if (text === "-f") return undefined;
    else if (text === "-e" || text === "--source") return fields[at + 1];
    else if (!text.startsWith("-")) return fields[at];
  }
  return undefined;
}
