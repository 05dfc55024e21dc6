/** From the words of a command to the commands that really run. */
import { builtins } from "./builtins.ts";
import { fileText } from "./files.ts";
import { type Field, isHole, startsUnknown } from "./hole.ts";
import { type Call, deeper, emit, fieldOf, type Frame, type Handler, nameOf, type Output } from "./job.ts";
import { launchNested, openFiles } from "./nested.ts";
import { outputOf } from "./output.ts";
import { commit, findFunction, type FunctionBody, layer } from "./scope.ts";

/** What only a POSIX shell does itself. */
const BUILTINS: ReadonlyMap<string, Handler> = new Map<string, Handler>(builtins(meet));

/** The commands that a shell does itself, for the test that compares them with what the simple reader leaves alone. */
export function builtinNames(): string[] {
  return [...BUILTINS.keys()];
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
  const handler = (posix ? BUILTINS.get(name) : undefined) ?? frame.job.handlerOf(name) ?? meet;
  return handler(frame, call, name);
}

/** `./s.sh`, a file that the line itself has written: as its first line says, else as a shell script. */
function runWritten(frame: Frame, call: Call, file: Field, text: string): Output {
  const interpreter = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text);
  const named = /(?:^|\/)env$/.test(interpreter?.[1] ?? "") ? interpreter?.[2] : interpreter?.[1];
  const program = fieldOf(named ?? "sh", file);
  return launchNested(frame, call, [program, ...call.fields], { via: file.text, process: true });
}

/** A command that does what it does itself. */
export function meet(frame: Frame, call: Call, name: string): Output {
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
