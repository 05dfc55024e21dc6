/** Which commands run text that is only known at run time. */
import type { ShellReading } from "../../shell/reading.ts";
import { HINTS } from "./hints.ts";
import type { Found } from "./rules.ts";
import { powershellRules } from "./rules.ts";
import { type RoughCommand, roughCommands, type RoughWord } from "./script.ts";

const SHELLS = new Set("sh bash zsh dash ksh mksh ash fish csh tcsh".split(" "));
const POWERSHELLS = new Set(["pwsh", "powershell"]);
/** Interpreters of other languages, with the option whose value is a program. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  python: "c",
  pypy: "c",
  node: "e",
  nodejs: "e",
  bun: "e",
  ruby: "e",
  perl: "e",
  php: "r",
  lua: "e",
};
const FETCHERS = new Set("curl wget fetch aria2c http https xh lynx nc ncat irm iwr".split(" "));
/** Programs that turn an unreadable text into the one that is run. */
const DECODERS = new Set("base64 xxd openssl uudecode base32".split(" "));

/** The evaluation primitives in a command line of a shell tool. */
export function findInReading(reading: ShellReading, tick: () => void): Found[] {
  if (reading.language === "powershell") {
    return unique([...powershellRules(reading.text, tick), ...findIn(reading.commands)]);
  }
  if (reading.language === "cmd") return findIn(reading.commands);
  // The reader puts in a variable's value where it knows it; here, a variable is a variable whatever it holds now.
  return unique([...findIn(reading.commands), ...findInScript(reading.text, tick)]);
}

/** The evaluation primitives in a shell script. */
export function findInScript(text: string, tick: () => void): Found[] {
  return HINTS.shell.test(text) ? findIn(roughCommands(text, tick)) : [];
}

function findIn(commands: readonly RoughCommand[]): Found[] {
  return commands.flatMap((command) => {
    const primitive = primitiveOf(command);
    return primitive === undefined ? [] : [{ primitive, at: command.range.start }];
  });
}

/** Each primitive once: two readers see the same command. */
function unique(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ primitive }) => !seen.has(primitive) && seen.add(primitive));
}

function primitiveOf(command: RoughCommand): string | undefined {
  const { name, words, via } = command;
  if (via.some((wrapper) => /^eval\b/.test(wrapper))) return "eval";
  if (name === undefined) return undefined;
  const args = words.slice(1);
  const lower = name.toLowerCase();
  // A builtin: `./eval` is a program of that name.
  if (name === "eval" && args.length > 0 && !/[/\\]/.test(words[0]?.value ?? "")) return "eval";
  if (lower === "iex" || lower === "invoke-expression") return "Invoke-Expression";
  if (name === "source" || name === ".") {
    return args[0]?.raw.startsWith("<(") ? "source <(…)" : fromNetwork(command, name);
  }
  if (SHELLS.has(name)) {
    if (isDynamic(textOption(args, /^-[A-Za-z]{0,6}c$/))) return `${name} -c`;
    return fedWithText(command, name);
  }
  if (POWERSHELLS.has(lower)) {
    const at = args.findIndex(({ value }) => /^[-/](?:c|command)$/i.test(value ?? ""));
    return at >= 0 && args.slice(at + 1).some(isDynamic) ? `${lower} -Command` : fedWithText(command, name);
  }
  const program = lower.replace(/[\d.]+$/, "");
  const option = INTERPRETERS[program];
  if (option !== undefined) {
    const text = textOption(args, new RegExp(`^-[A-Za-z]{0,6}${option}$|^--eval$`));
    // A value that is put into a program of the writer's own is too common in one-liners to speak about.
    if (isDynamic(text) && isAllComputed(text)) return `${program} -${option}`;
    return fedWithText(command, program);
  }
  if (name === "deno") {
    return args[0]?.value === "eval" && args.slice(1).some(isDynamic) ? "deno eval" : undefined;
  }
  return undefined;
}

function isDynamic(word: RoughWord | undefined): boolean {
  return word?.dynamic === true;
}

/** Whether a word is one variable, or holds the output of a command. */
function isAllComputed(word: RoughWord | undefined): boolean {
  return /\$\(|`|^"?\$(?:\{[^}]*\}|\w+)"?$/.test(word?.raw ?? "");
}

/** The word after the option that carries a program. */
function textOption(args: readonly RoughWord[], option: RegExp): RoughWord | undefined {
  const at = args.findIndex(({ value }) => value !== undefined && option.test(value));
  return at < 0 ? undefined : args[at + 1];
}

/** An interpreter that reads its program from a substitution, a here-string or a pipe. */
function fedWithText(command: RoughCommand, program: string): string | undefined {
  const operand = command.words.slice(1).find(({ value }) =>
    value === undefined || value === "-" || !value.startsWith("-")
  );
  if (operand?.raw.startsWith("<(")) return `${program} <(…)`;
  const feed = command.redirects.find(({ operator, target }) =>
    target?.dynamic === true && (operator === "<<<" || (operator === "<" && target.raw.startsWith("<(")))
  );
  if (feed !== undefined) return `${program} ${feed.operator}`;
  return fromNetwork(command, program);
}

/** Whether a program reads its standard input as a program, and that comes from the network or a decoder. */
function fromNetwork(command: RoughCommand, program: string): string | undefined {
  if (command.pipedFrom.length === 0 || !readsProgramFromInput(command)) return undefined;
  const source = command.pipedFrom.find(({ name }) =>
    name !== undefined && (FETCHERS.has(name) || DECODERS.has(name))
  );
  return source === undefined ? undefined : `${source.name} … | ${program}`;
}

function readsProgramFromInput({ name, words }: RoughCommand): boolean {
  const args = words.slice(1);
  for (const { value } of args) {
    if (value === "-" || value === "/dev/stdin" || value === "-s") return true;
    if (value === undefined || !/^[-+]/.test(value)) return false;
    // `-c`, `-e`, `-m`, `-n`, `-p`, `-r`: the program stands elsewhere, the input is data.
    if (SHELLS.has(name ?? "") ? /^-\w{0,6}c$/.test(value) : /^-\w{0,6}[cemnpr]/.test(value)) return false;
    // Options such as `-o pipefail` take a word, which is then no script.
    if (/^[-+]\w{0,6}[oO]$/.test(value)) return true;
  }
  return name !== "source" && name !== ".";
}
