/** The files that a call changes or takes away, whichever tool does it and however certain it is. */
import { resolve } from "../../base/path.ts";
import type { Effect } from "../../effect/effect.ts";
import type { Call } from "../call.ts";
import { namedInPrograms } from "./named_in_programs.ts";

/** One file. */
export interface Touched {
  /** Its names: as given and, where they differ, with links followed. Absolute as far as they are known. */
  readonly paths: readonly string[];
  /** As it is shown. */
  readonly shown: string;
  /** `unclear`: a program names the file and writes something. */
  readonly how: "write" | "remove" | "unclear";
  /** The new content, all of it or what is put in, where it is known. */
  readonly text: string | undefined;
  /** What is replaced, where the tool names it. */
  readonly oldText: string | undefined;
  /** Whether it is all of the new content. */
  readonly whole: boolean;
  /** Whether something is there, as an effect tells it; undefined: look. */
  readonly exists: boolean | undefined;
  readonly range: Effect["range"];
}

/**
 * Every file that the call changes, in order.
 *
 * @param mayCount a cheap look at a path in the text of a program: only what passes it is given
 */
export async function touchedFiles(call: Call, mayCount: (path: string) => boolean): Promise<Touched[]> {
  if (call.command === undefined) {
    return call.targets.map((target) => ({
      paths: [target.absolute],
      shown: target.path,
      how: target.form === "delete" && call.event.toolName !== "NotebookEdit" ? "remove" : "write",
      text: target.text,
      oldText: target.oldText,
      whole: target.form === "content",
      exists: undefined,
      range: undefined,
    }));
  }
  const { list } = await call.effects();
  const found = list.flatMap((effect) => fromEffect(call, effect));
  const reading = await call.shell();
  if (reading !== undefined) found.push(...namedInPrograms(call, reading, found, mayCount));
  return found;
}

function fromEffect(call: Call, effect: Effect): Touched[] {
  const { verb, target } = effect;
  if (target === undefined || target.place === "nowhere" || effect.remote) return [];
  const removes = verb === "delete" || verb === "move";
  if (!removes && verb !== "write" && verb !== "overwrite") return [];
  // `git checkout -- file` brings back what was committed.
  if (!removes && effect.rule.startsWith("git")) return [];
  const given = resolve(call.cwd, target.text, call.os);
  return [{
    paths: target.path === undefined || target.path === given ? [given] : [target.path, given],
    shown: target.text,
    how: removes ? "remove" : "write",
    text: effect.text,
    oldText: undefined,
    whole: verb === "overwrite",
    exists: target.exists,
    range: effect.range,
  }];
}
