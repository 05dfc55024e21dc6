/** The tool channel: names and one line each of what holds for the path that is touched. Light on purpose. */
import { asString } from "../base/json.ts";
import { lacksPart, openKnowledge } from "./cache.ts";
import type { Occasion } from "./occasion.ts";
import { coversAny, mayTouch, sharesTopic } from "./outline.ts";
import { folds, fromRoot, saidIn, touchedBy } from "./touched.ts";

/** The names that are new for the path that a tool call touches. Most calls touch what nothing is written about. */
export async function tellPath(occasion: Occasion): Promise<{ text: string } | undefined> {
  const { event, os, root, place } = occasion;
  if (event.payload === undefined || occasion.room === 0) return undefined;
  let knowledge = await openKnowledge(place, root, [event.cwd]);
  if (knowledge === undefined) return undefined;
  const command = asString(event.toolInput?.["command"]);
  if (command !== undefined && occasion.changes.length === 0) {
    const { outline } = knowledge;
    const may = mayTouch(outline, command, fromRoot(event.cwd, root, os), folds(os)) ||
      sharesTopic(outline.wide, saidIn({ paths: [], text: command }));
    if (!may) return undefined;
  }
  const touched = await touchedBy(occasion);
  if (touched === undefined || touched.paths.length === 0) return undefined;
  if (lacksPart(knowledge, touched.absolute, place)) {
    knowledge = await openKnowledge(place, root, touched.absolute) ?? knowledge;
  }
  const { outline } = knowledge;
  const concerns = coversAny(outline, touched.paths, folds(os)) || sharesTopic(outline.wide, saidIn(touched));
  if (!concerns) return undefined;
  return await (await import("./tell_news.ts")).tellNews(occasion, touched, knowledge);
}
