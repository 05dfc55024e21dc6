/** A command line that only starts one program, cut into its words. */

/** What makes a line more than one simple command, or its words unknowable. */
const MORE_THAN_ONE = /[;|<>()\n\r`$]/;

/**
 * The words of `line`, with quotes taken off. A backslash is an ordinary character (paths of Windows), except
 * before a blank, a quote or another backslash. A call operator of PowerShell in front is left out.
 * Undefined where the line does more than start one program.
 *
 * ```ts
 * import { commandWords } from "./command_words.ts";
 *
 * const words = commandWords('"/opt/my tools/garfio" hook Stop stop');
 * if (words?.[0] !== "/opt/my tools/garfio") throw new Error("the quotes count");
 * if (commandWords("garfio hook Stop || true") !== undefined) throw new Error("two commands");
 * ```
 */
export function commandWords(line: string): string[] | undefined {
  const text = line.trim().replace(/^&\s+/, "");
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const next = text[at + 1];
    if (quote === "'") {
      if (character === "'") quote = "";
      else word += character;
    } else if (character === "\\" && next !== undefined && /["\\]/.test(next)) {
      word = (word ?? "") + next;
      at++;
    } else if (quote === '"') {
      if (character === '"') quote = "";
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === "\\" && next !== undefined && /[\s']/.test(next)) {
      word = (word ?? "") + next;
      at++;
    } else if (/\s/.test(character) && character !== "\n" && character !== "\r") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (MORE_THAN_ONE.test(character) || character === "&") {
      return undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== "") return undefined;
  if (word !== undefined) words.push(word);
  return words;
}
