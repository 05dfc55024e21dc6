/** From the words of a command to the commands that really run. */
import { builtins } from "./builtins.ts";
import { cmdHandler } from "./cmd.ts";
import { powershellHandler } from "./cmdlets.ts";
import { gitHandler } from "./git.ts";
import { fileText } from "./files.ts";
import { type Field, isHole, startsUnknown } from "./hole.ts";
import { awkHandler, interpreterOf, runInterpreter } from "./interpreters.ts";
import { type Call, deeper, emit, fieldOf, type Frame, nameOf, type Output } from "./job.ts";
import { launchNested, openFiles } from "./nested.ts";
import { outputOf } from "./output.ts";
import { remoteHandlers } from "./remote.ts";
import { commit, findFunction, type FunctionBody, layer } from "./scope.ts";
import { searchHandlers } from "./search.ts";
import { shellHandler, SHELLS } from "./shells.ts";
import { envHandler, wrapperHandler } from "./wrap.ts";
import { WRAPPERS } from "./wrappers.ts";

/** What becomes of a command whose program is known by name. */
export type Handler = (frame: Frame, call: Call, name: string) => Output;

/** What only a POSIX shell does itself. */
const BUILTINS: ReadonlyMap<string, Handler> = new Map<string, Handler>(builtins(meet));

const PROGRAMS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...WRAPPERS.flatMap((row) => row.names.map((name): [string, Handler] => [name, wrapperHandler(row, meet)])),
  ["env", envHandler(meet)],
  ["genv", envHandler(meet)],
  ["git", gitHandler(meet)],
  ...searchHandlers(meet),
  ...remoteHandlers(meet),
  ...["awk", "gawk", "mawk", "nawk"].map((name): [string, Handler] => [name, awkHandler(meet)]),
  ...["powershell", "pwsh", "powershell_ise"].map((
    name,
  ): [string, Handler] => [name, powershellHandler(meet)]),
  ["cmd", cmdHandler(meet)],
  ...SHELLS.map((name): [string, Handler] => [name, shellHandler(meet)]),
]);

/** The programs that have a handler, for the test that compares them with what `readPlain` leaves alone. */
export function handledPrograms(): string[] {
  return [...BUILTINS.keys(), ...PROGRAMS.keys()];
}

/** Starts a command: a wrapper leads to what it wraps, an interpreter to its program, all others are met. */
export function launch(frame: Frame, call: Call): Output {
  const first = call.fields[0];
  if (first === undefined) {
    emit(frame, call);
    return "";
  }
  const written = first.text.includes("/") ? fileText(frame, first.text) : undefined;
  if (written !== undefined) return runWritten(frame, call, first, written);
  const posix = frame.language === "posix";
  const body = posix ? findFunction(frame.scope, first.text) : undefined;
  if (body !== undefined && !frame.calling.includes(`function ${first.text}`)) {
    return callFunction(frame, call, first.text, body);
  }
  const name = nameOf(first.text, frame.job.surroundings.os);
  if (name === undefined) return launchUnknown(frame, call);
  const handler = (posix ? BUILTINS.get(name) : undefined) ?? PROGRAMS.get(name);
  if (handler !== undefined) return handler(frame, call, name);
  const interpreter = interpreterOf(name);
  return interpreter === undefined
    ? meet(frame, call, name)
    : runInterpreter(frame, call, name, interpreter, meet);
}

/** `./s.sh`, a file that the line itself has written: as its first line says, else as a shell script. */
function runWritten(frame: Frame, call: Call, file: Field, text: string): Output {
  const interpreter = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text);
  const named = /(?:^|\/)env$/.test(interpreter?.[1] ?? "") ? interpreter?.[2] : interpreter?.[1];
  const program = fieldOf(named ?? "sh", file);
  return launchNested(frame, call, [program, ...call.fields], { via: file.text, process: true });
}

/** A command that does what it does itself. */
function meet(frame: Frame, call: Call, name: string): Output {
  const command = emit(frame, call);
  return outputOf(frame, call, name, command);
}

/** `$SUDO rm x`: the program is unknown, and where the variable is empty, or a wrapper, the next word is one. */
function launchUnknown(frame: Frame, call: Call): Output {
  emit(frame, call);
  const [first, second] = call.fields;
  if (first === undefined || second === undefined || !isHole(first.text) || startsUnknown(second.text)) {
    return undefined;
  }
  if (!/^[\w./]+$/.test(second.text) || !first.raw.startsWith("$")) return undefined;
  launchNested({ ...frame, conditional: true }, call, call.fields.slice(1), { via: first.raw }, []);
  return undefined;
}

function callFunction(frame: Frame, call: Call, name: string, body: FunctionBody): Output {
  const { scope } = frame;
  const step = `function ${name}`;
  const inner = deeper(frame, {
    via: [...frame.via, step],
    calling: [...frame.calling, step],
    source: body.source,
    place: body.place,
    inherited: call.assignments.length === 0 ? frame.inherited : [...frame.inherited, ...call.assignments],
  });
  if (inner === undefined) return undefined;
  openFiles(frame, call);
  const locals = new Set<string>();
  const own = { ...layer(scope), locals, positional: call.fields.slice(1).map((field) => field.text) };
  const output = frame.job.walk({ ...inner, scope: own }, body.node);
  commit(scope, { ...own, positional: scope.positional, ended: false }, locals);
  return output;
}
