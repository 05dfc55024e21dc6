/** What is known of a standard input whose text is not. */
import { isKnown } from "./hole.ts";
import { type Frame, unknown } from "./job.ts";
import { findTarget } from "./find_target.ts";

/** One word or line of the standard input: its literal text where there is just one, else a hole. */
export function inputText(frame: Frame, label: string): string {
  const { stdin } = frame;
  if (isKnown(stdin)) {
    const lines = stdin.split("\n").filter((text) => text !== "");
    if (lines.length === 1) return lines[0] ?? "";
  }
  return sourceText(frame, label);
}

/** The words of a literal standard input, as `xargs` makes them; undefined: not known. */
export function inputWords(frame: Frame): string[] | undefined {
  const { stdin } = frame;
  if (stdin === undefined || stdin.length > 100_000) return undefined;
  const words: string[] = [];
  for (const match of stdin.matchAll(/(?:'[^']*'|"[^"]*"|\\[^]|[^\s'"\\])+/g)) {
    words.push(
      match[0].replace(/'([^']*)'|"([^"]*)"|\\([^])/g, (_all, one, two, three) => one ?? two ?? three),
    );
    if (words.length > 1_000) return undefined;
  }
  return words;
}

/** A hole for what the commands before the pipe print: below a folder, where they list one. */
function sourceText(frame: Frame, label: string): string {
  const lister = frame.pipedFrom.findLast((command) => command.name === "find" || command.name === "ls");
  if (lister === undefined) return unknown(frame, label, { from: frame.pipedFrom });
  const words = lister.words.slice(1).map((word) => ({ text: word.value ?? word.prefix, glob: word.glob }));
  if (lister.name === "find") {
    const { roots, tail } = findTarget(words.map(({ text }) => text));
    const root = roots.length === 1 ? roots[0] ?? "" : "";
    return root + unknown(frame, label, { nonEmpty: true, from: frame.pipedFrom }) + tail;
  }
  const listed = words.filter(({ text }) => !text.startsWith("-"));
  const pattern = listed.length === 1 && listed[0]?.glob ? listed[0].text : "";
  const start = /^[^*?[]*/.exec(pattern)?.[0] ?? "";
  return start + unknown(frame, label, { nonEmpty: true, from: frame.pipedFrom });
}
