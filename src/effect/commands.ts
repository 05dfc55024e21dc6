/** From the commands of a reading to their effects: redirects, the rows of the tables, and what runs unseen. */
import { GIT_VALUED } from "../shell/git_options.ts";
import type { ShellReading, ShellRedirect, ShellWord, SimpleCommand } from "../shell/reading.ts";
import { hostPath, type Mount, mountsOf, reachOf } from "./containers.ts";
import { printedText } from "./input_text.ts";
import { invocation, type Row, type Sink, type Standing } from "./invocation.ts";
import { sayPhrase } from "./phrases.ts";
import { CONTAINERS } from "./tables/containers.ts";
import { DATABASES } from "./tables/databases.ts";
import { DEVICES } from "./tables/devices.ts";
import { FILES } from "./tables/files.ts";
import { GIT } from "./tables/git.ts";
import { INFRASTRUCTURE } from "./tables/infrastructure.ts";
import { PROCESSES } from "./tables/processes.ts";
import { READERS } from "./tables/reading.ts";
import { WINDOWS } from "./tables/windows.ts";
import { FetchedFiles, unseenIn } from "./unseen.ts";
import { resolve } from "../base/path.ts";

const TABLES = [FILES, DEVICES, PROCESSES, DATABASES, CONTAINERS, READERS];

/** Every program that has a row, for the test of the cheap look in front. */
export function knownPrograms(): { programs: string[]; git: string[]; phrases: string[] } {
  return {
    programs: [FILES, DEVICES, PROCESSES, DATABASES].flatMap((rows) => [...rows.keys()]),
    git: [...GIT.keys()],
    phrases: [...INFRASTRUCTURE.values()].flat().map((phrase) =>
      `${phrase.run} ${phrase.with?.split(" ")[0]?.replace("=", " ") ?? ""}`.trim()
    ),
  };
}

/** Adds the effects of every command of the sink's reading. */
export function commandEffects(sink: Sink): void {
  let mounts: readonly Mount[] = [];
  let count = 0;
  const fetched = new FetchedFiles(sink.ground.os);
  for (const command of sink.reading.commands) {
    if ((++count & 0xff) === 0) sink.ground.checkTime();
    if (isContainerRun(command)) mounts = mountsOf(command, sink.ground);
    const reach = command.via.length === 0 ? NEAR : reachOf(command);
    const own = mounts;
    const standing: Standing = {
      language: languageOf(command, sink.reading),
      remote: reach.remote,
      outside: reach.fresh ? (path) => hostPath(path, own) : undefined,
    };
    redirectEffects(sink, command, standing);
    rowEffects(sink, command, standing);
    const unseen = unseenIn(command) ?? fetched.run(command);
    fetched.note(command);
    if (unseen !== undefined) sayUnseen(sink, command, unseen.what, unseen.source, unseen.decoded);
    if (isForkBomb(command)) sayForkBomb(sink, command);
  }
}

const NEAR = { remote: false, fresh: false };

function isContainerRun({ name, words }: SimpleCommand): boolean {
  return /^(?:docker|podman|nerdctl)$/.test(name ?? "") && words.some((word) => word.value === "run");
}

/** The language that a command is written in: the nearest shell that leads to it. */
function languageOf(command: SimpleCommand, reading: ShellReading): ShellReading["language"] {
  for (let at = command.via.length - 1; at >= 0; at--) {
    const [step = ""] = command.via[at]!.split(" ");
    if (step === "powershell" || step === "pwsh" || step === "powershell_ise") return "powershell";
    if (step === "cmd") return "cmd";
    if (step === "bash" || step === "sh" || step === "zsh" || step === "wsl") return "posix";
  }
  return reading.language;
}

