/** The prompt channel: the rules that fit, the best memories in full, skills by name, the body of a called skill. */
import { openKnowledge } from "./cache.ts";
import { focusOf } from "./focus.ts";
import { intentOf } from "./intent.ts";
import type { Occasion } from "./occasion.ts";
import { coversAny, sharesTopic } from "./outline.ts";
import { folds } from "./touched.ts";

/** So much of a prompt is looked at. */
const LONGEST = 20_000;

/** The text for a prompt; undefined where nothing is new. A prompt that can concern no item reads none. */
export async function tellPrompt(occasion: Occasion): Promise<{ text: string } | undefined> {
  const { event, os, root, place, room } = occasion;
  const prompt = event.prompt ?? "";
  if (event.payload === undefined || room === 0 || prompt.trim() === "") return undefined;
  const knowledge = await openKnowledge(place, root, [event.cwd]);
  if (knowledge === undefined) return undefined;
  const focus = focusOf(prompt, event.cwd, root, os);
  const { outline } = knowledge;
  const concerns = sharesTopic(outline.all, prompt.slice(0, LONGEST)) ||
    coversAny(outline, focus.paths, folds(os)) ||
    prompt.includes("::") || prompt.includes(".") || intentOf(prompt) === "explore";
  if (!concerns) return undefined;
  return await (await import("./answer_prompt.ts")).answerPrompt(occasion, knowledge, focus);
}
