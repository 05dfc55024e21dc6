/** What a prompt is answered with: bodies, names and skills, within the measure of its depth. */
import type { Knowledge } from "./cache.ts";
import { calledSkills } from "./called_skills.ts";
import type { Focus } from "./focus.ts";
import { type Depth, depthOf, type Intent, intentOf, MEASURES } from "./intent.ts";
import type { Item } from "./item.ts";
import { bodyMark, type Sent, titleMark } from "./ledger.ts";
import { block, bodyOf, titleLine, tokensOf } from "./print.ts";
import { rank, type Ranked } from "./rank.ts";
import { isProjectWide } from "./scope.ts";

/** The whole text is never larger, in tokens and in UTF-16 units. */
const MOST_TOKENS = 3_000;
const MOST_CHARACTERS = 9_000;
const MOST_SKILLS = 8;
/** Without a path, a question about everything is answered with names; so many bodies at most. */
const BODIES_OF_OVERVIEW = 2;

/** One thing to send. */
export interface Piece {
  readonly item: Item;
  readonly form: "body" | "title";
  readonly text: string;
  readonly mark: string;
}

/** What became of one item. */
export interface Verdict {
  readonly item: Item;
  readonly fate: "body" | "title" | "delivered" | "put off" | "left out";
  readonly score: number;
  readonly why: string;
}

/** What is sent, and what became of every item. */
export interface Selection {
  readonly intent: Intent;
  readonly depth: Depth;
  readonly focus: Focus;
  readonly pieces: readonly Piece[];
  /** Names of skills that several items share. */
  readonly ambiguous: readonly { readonly name: string; readonly items: readonly Item[] }[];
  readonly putOff: number;
  readonly verdicts: readonly Verdict[];
}

/** Where the selection is made. */
export interface Wish {
  readonly prompt: string;
  readonly focus: Focus;
  readonly sent: Sent;
  /** What the harness takes. */
  readonly room: number;
  readonly fold: boolean;
}

/** Chooses. Reads the bodies of what it sends, and nothing else. */
export function select(knowledge: Knowledge, wish: Wish): Selection {
  const { prompt, focus, sent, fold } = wish;
  const intent = intentOf(prompt);
  const depth = depthOf(intent);
  const measure = MEASURES[depth];
  const overview = intent === "explore" && focus.paths.length === 0;
  const ranked = rank(knowledge, prompt, focus, fold);
  const { called, ambiguous } = calledSkills(knowledge.items, prompt);
  const pieces: Piece[] = [];
  const verdicts: Verdict[] = [];
  let putOff = 0;
  let tokens = 0;
  let allTokens = 0;
  let characters = 0;
  let bodies = 0;
  const most = Math.min(MOST_CHARACTERS, wish.room - 600);

  const add = (item: Item, form: Piece["form"], text: string, mark: string): boolean => {
    const size = tokensOf(text);
    if (allTokens + size > MOST_TOKENS || characters + text.length + 2 > most) return false;
    allTokens += size;
    characters += text.length + 2;
    pieces.push({ item, form, text, mark });
    return true;
  };
  const note = (
    { item, score, why }: Pick<Ranked, "item" | "score" | "why">,
    fate: Verdict["fate"],
    more = "",
  ) => verdicts.push({ item, fate, score, why: more === "" ? why : `${why}; ${more}` });
  const title = (one: Ranked, more = ""): void => {
    const mark = titleMark(one.item, one.glob);
    if (sent.has(mark)) note(one, "delivered", "its name is known");
    else if (add(one.item, "title", titleLine(one.item), mark)) note(one, "title", more);
    else note(one, "left out", "no room");
  };

  for (const item of called) {
    const one = { item, score: 0, why: `called as ::${item.id.replace(/^.*[/:]/, "")}` };
    const body = bodyOf(knowledge.root, item);
    // A call is a request: the body comes again even if it was sent before.
    if (body !== undefined && add(item, "body", block(item, body), bodyMark(item))) note(one, "body");
    else {note(
        one,
        "left out",
        body === undefined ? "its file cannot be read" : "it is too long; open the file",
      );}
  }
  const rest = ranked.filter(({ item }) => !called.includes(item));

  const later: Ranked[] = [];
  for (
    const one of rest.filter(({ item, worth }) => item.kind !== "skill" && worth === "body").sort(byNeed)
  ) {
    if (sent.has(bodyMark(one.item))) {
      note(one, "delivered", "its text is known");
      continue;
    }
    const limit = overview ? BODIES_OF_OVERVIEW : measure.bodies;
    const body = bodies >= limit ? undefined : bodyOf(knowledge.root, one.item);
    const text = body === undefined ? undefined : block(one.item, body);
    const size = text === undefined ? 0 : tokensOf(text);
    // The first always goes out, however long it is for its depth.
    const fits = text !== undefined && (bodies === 0 || tokens + size <= measure.tokens);
    if (fits && add(one.item, "body", text, bodyMark(one.item))) {
      bodies++;
      tokens += size;
      note(one, "body");
    } else later.push(one);
  }
  let titles = measure.titles;
  for (const one of later) {
    const tooLong = one.item.size > MOST_CHARACTERS;
    if (!tooLong) putOff++;
    if (tooLong && titles-- > 0) title(one, "too long to send; its file can be opened");
    else note(one, "put off", "the measure of this prompt is full; it comes next time");
  }
  for (const one of rest) {
    if (one.item.kind === "skill") continue;
    const asTitle = one.worth === "title" || (overview && one.worth === "out" && one.by === "words");
    if (one.worth === "body") continue;
    if (!asTitle) note(one, "left out");
    else if (sent.has(bodyMark(one.item))) note(one, "delivered", "its text is known");
    else if (titles-- > 0) title(one);
    else note(one, "left out", "enough names for this depth");
  }
  let skills = MOST_SKILLS;
  for (const one of rest) {
    if (one.item.kind !== "skill") continue;
    const offered = one.worth !== "out" || (overview && isProjectWide(one.item));
    if (!offered) note(one, "left out");
    else if (skills-- > 0) title(one);
    else note(one, "left out", "enough skills for this prompt");
  }
  return { intent, depth, focus, pieces, ambiguous, putOff, verdicts };
}

/**
 * Rules that fit the words of the prompt, then such memories, then what only its path brings: else the rules of one
 * folder would fill every answer. The order within stays.
 */
function byNeed(a: Ranked, b: Ranked): number {
  return need(a) - need(b);
}

function need({ item, fits, by }: Ranked): number {
  const certain = fits || by !== "path" || (item.kind === "rule" && item.priority === "high");
  return (certain ? 0 : 2) + (item.kind === "rule" ? 0 : 1);
}
