/** The prompt channel: the rules that fit, the best memories in full, skills by name, the body of a called skill. */
import { oneLine } from "../base/text.ts";
import { openKnowledge } from "./cache.ts";
import { focusOf } from "./focus.ts";
import { claimMarks, readLedger } from "./ledger.ts";
import { heading, type Occasion } from "./occasion.ts";
import { byKindAndId } from "./print.ts";
import { type Piece, select, type Selection } from "./select_prompt.ts";
import { folds } from "./touched.ts";

/** The text for a prompt; undefined where nothing is new. */
export async function tellPrompt(occasion: Occasion): Promise<{ text: string } | undefined> {
  const { event, os, root, place, room } = occasion;
  const prompt = event.prompt ?? "";
  if (event.payload === undefined || room === 0 || prompt.trim() === "") return undefined;
  const knowledge = await openKnowledge(place, root, [event.cwd]);
  if (knowledge === undefined || knowledge.items.length === 0) return undefined;
  const focus = focusOf(prompt, event.cwd, root, os);
  const selection = select(knowledge, { prompt, focus, sent: readLedger(occasion), room, fold: folds(os) });
  if (selection.pieces.length === 0 && selection.ambiguous.length === 0) return undefined;
  const head = heading(occasion, "knowledge-prompt", { path: shownFocus(selection) });
  if (head === undefined) return undefined;
  const marks = selection.pieces.map(({ mark }) => mark);
  const mine = occasion.dry ? new Set(marks) : claimMarks(occasion, marks);
  // What was called is sent again, so another event that sent it takes nothing away.
  const kept = selection.pieces.filter(({ mark, item, form }) =>
    mine.has(mark) || (form === "body" && item.kind === "skill")
  );
  const text = promptText(head, { ...selection, pieces: kept });
  return text === undefined ? undefined : { text };
}

/** The paths that a heading names. */
export function shownFocus({ focus }: Pick<Selection, "focus">): string | undefined {
  return focus.paths.length === 0 ? undefined : oneLine(focus.paths.slice(0, 3).join(", "), 160);
}

/** The text in its fixed form: bodies by kind and id, then names, then skills. Undefined for nothing. */
export function promptText(head: string, selection: Selection): string | undefined {
  const { pieces, ambiguous } = selection;
  if (pieces.length === 0 && ambiguous.length === 0) return undefined;
  const of = (test: (piece: Piece) => boolean): string[] =>
    pieces.filter(test).sort((a, b) => byKindAndId(a.item, b.item)).map(({ text }) => text);
  const bodies = of(({ form }) => form === "body");
  const titles = of(({ form, item }) => form === "title" && item.kind !== "skill");
  const skills = of(({ form, item }) => form === "title" && item.kind === "skill");
  const parts = [
    head,
    ...bodies,
    titles.length === 0 ? undefined : ["Perhaps also, by name:", ...titles].join("\n"),
    skills.length === 0 ? undefined : ["Procedures, sent when called by name:", ...skills].join("\n"),
    ...ambiguous.map(({ name, items }) =>
      `Several skills are called ::${name}, so none was sent: ${items.map(({ file }) => oneLine(file, 200)).join(", ")}`
    ),
    selection.putOff === 0 || bodies.length === 0
      ? undefined
      : `${selection.putOff} more that fit did not go into this answer; they come with the next prompt that needs them.`,
  ];
  return parts.filter((part) => part !== undefined).join("\n\n");
}