function rowEffects(sink: Sink, command: SimpleCommand, standing: Standing): void {
  const { name, words } = command;
  if (name === undefined || words.length === 0) return;
  const lower = standing.language === "posix" ? name : name.toLowerCase();
  if (lower === "git") return gitEffects(sink, command, standing);
  const windows = standing.language === "posix" ? undefined : WINDOWS.get(lower);
  const plain = standing.language === "posix" ? name : lower.replace(/\.(?:cmd|bat|ps1|com)$/, "");
  const row = windows ?? TABLES.find((rows) => rows.has(plain))?.get(plain) ?? mkfs(plain);
  if (row !== undefined) {
    row.find(
      invocation(
        sink,
        command,
        namedWords(words, windows === undefined ? plain : lower),
        row.options ?? "",
        plain,
        standing,
      ),
    );
  }
  if (INFRASTRUCTURE.has(plain)) {
    sayPhrase(INFRASTRUCTURE, plain, invocation(sink, command, words, "", plain, standing));
  }
}

/** `mkfs.anything`. */
function mkfs(name: string): Row | undefined {
  return name.startsWith("mkfs.") ? DEVICES.get("mkfs") : undefined;
}

/** The words with the program's plain name in front, which rows ask for. */
function namedWords(words: readonly ShellWord[], name: string): readonly ShellWord[] {
  const first = words[0]!;
  return first.value === name ? words : [{ ...first, value: name, prefix: name }, ...words.slice(1)];
}

function gitEffects(sink: Sink, command: SimpleCommand, standing: Standing): void {
  let cwd = command.cwd;
  for (let at = 1; at < command.words.length; at++) {
    const text = command.words[at]!.value;
    if (text === undefined) return;
    const next = command.words[at + 1];
    if (text === "-C" || text === "--work-tree") {
      cwd = next?.value === undefined || cwd === undefined
        ? undefined
        : resolve(cwd, next.value, sink.ground.os);
    }
    if (GIT_VALUED.has(text)) at++;
    else if (!text.startsWith("-")) {
      const row = GIT.get(text);
      if (row === undefined) return;
      const within = cwd === command.cwd ? command : { ...command, cwd };
      const words = command.words.slice(at);
      row.find(invocation(sink, within, words, row.options ?? "", `git/${text}`, standing, cwd));
      return;
    }
  }
}

const WRITES = new Set([">", ">|", "&>", ">&"]);
const APPENDS = new Set([">>", "&>>", "<>"]);

function redirectEffects(sink: Sink, command: SimpleCommand, standing: Standing): void {
  if (command.redirects.length === 0) return;
  const call = invocation(sink, command, [], "", "redirect", standing);
  for (const redirect of command.redirects) {
    const { operator, target } = redirect;
    if (target === undefined) continue;
    if (operator === "<") call.file("read", target, { what: "<" });
    else if (APPENDS.has(operator)) {
      call.file("touch", target, { what: operator, ...textOf(sink, command, redirect) });
    } else if (WRITES.has(operator)) {
      const nothing = command.words.length === 0 || command.name === ":" || command.name === "true";
      call.file("empty", target, { what: operator, recursive: nothing, ...textOf(sink, command, redirect) });
    }
  }
}

/** The text that goes into a file, where the line says it. */
function textOf(sink: Sink, command: SimpleCommand, { descriptor }: ShellRedirect): { text?: string } {
  if (descriptor !== undefined && descriptor !== 1) return {};
  const text = printedText(command, sink.ground);
  return text === "" ? {} : { text };
}

function sayUnseen(
  sink: Sink,
  command: SimpleCommand,
  what: string,
  source: SimpleCommand,
  decoded: boolean,
): void {
  const shown = source.words.findLast((word) => /:\/\/|^[\w-]+\.[\w.-]+\//.test(word.value ?? word.prefix)) ??
    source.words.at(-1);
  const call = invocation(sink, command, command.words, "", decoded ? "unseen/decoded" : "unseen/download", {
    language: "posix",
    remote: false,
    outside: undefined,
  });
  call.say("run-unseen", shown?.value ?? shown?.raw, { what, recursive: true });
}

/** A function that starts itself twice, in a pipe. */
function isForkBomb({ name, via, pipedFrom }: SimpleCommand): boolean {
  return name !== undefined && via.includes(`function ${name}`) &&
    pipedFrom.some((source) => source.name === name);
}

function sayForkBomb(sink: Sink, command: SimpleCommand): void {
  const standing: Standing = { language: "posix", remote: false, outside: undefined };
  const call = invocation(sink, command, command.words, "", "fork-bomb", standing);
  call.say("kill", "the machine", { what: "a fork bomb", recursive: true });
}
