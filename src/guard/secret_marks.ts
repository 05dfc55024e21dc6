/**
 * The cheap looks of the guards about secrets, without a pattern: loaded with the table of guards, so it is small. They
 * let pass what cannot be a secret; what is left is judged by the guards' own files.
 */
import type { Call } from "./call.ts";

/** Parts of the names of files that hold secrets, and of variables. */
const PARTS =
  (".env .ssh .aws .gnupg .kube .docker .config .azure .claude .codex .gemini .qwen .copilot .cursor .mcp .npmrc " +
    ".pem .key .p12 .pfx .jks .p8 .ppk .asc .pk8 .cnf .boto .tfvars .vars .gem .cargo .composer .fly .wrangler .dbt .oci " +
    ".aider .continue .kiro .terraform netrc pypirc yarnrc nuget pip.conf pgpass s3cfg credential secret token passw " +
    "shadow keyring keychain keystore kdbx id_rsa id_ed id_ec id_dsa environ auth oauth cookies login vault tfstate service " +
    "account adminsdk databricks huggingface rclone supabase wp-config key3.db key4.db state.vscdb microsoft env: _key apikey " +
    "_pat _pwd local.settings opencode goose amp/ factory crush").split(" ");

/** Programs that print the environment or what a store keeps. */
const PRINTERS = new Set(
  ("env printenv security secret-tool pass gopass passage op bw bws lpass keyring keepassxc-cli rbw dcli kwallet-query gh glab " +
    "gcloud aws az kubectl oc k heroku fly flyctl terraform tofu sops ansible-vault gpg gpg2 age chamber doppler infisical " +
    "envchain akeyless firebase wg cmdkey vaultcmd get-secret bao get-childitem gci").split(" "),
);
/** These print the environment when nothing follows, or `-p`. */
const LISTERS = new Set(["set", "export", "declare", "typeset", "readonly"]);

/** Whether a call may show a secret: by the files and programs that it names. */
export function mayShowSecret({ command, event, targets }: Call): boolean {
  if (command !== undefined) return commandMayShow(command);
  const input = event.toolInput ?? {};
  return targets.some(({ path }) => namesSecret(path)) ||
    ["file_path", "notebook_path", "path", "pattern", "glob"].some((key) =>
      namesSecret(String(input[key] ?? ""))
    );
}

/** Whether `text` may name a file that holds secrets. */
export function mayNameSecret(text: string): boolean {
  return namesSecret(text);
}

function namesSecret(text: string): boolean {
  const lower = text.toLowerCase();
  return PARTS.some((part) => lower.includes(part));
}

function commandMayShow(command: string): boolean {
  if (command.length > 4_000 || namesSecret(command)) return true;
  // A name may be put together, or only be matched by a pattern.
  if (mayHideName(command)) return true;
  const words = command.toLowerCase().split(" ").flatMap((word) => word.split("\n"));
  return words.some((word, at) => {
    const name = bare(word);
    if (PRINTERS.has(name)) return true;
    const next = words[at + 1];
    return LISTERS.has(name) &&
      (next === undefined || next === "" || next.startsWith("-p") || next.startsWith("-x") ||
        "|;>&)".includes(next[0]!) || name !== word);
  });
}

/** A word without the folder and the signs around it. */
function bare(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && !isLetter(word.charCodeAt(start))) start++;
  while (end > start && !isLetter(word.charCodeAt(end - 1)) && !isDigit(word.charCodeAt(end - 1))) end--;
  const text = word.slice(start, end);
  return text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("("), text.lastIndexOf("`")) + 1);
}

/** Quotes, escapes, variables and patterns inside of words: `.e""nv`, `.e*`, `.$X`. */
function mayHideName(command: string): boolean {
  if (command.includes("$'") || (command.includes("$") && command.includes("="))) return true;
  for (let at = command.indexOf("."); at >= 0; at = command.indexOf(".", at + 1)) {
    for (let next = at + 1; next < command.length && next < at + 12; next++) {
      const unit = command[next]!;
      if ("*?[{$\\".includes(unit)) return true;
      if (unit === '"' || unit === "'") {
        const after = command.charCodeAt(next + 1);
        if (isLetter(after) || command[next + 1] === unit) return true;
        break;
      }
      if (" /;|&)\n".includes(unit)) break;
    }
  }
  return command.includes("~/.") || command.includes("/proc/") || command.includes("/etc/");
}

/** Whether a call may write a secret: what it writes holds a run of letters and digits, or it goes where secrets are. */
export function mayWriteSecret({ command, targets }: Call): boolean {
  if (command !== undefined) return isDense(command);
  return targets.some(({ path, text, form }) => form !== "delete" && (namesSecret(path) || isDense(text)));
}

/** Whether a prompt may hold a secret. */
export function promptMayHoldSecret({ event: { prompt } }: Call): boolean {
  return prompt !== undefined && isDense(prompt);
}

/** Whether the output of a tool may hold a secret. */
export function outputMayHoldSecret({ event: { toolResponse } }: Call): boolean {
  return anyDense(toolResponse, 0);
}

function anyDense(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isDense(value);
  if (typeof value !== "object" || value === null) return false;
  return depth > 4 || Object.values(value).some((part) => anyDense(part, depth + 1));
}

/** Looking further than this costs more than loading the rest. */
const LONG = 2_000;
/** No secret that is worth a word is shorter. */
const SHORTEST = 10;

/** Whether `text` is long, or holds a run of signs without a blank that has a digit and a letter in it. */
function isDense(text: string): boolean {
  if (text.length > LONG || text.includes("PRIVATE KEY")) return text.length >= SHORTEST;
  let length = 0;
  let letter = false;
  let digit = false;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0x20;
    if (unit <= 0x20 || unit === 0x22 || unit === 0x27) {
      if (length >= SHORTEST && letter && digit) return true;
      length = 0;
      letter = digit = false;
    } else {
      length++;
      if (isLetter(unit)) letter = true;
      else if (isDigit(unit)) digit = true;
    }
  }
  return false;
}

function isLetter(unit: number): boolean {
  const folded = unit | 0x20;
  return folded >= 0x61 && folded <= 0x7a;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
