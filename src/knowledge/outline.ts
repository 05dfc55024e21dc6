/** The least that tells whether an event can concern knowledge at all, so that most events read no item. */
import { covering } from "./glob.ts";
import type { Item } from "./item.ts";
import { runsOf, stem } from "./runs.ts";
import { isProjectWide } from "./scope.ts";

/** What a project's items have in common. */
export interface Outline {
  /** The different sets of globs of items that say where they hold. */
  readonly sets: readonly (readonly string[])[];
  /** The topics of rules and memories that hold for the whole project, each between blanks. */
  readonly wide: string;
  /** The topics of all items. */
  readonly all: string;
}

/** The outline of `items`. */
export function outlineOf(items: readonly Item[]): Outline {
  const sets = new Map<string, readonly string[]>();
  const wide = new Set<string>();
  const all = new Set<string>();
  for (const item of items) {
    const topics = item.topics.trim().split(" ");
    for (const topic of topics) all.add(topic);
    if (!isProjectWide(item)) sets.set(item.paths.join("\n"), item.paths);
    else if (item.kind !== "skill") { for (const topic of topics) wide.add(topic); }
  }
  const text = (topics: Set<string>) => ` ${[...topics].join(" ")} `;
  return { sets: [...sets.values()], wide: text(wide), all: text(all) };
}

/** Whether an item that says where it holds covers one of `paths`. */
export function coversAny({ sets }: Outline, paths: readonly string[], fold: boolean): boolean {
  return paths.some((path) => sets.some((globs) => covering(globs, path, fold) !== undefined));
}

/**
 * Whether a command line may touch what an item says it holds for: it names a folder of one of the globs, runs inside
 * one, or a glob names no folder. Reading a command line costs more than this look.
 */
export function mayTouch(
  { sets }: Outline,
  command: string,
  here: string | undefined,
  fold: boolean,
): boolean {
  const text = fold ? command.toLowerCase() : command;
  // What a variable, a pattern or another shell stands for is not seen here.
  if (/[$`*?~\\]/.test(text)) return true;
  return sets.some((globs) =>
    (here !== undefined && covering(globs, here, fold) !== undefined) || globs.some((glob) => {
      const names = (fold ? glob.toLowerCase() : glob).split("/").filter((name) => /^[^*?{!]+$/.test(name));
      return names.length === 0 || names.some((name) => text.includes(name));
    })
  );
}

/** Whether one of the words of `text` is one of `topics`. */
export function sharesTopic(topics: string, text: string): boolean {
  return topics.length > 2 && splitRuns(text).some((run) => topics.includes(` ${stem(run)} `));
}

/** As items are read: `camelCase` is two words. */
function splitRuns(text: string): string[] {
  return runsOf(text.replace(/([a-z\d])([A-Z])/g, "$1 $2"));
}
