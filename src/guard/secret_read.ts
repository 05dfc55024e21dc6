/**
 * Finds what would put a secret into the conversation: reading the files that hold them, printing the environment,
 * asking a keychain. A secret that a program only uses (`source .env`, `docker login` at the end of a pipe) is none.
 */
import { resolve } from "../base/path.ts";
import { asString } from "../base/json.ts";
import type { Effect } from "../effect/effect.ts";
import { secretFile } from "../secret/files.ts";
import type { ShellReading, SimpleCommand } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";
import { codeOf, filesIn } from "./secret_read/code.ts";
import { codeDumps, dumpOf } from "./secret_read/dumps.ts";
import { shownBy } from "./secret_read/holds.ts";
import { keepsValuesBack, reachOf } from "./secret_read/reach.ts";
import { storeOf } from "./secret_read/stores.ts";

/** Speaks when the call would show a secret. */
export async function judgeSecretRead(call: Call): Promise<Finding | undefined> {
  if (call.command === undefined) return judgeFileTool(call);
  const reading = await call.shell();
  if (reading === undefined) return undefined;
  const reads = (await call.effects()).list.filter(({ verb, target }) =>
    verb === "read" && target !== undefined
  );
  let weaker: Finding | undefined;
  for (const command of reading.commands) {
    call.checkTime();
    const found = judgeCommand(call, reading, command, reads);
    if (found !== undefined && found.atMost === undefined) return found;
    weaker ??= found;
  }
  return weaker;
}

function judgeCommand(
  call: Call,
  reading: ShellReading,
  command: SimpleCommand,
  reads: readonly Effect[],
): Finding | undefined {
  const { range } = command;
  const what = dumpOf(reading, command) ?? storeOf(reading, command);
  if (what !== undefined) return { values: { what }, rule: "secret-read/print", range };
  const code = codeOf(command);
  if (code !== undefined && codeDumps(code)) {
    return {
      values: { what: `${command.name} code that prints the environment` },
      rule: "secret-read/print",
      range,
    };
  }
  let near: Finding | undefined;
  for (const { path, exact } of filesRead(call, command, reads, code)) {
    const shown = shownBy(path, call.os, exact);
    if (shown === undefined || isHarmless(command, path, call, reading)) continue;
    const finding = fileFinding(path, shown.kind, { range });
    if (!shown.near) return finding;
    near ??= { ...finding, atMost: "advise" };
  }
  return near;
}

const LOOSE_READERS = /^(?:head|tail|od|hexdump|xxd|zip|7za?|rar|sqlite3|openssl|dd|paste|ar|cpio)$/;

interface ReadPath {
  readonly path: string;
  /** It is an absolute path of this machine. */
  readonly exact: boolean;
}

/** The files that `command` would read, as far as they can be told. */
function filesRead(
  call: Call,
  command: SimpleCommand,
  reads: readonly Effect[],
  code: string | undefined,
): ReadPath[] {
  const found: ReadPath[] = [];
  const add = (text: string | undefined): void => {
    if (text === undefined || text === "") return;
    const path = text.startsWith("~/") && call.home !== undefined ? `${call.home}${text.slice(1)}` : text;
    found.push(
      command.cwd === undefined
        ? { path, exact: false }
        : { path: resolve(command.cwd, path, call.os), exact: true },
    );
  };
  for (const { target, range } of reads) {
    if (range?.start !== command.range.start || range.end !== command.range.end) continue;
    // What is known of a path decides, also where the rest of it is not.
    if (target?.path !== undefined) found.push({ path: target.path, exact: true });
    if (target !== undefined) found.push({ path: couldBe(target.text), exact: false });
  }
  for (const { operator, target } of command.redirects) {
    if (operator === "<" || operator === "<>") add(target?.value ?? target?.prefix);
  }
  for (const path of code === undefined ? [] : filesIn(code)) add(path);
  // Whatever option their words stand behind, these let out the files that they name.
  const loose = LOOSE_READERS.test(command.name ?? "") ? command.words.slice(1) : [];
  for (const { value } of loose) if (value?.startsWith("-") === false) add(value.replace(/^if=/, ""));
  for (const path of LISTED_READERS.test(command.name ?? "") ? listed(command, call) : []) add(path);
  if (command.name === "git") { for (const path of shownByGit(command)) add(path); }
  return found;
}

const LISTED_READERS = /^(?:cat|head|tail|less|more|bat|nl|tac|xxd|od|base64|strings|cp)$/;

/** `cat $(ls -a | grep env)`: the secret files that the commands name whose output is read. */
function listed(command: SimpleCommand, { os }: Call): string[] {
  const sources = command.words.flatMap((word) => word.value === undefined ? word.from ?? [] : []);
  return sources.filter(({ words }) => !words.some(({ value }) => /^-\w*v|^!$|^-not$/.test(value ?? "")))
    .flatMap(({ words }) => words.slice(1).map(({ value }) => (value ?? "").replace(/[\^$\\]/g, "")))
    .filter((path) => secretFile(path, os)?.sure === "holds");
}

/** Names that a pattern is tried on where nothing on this machine matches it. */
const TYPICAL = [".env", ".env.local", "id_rsa", "id_ed25519", ".netrc"];

/** `.e*` as the secret file that it could be. */
function couldBe(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/[*?[]/.test(name) || name.length > 40) return path;
  const pattern = name.replace(/[^*?\w-]/g, "\\$&").replace(/\*+/g, ".{0,40}").replaceAll("?", ".");
  const typical = TYPICAL.find((file) =>
    (name[0] === "." || file[0] !== ".") && new RegExp(`^${pattern}$`).test(file)
  );
  return typical === undefined || name === "*" ? path : typical;
}

