/** The files and folders that a tool call touches, as paths from the root of the project. */
import { isAbsolute, relativeTo, resolve, resolveLinks, withSlashes } from "../base/path.ts";
import { ignoresCase, type Os } from "../base/platform.ts";
import { asString } from "../base/json.ts";
import type { ShellReading, SimpleCommand } from "../shell/reading.ts";
import type { Occasion } from "./occasion.ts";

const MOST_PATHS = 16;
const MOST_WORDS = 60;

/** What a call touches. */
export interface Touched {
  /** Absolute. */
  readonly absolute: readonly string[];
  /** From the root, with `/`; empty for the root itself. */
  readonly paths: readonly string[];
  /** What the call says: paths, new text, the command. */
  readonly text: string;
}

/** What knowledge asks about a call. */
export type TouchingCall = Pick<Occasion, "event" | "os" | "root" | "changes" | "shell">;

/** `path` from the root of the project with `/`; undefined for one that is outside. */
export function fromRoot(path: string, root: string, os: Os): string | undefined {
  const direct = relativeTo(path, root, os) ?? relativeTo(resolveLinks(path, os), root, os);
  return direct === undefined ? undefined : withSlashes(direct, os);
}

/** What the call of `event` touches; undefined for a tool that touches no path. */
export async function touchedBy(call: TouchingCall): Promise<Touched | undefined> {
  const { event, os, root, changes } = call;
  const input = event.toolInput ?? {};
  const absolute: string[] = changes.map((change) => change.absolute);
  let text = changes.map((change) => `${change.absolute}\n${change.text}`).join("\n");
  if (changes.length === 0) {
    const command = asString(input["command"]);
    if (event.toolName === "Bash" || event.toolName === "PowerShell") {
      const reading = await call.shell();
      if (reading === undefined) return undefined;
      absolute.push(...commandPaths(reading, os));
      text = command ?? "";
    } else {
      const named = ["file_path", "notebook_path", "path"].map((key) => asString(input[key])).find((one) =>
        one !== undefined && one !== ""
      );
      const pattern = event.toolName === "Glob" ? literalStart(asString(input["pattern"]) ?? "") : undefined;
      if (named === undefined && pattern === undefined) return undefined;
      const base = resolve(event.cwd, named ?? ".", os);
      absolute.push(pattern === undefined ? base : resolve(base, pattern, os));
      text = [named, asString(input["pattern"])].filter((one) => one !== undefined).join("\n");
    }
  }
  const unique = [...new Set(absolute)].slice(0, MOST_PATHS);
  const paths = unique.map((path) => fromRoot(path, root, os)).filter((path) => path !== undefined);
  return { absolute: unique, paths: [...new Set(paths)], text };
}

/** The folders at the start of a glob that are literal. */
function literalStart(pattern: string): string | undefined {
  const names = pattern.split("/");
  const first = names.findIndex((name) => /[*?[\]{}]/.test(name));
  const literal = (first < 0 ? names : names.slice(0, first)).join("/");
  return literal === "" ? undefined : literal;
}

/** Every path of a command line: of each command its words and redirects that exist, else its working folder. */
export function commandPaths(reading: ShellReading, os: Os): string[] {
  const found: string[] = [];
  let looks = MOST_WORDS;
  for (const command of reading.commands.slice(0, 64)) {
    const { paths, looked } = pathsOf(command, os, looks);
    looks -= looked;
    found.push(...paths);
    // `cd x && make` works in x; a `cd` alone goes there only to come back.
    if (paths.length === 0 && command.cwd !== undefined && command.name !== "cd") found.push(command.cwd);
  }
  return found;
}

function pathsOf(command: SimpleCommand, os: Os, most: number): { paths: string[]; looked: number } {
  const paths: string[] = [];
  let looked = 0;
  const look = (value: string, written: boolean): void => {
    if (value === "" || value.length > 1_000 || value.includes("\0")) return;
    if (command.cwd === undefined && !isAbsolute(value, os)) return;
    const path = resolve(command.cwd ?? "/", value, os);
    if (written) {
      paths.push(path);
      return;
    }
    if (looked++ >= most) return;
    try {
      Deno.lstatSync(path);
      paths.push(path);
    } catch {
      // No file of that name: a word like any other.
    }
  };
  for (const word of command.words.slice(1)) {
    const value = word.glob ? literalStart(word.value ?? word.prefix) : word.value;
    if (value === undefined) continue;
    // `--config=path`, and `git show HEAD:path`.
    const equals = value.startsWith("-") ? value.indexOf("=") : -1;
    if (value.startsWith("-") && equals < 0) continue;
    look(equals < 0 ? value : value.slice(equals + 1), false);
  }
  for (const { target, operator } of command.redirects) {
    if (target?.value !== undefined && !operator.startsWith("<<")) look(target.value, true);
  }
  return { paths, looked };
}

/** So much of what a call says is looked at for words. */
const LONGEST_TEXT = 8_000;

/** The paths and the beginning of what a call says, for the words in them. */
export function saidIn({ paths, text }: Pick<Touched, "paths" | "text">): string {
  return `${paths.join(" ")} ${text.slice(0, LONGEST_TEXT)}`;
}

/** Whether paths are compared without regard to case. */
export function folds(os: Os): boolean {
  return ignoresCase(os);
}
