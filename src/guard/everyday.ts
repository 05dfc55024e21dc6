/** The lines of every day that only read: known at once, so that nothing is loaded for them. */
import type { Call } from "./call.ts";

const GIT_READERS = [
  "status",
  "log",
  "diff",
  "show",
  "rev-parse",
  "ls-files",
  "describe",
  "blame",
  "shortlog",
];
const READERS = [
  "ls",
  "pwd",
  "date",
  "whoami",
  "id",
  "uname",
  "hostname",
  "which",
  "wc",
  "true",
  "false",
  "df",
  "du",
  "uptime",
  "nproc",
  "stat",
  "tree",
];

/** Beginnings of options with which a reader writes a file or starts a program. */
const OPTIONS = ["--ou", "--op", "--ex", "--te"];
/** Parts of names of files whose content is nobody's business. */
const SECRETS = [
  "env",
  "ssh",
  "key",
  "secret",
  "cred",
  "token",
  "pem",
  "aws",
  "pass",
  "netrc",
  "npmrc",
  "pypirc",
];

/**
 * Whether `call` is a command line of ordinary words whose program only lists or shows what is no secret and cannot be
 * changed by it. An option that writes a file, starts a program or sets a variable makes it another line.
 */
export function isEveryday(call: Call): boolean {
  // Every guard asks the same of a call.
  let known = seen.get(call);
  if (known === undefined) seen.set(call, known = looksEveryday(call));
  return known;
}

const seen = new WeakMap<Call, boolean>();

function looksEveryday({ command, event }: Call): boolean {
  if (
    command === undefined || event.name !== "PreToolUse" || event.toolName !== "Bash" || !isOrdinary(command)
  ) return false;
  const words = command.split(" ");
  const reads = words[0] === "git" ? GIT_READERS.includes(words[1] ?? "") : READERS.includes(words[0] ?? "");
  return reads && !words.some((word) => OPTIONS.some((option) => word.startsWith(option))) &&
    !SECRETS.some((part) => command.includes(part));
}

/** Whether `command` is made of letters, digits, blanks and `- _ . / : = , @ % +` only. */
export function isOrdinary(command: string): boolean {
  if (command.length > 1_000) return false;
  for (let index = 0; index < command.length; index++) {
    const unit = command.charCodeAt(index);
    const letter = unit | 0x20;
    if (letter >= 0x61 && letter <= 0x7a || unit >= 0x2b && unit <= 0x3a || unit === 0x20) continue;
    if (unit !== 0x3d && unit !== 0x40 && unit !== 0x5f && unit !== 0x25) return false;
  }
  return true;
}
