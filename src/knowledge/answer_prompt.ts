/** The answer to a prompt in its fixed form. Loaded only for a prompt that can concern an item. */
import { oneLine } from "../base/text.ts";
import type { Knowledge } from "./cache.ts";
import type { Focus } from "./focus.ts";
import { byKindAndId } from "./item.ts";
import { claimMarks, readLedger } from "./ledger.ts";
import { heading, type Occasion } from "./occasion.ts";
import { type Piece, select, type Selection } from "./select_prompt.ts";
import { folds } from "./touched.ts";

/** Chooses, records what it sends, and puts it into words. */
export function answerPrompt(
  occasion: Occasion,
  knowledge: Knowledge,
  focus: Focus,
): { text: string } | undefined {
  const { event, os, room } = occasion;
  const prompt = event.prompt ?? "";
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
      `Several skills are called ::${name}, so none was sent: ${
        items.map(({ file }) => oneLine(file, 200)).join(", ")
      }`
    ),
    selection.putOff === 0 || bodies.length === 0
      ? undefined
      : `${selection.putOff} more that fit did not go into this answer; they come with the next prompt that needs them.`,
  ];
  return parts.filter((part) => part !== undefined).join("\n\n");
}
