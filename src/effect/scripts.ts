/**
 * Scripts that a command line starts and that can be read: what they delete counts as if it stood on the line. A
 * script of the project is its own business; that it loses its way out of the project is not.
 */
import { resolve } from "../base/path.ts";
import { readSmall } from "../base/read_small.ts";
import type { ShellLanguage, SimpleCommand } from "../shell/reading.ts";
import { commandEffects } from "./commands.ts";
import type { Effect, Verb } from "./effect.ts";
import type { Sink } from "./invocation.ts";

const LARGEST = 64 * 1024;
const MOST_SCRIPTS = 8;
const TIME = 500;
const SHELLS = new Set("sh bash zsh dash ksh mksh ash rbash source .".split(" "));
/** What is told of a script. */
const TOLD: ReadonlySet<Verb> = new Set<Verb>([
  "delete",
  "overwrite",
  "move",
  "destroy-device",
  "permissions",
  "kill",
]);

/** A script that would run. */
interface Script {
  readonly path: string;
  readonly text: string;
  readonly language: ShellLanguage;
  readonly command: SimpleCommand;
}

/** Adds the effects of the scripts that the sink's reading starts. */
export async function scriptEffects(sink: Sink): Promise<void> {
  const seen = new Set<string>();
  let left = MOST_SCRIPTS;
  for (const command of sink.reading.commands) {
    const script = left > 0 ? scriptOf(command, sink, seen) : undefined;
    if (script === undefined) continue;
    left--;
    seen.add(script.path);
    await addScript(sink, script);
  }
}

/** The name of a script in `command`, as it is written; undefined where it starts none. */
function scriptName({ name, words }: SimpleCommand): string | undefined {
  if (name === undefined || words.length === 0) return undefined;
  const first = words[0]!;
  if (SHELLS.has(name)) {
    const given = words.slice(1).find(({ value, prefix }) =>
      !(value ?? prefix).startsWith("-") && !(value ?? prefix).startsWith("+")
    );
    const told = words.slice(1).some(({ value }) => /^-\w*[cs]$/.test(value ?? ""));
    return told || given?.from !== undefined ? undefined : given?.value;
  }
  if (name === "pwsh" || name === "powershell") {
    const at = words.findIndex(({ value }) => /^-f(?:ile)?$/i.test(value ?? ""));
    return at < 0 ? undefined : words[at + 1]?.value;
  }
  return first.from === undefined && /[/\\]/.test(first.value ?? "") ? first.value : undefined;
}

/** `vim -c '!cmd'`: an editor's way to a shell. */
function editorScript(command: SimpleCommand): Script | undefined {
  if (!/^(?:n?vim?|vimdiff|ex|view|emacs)$/.test(command.name ?? "")) return undefined;
  const texts = command.words.flatMap(({ value }) =>
    /^:?\s*!/.test(value ?? "") ? [value!.replace(/^:?\s*!/, "")] : []
  );
  if (texts.length === 0) return undefined;
  return { path: "the editor", text: texts.join("\n"), language: "posix", command };
}

function scriptOf(command: SimpleCommand, sink: Sink, seen: ReadonlySet<string>): Script | undefined {
  const inEditor = editorScript(command);
  if (inEditor !== undefined) return inEditor;
  const name = scriptName(command);
  if (
    name === undefined || command.cwd === undefined ||
    command.via.some((step) => / (?:run|exec)$|^ssh$/.test(step))
  ) {
    return undefined;
  }
  const path = resolve(command.cwd, name, sink.ground.os);
  if (seen.has(path) || /^\/(?:usr|bin|sbin|opt|nix|etc|dev)\//.test(path)) return undefined;
  const text = readSmall(path, LARGEST);
  if (text === undefined || text.includes("\0")) return undefined;
  if (/\.ps1$/i.test(path)) return { path, text, language: "powershell", command };
  const first = text.slice(0, 80).split("\n", 1)[0] ?? "";
  const shell = SHELLS.has(command.name ?? "")
    ? !first.startsWith("#!") || /sh\b/.test(first)
    : /^#!.*\b(?:ba|z|da|k)?sh\b/.test(first);
  return shell ? { path, text, language: "posix", command } : undefined;
}

async function addScript(sink: Sink, { path, text, language, command }: Script): Promise<void> {
  const { ground } = sink;
  const { readShell } = await import("../shell/read.ts");
  const reading = readShell(text, language, {
    cwd: command.cwd ?? ground.cwd,
    home: ground.home,
    env: ground.env,
    os: ground.os,
    deadline: Date.now() + TIME,
  });
  const inner: Sink & { list: Effect[] } = { list: [], ground, reading };
  commandEffects(inner);
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const effect of inner.list) {
    if (!TOLD.has(effect.verb)) continue;
    sink.list.push({
      ...effect,
      certainty: effect.certainty === "definite" && command.conditional ? "conditional" : effect.certainty,
      what: `${effect.what} in ${name}`,
      rule: `script/${effect.rule}`,
      range: command.range,
    });
  }
}
