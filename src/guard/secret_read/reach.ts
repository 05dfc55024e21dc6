/** Where the output of a command goes: to whoever reads the conversation, to the network, or only to a program. */
import type { ShellReading, ShellWord, SimpleCommand } from "../../shell/reading.ts";
import { secretFile } from "../../secret/files.ts";

/** `shown`: it ends in the conversation or in a file. `sent`: on another machine. `used`: in a program or a variable. */
export type Reach = "shown" | "sent" | "used";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Programs that pass on what they get. */
const FILTERS = words(
  "cat head tail less more most sort uniq grep egrep fgrep rg ag sed gsed awk gawk jq yq tr cut tee nl column fold fmt base64 base32 xxd od hexdump strings rev tac bat batcat paste xargs read python python3 node ruby perl php deno bun diff comm select-string sort-object select-object format-list format-table out-string out-file convertto-json foreach-object where-object",
);
const DISPLAYS = words(
  "echo printf print write-output write-host write-information write-error out-host logger wall say notify-send tee cat",
);
const SENDERS = words(
  "curl wget nc ncat netcat socat telnet ssh scp sftp ftp rsync http https xh mail mailx sendmail mutt irm iwr invoke-restmethod invoke-webrequest",
);
const COUNTERS = words("wc md5sum sha1sum sha256sum sha512sum shasum b2sum cksum measure-object true :");

/** Where what `command` prints ends up. */
export function reachOf(reading: ShellReading, command: SimpleCommand, depth = 0): Reach {
  const goal = outputFile(command);
  if (goal !== undefined) return isKept(goal, reading) ? "used" : "shown";
  const next = reading.commands.filter((other) => other.pipedFrom.includes(command));
  if (next.some(({ name }) => name !== undefined && SENDERS.has(name))) return "sent";
  if (next.some(keepsValuesBack)) return "used";
  if (next.some(({ name }) => name !== undefined && !FILTERS.has(name) && !DISPLAYS.has(name))) return "used";
  const last = next.map(outputFile).find((word) => word !== undefined);
  if (last !== undefined) return isKept(last, reading) ? "used" : "shown";
  if (!isSubstituted(command)) return "shown";
  const holders = reading.commands.filter((other) => other.words.some((word) => holds(word, command)));
  for (const holder of depth > 8 ? [] : holders) {
    if (holder.name !== undefined && SENDERS.has(holder.name)) return "sent";
    const shows = holder.name !== undefined && (DISPLAYS.has(holder.name) || FILTERS.has(holder.name));
    if (shows && reachOf(reading, holder, depth + 1) !== "used") return "shown";
  }
  return "used";
}

function holds(word: ShellWord, command: SimpleCommand): boolean {
  return word.from?.includes(command) === true;
}

function isSubstituted({ via }: SimpleCommand): boolean {
  return via.some((wrapper) => /^[$<>]\(|^`/.test(wrapper));
}

/** The file that takes the output; undefined where it goes on. */
function outputFile({ redirects }: SimpleCommand): ShellWord | undefined {
  return redirects.find(({ operator, descriptor }) =>
    /^(?:&?>>?|>\|)$/.test(operator) && (descriptor ?? 1) === 1
  )
    ?.target;
}

/** Whether a file is one for secrets, or swallows everything. */
function isKept(word: ShellWord, reading: ShellReading): boolean {
  const path = word.value ?? word.prefix;
  const os = reading.language === "posix" ? "linux" : "windows";
  return /^(?:\/dev\/null|nul|\$null)$/i.test(path) || secretFile(path, os)?.sure === "holds";
}

/** Whether a command gives on the names only, or a number. */
export function keepsValuesBack(command: SimpleCommand): boolean {
  const { name } = command;
  if (name === undefined) return false;
  const args = command.words.slice(1).map((word) => word.value ?? "");
  if (COUNTERS.has(name)) return true;
  if (/^(?:e|f)?grep$|^rg$/.test(name)) {
    return args.some((arg) =>
      /^-[a-zA-Z]*[qclL]|^--(?:quiet|silent|count|files-with)/.test(arg) && !arg.startsWith("--color")
    ) ||
      asksForOrdinaryName(args);
  }
  if (name === "cut") {
    return /^-d ?=|^-d=|^--delimiter==/.test(args.join(" ")) && /-f ?1(?: |$)/.test(args.join(" "));
  }
  if (name === "sed" || name === "gsed") return args.some((arg) => /^s(.)=\.\*\1[^=]*\1g?$/.test(arg));
  if (/^[gmn]?awk$/.test(name)) {
    return args.some((arg) => /-F ?['"]?=/.test(arg) || arg === "=") &&
      args.some((arg) => /^\{ ?print \$1 ?;?\}$/.test(arg));
  }
  return false;
}

/** `grep ^PORT= .env`: one name, as a whole, that promises no secret. */
function asksForOrdinaryName(args: readonly string[]): boolean {
  const pattern = args.find((arg) => !arg.startsWith("-")) ?? "";
  return /^\^\w{2,40}=?$|^\w{2,40}=$|^[A-Z]+_[A-Z_]+$/.test(pattern) &&
    !args.some((arg) => /^-\w*[vABCefi]/.test(arg)) &&
    !/key|secret|token|pass|pwd|auth|cred|ur[il]|dsn|session|cookie|conn|priv|cert|sign|salt|api/i.test(
      pattern,
    );
}

/** What a pattern for lines of the environment must not touch: words of secrets, and those who give them out. */
const DELICATE =
  /key|secret|token|pass|pwd|auth|cred|ur[il]|dsn|session|cookie|conn|priv|cert|sign|salt|api|aws|azure|gcp|google|git|open|anthropic|claude|stripe|slack|npm|docker|db|data|sql|pg|post|redis|mongo|sentry|mail|smtp|jwt|user|access|hook|vault|^\W*\w{0,2}\W*$/i;

/** `env | grep ^NODE`: lines that begin with, or hold, a word that has nothing to do with secrets. */
export function picksOrdinary(reading: ShellReading, command: SimpleCommand): boolean {
  return reading.commands.some((other) => {
    if (!other.pipedFrom.includes(command) || !/^(?:[ef]?grep|rg)$/.test(other.name ?? "")) return false;
    const args = other.words.slice(1).map(({ value }) => value ?? ".");
    const pattern = args.find((arg) => !arg.startsWith("-")) ?? "";
    return /^\^?[\w|()\\-]{3,60}=?$/.test(pattern) && !DELICATE.test(pattern) &&
      !args.some((arg) => /^-\w*[vABCef]/.test(arg));
  });
}
