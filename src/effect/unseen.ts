/** Programs that run text which nobody has seen: a download, decoded bytes, the contents of a file on the way. */
import { resolve } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { ShellWord, SimpleCommand } from "../shell/reading.ts";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SHELLS = set("sh bash zsh dash ksh ksh93 mksh ash rbash yash fish csh tcsh");
const INTERPRETERS = set(
  "python python2 python3 pypy pypy3 node nodejs deno bun perl ruby php lua luajit Rscript osascript groovy tclsh " +
    "pwsh powershell powershell_ise psql sqlite3",
);
const POWERSHELL_EVAL = set("iex invoke-expression icm invoke-command");
/** Programs that print what another machine gives. */
const DOWNLOADERS = set(
  "curl curlie wget wget2 fetch aria2c http https xh xhs lwp-request lynx links w3m elinks nc ncat netcat socat ftp " +
    "lftp iwr irm invoke-webrequest invoke-restmethod start-bitstransfer certutil bitsadmin new-object tftp telnet",
);
const DECODERS = set(
  "base64 base32 gbase64 basenc xxd uudecode openssl gpg gzip gunzip zcat bunzip2 bzcat xzcat unxz zstdcat rev tr",
);

/** What is run unseen, and by what. */
export interface Unseen {
  readonly source: SimpleCommand;
  /** `curl … | bash`, in short. */
  readonly what: string;
  readonly decoded: boolean;
}

/** The files that a line has filled with a download, so that running them later on the line is seen. */
export class FetchedFiles {
  readonly #files = new Map<string, SimpleCommand>();
  readonly #os: Os;

  constructor(os: Os) {
    this.#os = os;
  }

  /** Takes note of what `command` writes. */
  note(command: SimpleCommand): void {
    for (const { operator, target } of command.redirects) {
      if (!/^(?:>|>>|>\||&>)$/.test(operator)) continue;
      this.#keep(target, command, sourceIn([command], false) ?? sourceIn(command.pipedFrom, false));
    }
    if (command.name !== "tee") return;
    const source = sourceIn(command.pipedFrom, false);
    for (const word of command.words.slice(1)) this.#keep(word, command, source);
  }

  /** What `command` runs of it. */
  run(command: SimpleCommand): Unseen | undefined {
    const { name, words } = command;
    if (this.#files.size === 0 || name === undefined || words.length === 0) return undefined;
    const program = name.toLowerCase();
    const runs = SHELLS.has(program) || isInterpreter(program) || program === "source" || program === ".";
    const word = runs ? toldProgram(words, SHELLS.has(program)) : words[0];
    const path = this.#path(word, command);
    const source = path === undefined ? undefined : this.#files.get(path);
    return source === undefined ? undefined : described(source, name, runs ? "" : "run as a program");
  }

  #keep(word: ShellWord | undefined, command: SimpleCommand, source: SimpleCommand | undefined): void {
    const path = this.#path(word, command);
    if (path === undefined) return;
    if (source === undefined) this.#files.delete(path);
    else this.#files.set(path, source);
  }

  #path(word: ShellWord | undefined, { cwd }: SimpleCommand): string | undefined {
    const text = word?.value;
    if (text === undefined || text === "" || cwd === undefined) return undefined;
    return resolve(cwd, text, this.#os);
  }
}

/** What `command` runs unseen; undefined: nothing of the kind. */
export function unseenIn(command: SimpleCommand): Unseen | undefined {
  const { name, words } = command;
  const first = words[0];
  if (first === undefined) return undefined;
  if (name === undefined || first.from !== undefined) {
    const own = sourceIn(first.from ?? [], true);
    if (own !== undefined) return described(own, name ?? "run", "as a command");
  }
  if (name === undefined) return undefined;
  const program = name.toLowerCase();
  if (program === "eval" || POWERSHELL_EVAL.has(program)) {
    const given = sourceIn(words.slice(1).flatMap((word) => word.from ?? []), true) ??
      (program === "eval" ? undefined : sourceIn(command.pipedFrom, false));
    return given === undefined ? undefined : described(given, name);
  }
  if (program === "source" || program === ".") {
    const given = sourceIn(words[1]?.from ?? [], true) ??
      (isStdin(words[1]) ? sourceIn(command.pipedFrom, false) : undefined);
    return given === undefined ? undefined : described(given, name);
  }
  if (!SHELLS.has(program) && !isInterpreter(program)) return undefined;
  // Had it been possible to decode it, its commands would stand here instead.
  if (
    /^(?:pwsh|powershell)/.test(program) && words.some(({ value, prefix }) => ENCODED.test(value ?? prefix))
  ) {
    return { source: command, what: `${name} -EncodedCommand`, decoded: true };
  }
  const reverse = command.redirects.find(({ target }) => NETWORK.test(target?.value ?? target?.prefix ?? ""));
  if (reverse !== undefined && SHELLS.has(program)) {
    return { source: command, what: `${name} for another machine`, decoded: false };
  }
  const told = toldProgram(words, SHELLS.has(program));
  const text = told?.value ?? "";
  if (!SHELLS.has(program) && EVALUATES.test(text) && FETCHES.test(text)) {
    return { source: command, what: `a download evaluated by ${name}`, decoded: false };
  }
  const given = told === undefined ? sourceIn(command.pipedFrom, false) : sourceIn(told.from ?? [], true);
  return given === undefined ? undefined : described(given, name);
}

