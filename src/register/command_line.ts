/** The line that starts a program, for each shell that a harness may hand it to. */
import type { EntryShell } from "./registration.ts";

/** A word that no shell reads in another way. */
const PLAIN = /^[\w:./\\@%+=,-]+$/;
/** The same, by the rules that hold in cmd and PowerShell at once. */
const PLAIN_ON_WINDOWS = /^[\w:.\\/~-]+$/;

/**
 * One line that starts `words` (the program first) in `shell`. The program's path is always quoted, so that a blank in it
 * never parts it; `checkPath` has refused the characters that quoting does not tame.
 *
 * ```ts
 * import { commandLine } from "./command_line.ts";
 *
 * const line = commandLine(["C:\\Program Files\\garfio.exe", "hook", "Stop"], "powershell");
 * if (line !== '& "C:\\Program Files\\garfio.exe" hook Stop') throw new Error(line);
 * ```
 */
export function commandLine(words: readonly string[], shell: EntryShell): string {
  const [program = "", ...rest] = words;
  const behind = rest.map((word) => PLAIN.test(word) ? ` ${word}` : ` "${word}"`).join("");
  switch (shell) {
    case "posix":
      // Git Bash takes a path of Windows with slashes; a backslash would be read as quoting.
      return `"${/^[A-Za-z]:\\/.test(program) ? program.replaceAll("\\", "/") : program}"${behind}`;
    case "cmd":
      // Without quotes PowerShell reads it too, should that be the shell.
      return PLAIN_ON_WINDOWS.test(program) ? `${program}${behind}` : `"${program}"${behind}`;
    case "powershell":
      // A quoted path alone is a text to PowerShell, which it prints.
      return `& "${program}"${behind}`;
    case "any-windows":
      return PLAIN_ON_WINDOWS.test(program) ? `${program}${behind}` : `& "${program}"${behind}`;
  }
}