/** `git show HEAD:.env`, `git diff .env`. */
function shownByGit(command: SimpleCommand): string[] {
  const words = command.words.slice(1).map((word) => word.value ?? "");
  const at = words.findIndex((word) => /^(?:show|cat-file|diff|blame|grep|annotate)$/.test(word));
  if (at < 0 || words.some((word) => /^--(?:stat|name-only|name-status|quiet|no-patch)$/.test(word))) {
    return [];
  }
  return words.slice(at + 1).filter((word) => !word.startsWith("-")).map((word) =>
    word.slice(word.indexOf(":") + 1)
  );
}

/** Programs that open a file for somebody else, use it, or tell of it from outside. */
const HARMLESS =
  /^(?:source|\.|stat|file|test|\[|ls|du|code|open|xdg-open|vi|vim|nvim|nano|emacs|ssh-add|ssh-keygen|ssh|scp|ssh-copy-id|docker|docker-compose|podman|kubectl|direnv|dotenv|chmod|chown|touch|rm|mkdir|ln|md5sum|sha\d+sum|shasum|wc|cksum|git-crypt|age)$/;

/** Whether `command` reads the secret without letting it out. */
function isHarmless(command: SimpleCommand, path: string, call: Call, reading: ShellReading): boolean {
  const { name } = command;
  if (name === undefined) return !loopShows(command, reading);
  // A key that leaves with `scp` is an operand, not the one that `-i` uses; `~/.ssh` files are then both.
  if (name === "scp") {
    return command.words.some((word, at) =>
      command.words[at - 1]?.value === "-i" && path.endsWith(baseOf(word.value))
    );
  }
  // Keys are what it works with; these two only give them on in other letters.
  if (name === "openssl") return !/^(?:base64|enc)$/.test(command.words[1]?.value ?? "");
  if (HARMLESS.test(name) || keepsValuesBack(command)) return true;
  if (/^(?:g?cp|g?mv|install|rsync)$/.test(name)) return staysSecret(command, call);
  return reachOf(reading, command) === "used";
}

function baseOf(path: string | undefined): string {
  return path?.slice(path.lastIndexOf("/") + 1) ?? "\0";
}

const SHOWS = /^(?:echo|printf|cat|print|curl|nc|write-output)$/;

/** `while read …; do export …; done < .env`, `echo $(< .env)`: shown only if something in it or around it prints. */
function loopShows({ range }: SimpleCommand, reading: ShellReading): boolean {
  return reading.commands.some((other) =>
    SHOWS.test(other.name ?? "") &&
    (other.range.start >= range.start && other.range.end <= range.end ||
      other.range.start <= range.start && other.range.end >= range.end)
  );
}

/** `cp .env .env.backup`: the copy is as much a secret file as the first. */
function staysSecret(command: SimpleCommand, call: Call): boolean {
  const goal = command.words.at(-1)?.value;
  return goal !== undefined && !goal.endsWith("/") && secretFile(goal, call.os)?.sure === "holds";
}

function judgeFileTool(call: Call): Finding | undefined {
  const { toolName, toolInput } = call.event;
  const all = ["file_path", "notebook_path", "path"].map((key) => textsOf(toolInput?.[key]))
    .find((texts) => texts.length > 0) ?? [];
  const named = all[0];
  if (toolName === "Glob") {
    // It tells names only.
    const pattern = asString(toolInput?.["pattern"]) ?? "";
    const found = secretFile(pattern.replace(/\*+\//g, ""), call.os) ??
      (named === undefined ? undefined : secretFile(named, call.os));
    return found?.sure === "holds" ? fileFinding(pattern, found.kind, { atMost: "advise" }) : undefined;
  }
  const paths = [...all, ...call.targets.map(({ path }) => path)];
  for (const path of new Set(paths)) {
    const shown = shownBy(resolve(call.cwd, expandHome(path, call), call.os), call.os, true);
    // A changed file is shown around the change only, and an operator may want the change.
    const atMost = shown?.near === true
      ? "advise"
      : toolName === "Read" || toolName === "Grep"
      ? undefined
      : "ask";
    if (shown !== undefined && !tellsNoContent(call)) {
      return fileFinding(path, shown.kind, atMost === undefined ? {} : { atMost });
    }
  }
  const glob = toolName === "Grep" ? asString(toolInput?.["glob"]) : undefined;
  const found = glob === undefined || glob.startsWith("!")
    ? undefined
    : secretFile(glob.replaceAll(/\*+\//g, "").replace(/\*+$/, ""), call.os);
  return found?.sure === "holds" && glob !== undefined && !tellsNoContent(call)
    ? fileFinding(glob, found.kind, {})
    : undefined;
}

/** Some harnesses read several files with one call. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string =>
    typeof one === "string" && one !== ""
  );
}

/** `Grep` for file names or a count only. */
function tellsNoContent({ event: { toolName, toolInput } }: Call): boolean {
  if (toolName !== "Grep") return false;
  const mode = asString(toolInput?.["output_mode"]);
  return mode === "count" || mode === "files_with_matches";
}

function expandHome(path: string, { home }: Call): string {
  return path.startsWith("~/") && home !== undefined ? `${home}${path.slice(1)}` : path;
}

function fileFinding(path: string, kind: string, more: Pick<Finding, "atMost" | "range">): Finding {
  return { values: { path, kind }, rule: "secret-read/file", ...more };
}