const NETWORK = /^\/dev\/(?:tcp|udp)\//;
const EVALUATES = /\b(?:exec|eval|system|popen|Function|instance_eval)\s*\(|\bvm\.run/;
const FETCHES =
  /\burlopen\b|\burlretrieve\b|\brequests\.(?:get|post)\b|\bhttpx\.get\b|\bfetch\s*\(|\bhttps?\.get\b|Net::HTTP|URI\.open|file_get_contents\(\s*["']https?:|LWP::/;
const ENCODED = /^[-/]e(?:nc?(?:o\w*)?|c)?$/i;

function isInterpreter(program: string): boolean {
  return INTERPRETERS.has(program.replace(/[\d.]+$/, "")) || INTERPRETERS.has(program);
}

function described(source: SimpleCommand, name: string, how = ""): Unseen {
  const from = source.name ?? "a command";
  return {
    source,
    what: how === "" ? `${from} into ${name}` : `${from} ${how}`,
    decoded: DECODERS.has(from),
  };
}

const isStdin = (word: ShellWord | undefined): boolean =>
  /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(word?.value ?? "");

/**
 * The word that holds an interpreter's program or names its file; undefined: the program comes on standard input.
 * A pipe into `python -c '…'` is data.
 */
function toldProgram(words: readonly ShellWord[], shell: boolean): ShellWord | undefined {
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    const text = word.value ?? word.prefix;
    if (isStdin(word)) return undefined;
    if (text === "-s" && shell) return undefined;
    if (shell && /^-\w*c$/.test(text)) return words[at + 1] ?? word;
    if (shell && /^[-+]\w*[oO]$|^--(?:rcfile|init-file)$/.test(text)) at++;
    else if (
      !shell &&
      /^(?:-[a-zA-Z]*[ceEpnrm]|--eval|--print|-command|-c|-file|-f|-encodedcommand|eval|run)$/i.test(text)
    ) {
      if (/^-command$|^-c$/i.test(text) && words[at + 1]?.value === "-") return undefined;
      return words[at + 1] ?? word;
    } else if (!text.startsWith("-") || word.value === undefined && word.prefix === "") return word;
  }
  return undefined;
}

/**
 * The command whose output is run; `nested`: every command in a substitution counts, else those of a pipe. Each is
 * looked at once: substitutions within substitutions lead to the same commands over and over.
 */
function sourceIn(
  commands: readonly SimpleCommand[],
  nested: boolean,
  seen = new Set<SimpleCommand>(),
): SimpleCommand | undefined {
  for (const command of commands) {
    if (seen.has(command) || seen.size > MOST_LOOKED_AT) continue;
    seen.add(command);
    const name = command.name?.toLowerCase() ?? "";
    if (DOWNLOADERS.has(name) && !printsNothing(command)) return command;
    if (DECODERS.has(name) && decodes(name, command)) return command;
    if (!nested && name !== "echo" && name !== "printf") continue;
    const inner = command.words.flatMap((word) => word.from ?? []);
    const further = sourceIn(nested ? command.pipedFrom : [], false, seen) ?? sourceIn(inner, true, seen);
    if (further !== undefined) return further;
  }
  return undefined;
}

const MOST_LOOKED_AT = 200;

/** `nc -z`, `curl -I`, `new-object` of something else: what they print is no program. */
function printsNothing({ name, words }: SimpleCommand): boolean {
  const texts = words.slice(1).map((word) => word.value ?? word.prefix);
  if (name === "new-object") return !texts.some((text) => /webclient|xmlhttp|winhttp/i.test(text));
  if (name === "certutil") return !texts.some((text) => /urlcache|decode/i.test(text));
  return texts.includes("-I") || texts.includes("--head") || texts.includes("--version") ||
    texts.includes("--help");
}

/** Whether it decodes, rather than codes. */
function decodes(name: string, { words }: SimpleCommand): boolean {
  const texts = words.slice(1).map((word) => word.value ?? word.prefix);
  switch (name) {
    case "xxd":
      return texts.some((text) => /^-\w*r|^-revert/.test(text));
    case "openssl":
      return texts.includes("enc") && texts.includes("-d") ||
        texts.includes("base64") && texts.includes("-d");
    case "gpg":
      return texts.some((text) => /^(?:-\w*d|--decrypt)$/.test(text));
    case "gzip":
      return texts.some((text) => /^-\w*[dc]/.test(text) || text === "--decompress");
    case "uudecode":
    case "gunzip":
    case "zcat":
    case "bunzip2":
    case "bzcat":
    case "xzcat":
    case "unxz":
    case "zstdcat":
    case "rev":
    case "tr":
      return true;
    default:
      return texts.some((text) => /^-\w*[dD]\w*$|^--d(?:e|ec|eco|ecod|ecode)?$/.test(text));
  }
}
