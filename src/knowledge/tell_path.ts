/** The tool channel: names and one line each of what holds for the path that is touched. Light on purpose. */
import { openKnowledge } from "./cache.ts";
import type { Occasion } from "./occasion.ts";
import { coversAny, sharesTopic } from "./outline.ts";
import { folds, saidIn, touchedBy } from "./touched.ts";

/** The names that are new for the path that a tool call touches. Most calls touch what nothing is written about. */
export async function tellPath(occasion: Occasion): Promise<{ text: string } | undefined> {
  const { event, os, root, place } = occasion;
  if (event.payload === undefined || occasion.room === 0) return undefined;
  const touched = await touchedBy(occasion);
  if (touched === undefined || touched.paths.length === 0) return undefined;
  const knowledge = await openKnowledge(place, root, touched.absolute);
  if (knowledge === undefined) return undefined;
  const { outline } = knowledge;
  const concerns = coversAny(outline, touched.paths, folds(os)) || sharesTopic(outline.wide, saidIn(touched));
  if (!concerns) return undefined;
  return await (await import("./tell_news.ts")).tellNews(occasion, touched, knowledge);
}
