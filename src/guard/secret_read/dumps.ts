/** Commands that print the environment, or a variable whose name promises a secret. */
import type { ShellReading, SimpleCommand } from "../../shell/reading.ts";
import { isSecretName } from "../../secret/name.ts";
import { picksOrdinary, reachOf } from "./reach.ts";

/** What prints the environment in `command`, in a few words; undefined: nothing. */
export function dumpOf(reading: ShellReading, command: SimpleCommand): string | undefined {
  const { name } = command;
  if (name === undefined) return undefined;
  const args = command.words.slice(1).map((word) => word.value ?? word.prefix);
  const what = wholeDump(name, args, reading);
  if (what !== undefined) {
    return reachOf(reading, command) === "used" || picksOrdinary(reading, command) ? undefined : what;
  }
  if (name === "printenv") {
    const secret = args.find((arg) => !arg.startsWith("-") && isSecretName(arg));
    return secret === undefined || reachOf(reading, command) === "used" ? undefined : `printenv ${secret}`;
  }
  return printedVariable(reading, command);
}

function wholeDump(name: string, args: readonly string[], reading: ShellReading): string | undefined {
  const none = args.length === 0;
  if (name === "env") {
    // With an operand that is no assignment it runs that; the reader then calls it by the program's name.
    return args.every((arg, at) => /^-|=/.test(arg) || /^-[uCS]$/.test(args[at - 1] ?? ""))
      ? "env"
      : undefined;
  }
  if (name === "printenv") return args.every((arg) => arg.startsWith("-")) ? "printenv" : undefined;
  if (name === "set") return none && reading.language !== "powershell" ? "set" : undefined;
  if (name === "export" || name === "declare" || name === "typeset" || name === "readonly") {
    return args.every((arg) => /^-\w*[px]\w*$/.test(arg)) && (!none || name !== "readonly")
      ? `${name}${none ? "" : ` ${args[0]}`}`
      : undefined;
  }
  if (
    /^(?:get-childitem|gci|dir|ls|get-item|gi|get-content|gc|cat)$/.test(name) &&
    args.some((arg) => /^env:[\\/*]*$/i.test(arg))
  ) {
    return `${name} env:`;
  }
  return undefined;
}

const PRINTERS = /^(?:echo|printf|print|write-output|write-host)$/;

/** `echo $GITHUB_TOKEN`: not its length or whether it is set, and not on the way into a program. */
function printedVariable(reading: ShellReading, command: SimpleCommand): string | undefined {
  if (!PRINTERS.test(command.name ?? "")) return undefined;
  for (const word of command.words.slice(1)) {
    if (!word.dynamic || word.value !== undefined || (word.from?.length ?? 0) > 0) continue;
    for (const [, braced, bare, ps] of word.raw.matchAll(/\$\{(\w+)(?:\}|:-)|\$env:(\w+)|\$(\w+)/gi)) {
      const variable = braced ?? bare ?? ps;
      if (variable === undefined || !isSecretName(variable)) continue;
      return reachOf(reading, command) === "shown" && !writesFile(command)
        ? `${command.name} $${variable}`
        : undefined;
    }
  }
  return undefined;
}

/** A value that goes into a file is for the guard of writing. */
function writesFile({ redirects }: SimpleCommand): boolean {
  return redirects.some(({ operator, descriptor }) => operator.includes(">") && (descriptor ?? 1) === 1);
}

const CODE_DUMPS =
  /(?:\b(?:print|pprint|console\.(?:log|error|dir|table)|puts|pp?|var_dump|print_r|stringify|dumps|dict|inspect)\s{0,4}\(?\s{0,4}(?:dict\(|sorted\(|JSON\.stringify\(|json\.dumps\()?\s{0,4})(?:os\.environ|process\.env|ENV(?:\.to_h)?|Deno\.env\.toObject\(\)|\$_(?:ENV|SERVER)|getenv\(\)|Bun\.env)(?![\w.[]|\()/;

/** Whether the code of an interpreter prints its whole environment. */
export function codeDumps(code: string): boolean {
  return CODE_DUMPS.test(code) || /^\s*(?:process\.env|Bun\.env|Deno\.env\.toObject\(\))\s*;?\s*$/.test(code);
}
