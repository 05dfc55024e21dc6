/** The files that a command line writes: redirects, here-documents, and the operands of commands that write. */
import type { ShellReading, ShellWord, SimpleCommand } from "../shell/reading.ts";

/** One file that would be written. */
export interface WriteTarget {
  readonly word: ShellWord;
  readonly cwd: string | undefined;
  /** The text that goes there, where the line tells. */
  readonly text: string;
}

const WRITING = new Set([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);
const NULL_DEVICES = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)|nul|\$null)$/i;

/** Options with a value, per command; the rest of the words are operands. */
const OPERANDS: Readonly<Record<string, { readonly withValue: readonly string[]; readonly last: boolean }>> =
  {
    tee: { withValue: [], last: false },
    touch: { withValue: ["-d", "-r", "-t", "--date", "--reference"], last: false },
    cp: { withValue: ["-S", "-t", "--suffix", "--target-directory"], last: true },
    mv: { withValue: ["-S", "-t", "--suffix", "--target-directory"], last: true },
    ln: { withValue: ["-S", "-t", "--suffix", "--target-directory"], last: true },
    install: {
      withValue: ["-g", "-m", "-o", "-S", "-t", "--group", "--mode", "--owner", "--target-directory"],
      last: true,
    },
    rsync: { withValue: ["-e", "--rsh", "--exclude", "--include"], last: true },
  };

/** PowerShell commands that write, and the parameters that name the file. */
const POWERSHELL =
  /^(?:out-file|set-content|add-content|sc|ac|new-item|ni|copy-item|cpi|cp|copy|move-item|mi|mv|move|tee-object)$/i;
const FILE_PARAMETER = /^-(?:filepath|path|literalpath|destination)$/i;

/** Every file that `reading` would write, in order. */
export function writeTargets(reading: ShellReading): WriteTarget[] {
  const found: WriteTarget[] = [];
  for (const command of reading.commands) {
    const text = command.redirects.find((redirect) => redirect.body !== undefined)?.body ?? "";
    const add = (word: ShellWord | undefined): void => {
      const value = word?.value ?? word?.prefix ?? "";
      if (word !== undefined && value !== "" && !NULL_DEVICES.test(value)) {
        found.push({ word, cwd: command.cwd, text });
      }
    };
    for (const redirect of command.redirects) {
      if (WRITING.has(redirect.operator)) add(redirect.target);
    }
    for (const word of reading.language === "posix" ? operands(command) : powershellOperands(command)) {
      add(word);
    }
  }
  return found;
}

function operands(command: SimpleCommand): ShellWord[] {
  const rule = command.name !== undefined && Object.hasOwn(OPERANDS, command.name)
    ? OPERANDS[command.name]!
    : undefined;
  if (rule === undefined) return command.name?.includes("-") ? powershellOperands(command) : [];
  const result: ShellWord[] = [];
  for (let index = 1; index < command.words.length; index++) {
    const word = command.words[index]!;
    const value = word.value ?? word.prefix;
    if (value === "-t" || value === "--target-directory") return command.words.slice(index + 1, index + 2);
    if (rule.withValue.includes(value)) index++;
    else if (!value.startsWith("-")) result.push(word);
  }
  return rule.last ? result.slice(1).slice(-1) : result;
}

function powershellOperands(command: SimpleCommand): ShellWord[] {
  if (command.name === undefined || !POWERSHELL.test(command.name)) return [];
  const named = command.words.findIndex((word) => FILE_PARAMETER.test(word.value ?? ""));
  if (named > 0) {
    const copies = /^(?:c|m)/i.test(command.name);
    const destination = command.words.findIndex((word) => /^-destination$/i.test(word.value ?? ""));
    const at = copies && destination > 0 ? destination : named;
    return command.words.slice(at + 1, at + 2);
  }
  const plain = command.words.slice(1).filter((word) => !(word.value ?? "").startsWith("-"));
  return /^(?:c|m)/i.test(command.name) ? plain.slice(1, 2) : plain.slice(0, 1);
}
