/**
 * Runs the regular expressions of rules: all ways through the pattern at once, character by character, so that time
 * grows with the length of the text and no pattern can make it hang.
 */
import { type CharacterClass, type Node, PatternError, readPattern } from "./pattern_syntax.ts";

export { PatternError } from "./pattern_syntax.ts";

/** A pattern that was read and found good. */
export interface Pattern {
  /** Whether it is found anywhere in `text`. `^` and `$` stand for the ends of lines. */
  readonly test: (text: string, tick: () => void) => boolean;
}

type Step =
  | { readonly do: "take"; readonly set: CharacterClass }
  | { readonly do: "assert"; readonly at: "start" | "end" | "word" | "no-word" }
  | { readonly do: "split"; to: readonly number[] }
  | { readonly do: "match" };

const MOST_STEPS = 2_000;
const LONGEST_TEXT = 32 * 1024;
/** How many characters pass between two looks at the clock. */
const TICK = 512;

/**
 * Makes `source` ready.
 *
 * @throws PatternError
 */
export function compilePattern(source: string): Pattern {
  const { tree, ignoreCase } = readPattern(source);
  const steps: Step[] = [];
  emit(tree, steps, { left: MOST_STEPS * 4 });
  add(steps, { do: "match" });
  return {
    test: (text, tick) => {
      const part = text.slice(0, LONGEST_TEXT);
      return run(steps, ignoreCase ? part.toLowerCase() : part, ignoreCase, tick);
    },
  };
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= MOST_STEPS) {
    throw new PatternError("the pattern is too large once its repetitions are written out");
  }
  return steps.push(step) - 1;
}

/** Empty groups make no steps but may be repeated too, so the work is counted as well. */
interface Budget {
  left: number;
}

function emit(node: Node, steps: Step[], budget: Budget): void {
  if (--budget.left < 0) {
    throw new PatternError("the pattern is too large once its repetitions are written out");
  }
  switch (node.kind) {
    case "class":
      add(steps, { do: "take", set: node });
      return;
    case "assert":
      add(steps, { do: "assert", at: node.at });
      return;
    case "sequence":
      for (const part of node.parts) emit(part, steps, budget);
      return;
    case "choice":
      emitChoice(node.parts, steps, budget);
      return;
    case "repeat": {
      for (let count = 0; count < node.least; count++) emit(node.part, steps, budget);
      if (node.most === undefined) emitLoop(node.part, steps, budget);
      else for (let count = node.least; count < node.most; count++) emitOptional(node.part, steps, budget);
    }
  }
}

function emitChoice(parts: readonly Node[], steps: Step[], budget: Budget): void {
  const split: Step = { do: "split", to: [] };
  add(steps, split);
  const starts: number[] = [];
  const exits: Extract<Step, { do: "split" }>[] = [];
  for (const part of parts) {
    starts.push(steps.length);
    emit(part, steps, budget);
    const exit: Step = { do: "split", to: [] };
    add(steps, exit);
    exits.push(exit);
  }
  split.to = starts;
  for (const exit of exits) exit.to = [steps.length];
}

function emitLoop(part: Node, steps: Step[], budget: Budget): void {
  const split: Step = { do: "split", to: [] };
  const start = add(steps, split);
  emit(part, steps, budget);
  add(steps, { do: "split", to: [start] });
  split.to = [start + 1, steps.length];
}

function emitOptional(part: Node, steps: Step[], budget: Budget): void {
  const split: Step = { do: "split", to: [] };
  const start = add(steps, split);
  emit(part, steps, budget);
  split.to = [start + 1, steps.length];
}

function run(steps: readonly Step[], text: string, ignoreCase: boolean, tick: () => void): boolean {
  let current: number[] = [];
  let next: number[] = [];
  // Which round a step was last entered in: each is entered once a round.
  const entered = new Int32Array(steps.length).fill(-1);
  for (let index = 0; index <= text.length; index++) {
    if (index % TICK === 0) tick();
    // A match may begin anywhere.
    if (enter(0, index, current)) return true;
    if (index === text.length) break;
    const code = text.charCodeAt(index);
    next = [];
    for (const at of current) {
      const step = steps[at]!;
      if (step.do === "take" && isIn(step.set, code, ignoreCase)) {
        if (enter(at + 1, index + 1, next)) return true;
      }
    }
    current = next;
  }
  return false;

  /** Adds `from` and all that it leads to without a character; true where that is the end of the pattern. */
  function enter(from: number, index: number, into: number[]): boolean {
    const open = [from];
    while (open.length > 0) {
      const at = open.pop()!;
      if (entered[at] === index) continue;
      entered[at] = index;
      const step = steps[at]!;
      if (step.do === "match") return true;
      if (step.do === "take") into.push(at);
      else if (step.do === "split") open.push(...step.to);
      else if (holds(step.at, text, index)) open.push(at + 1);
    }
    return false;
  }
}

function isIn(set: CharacterClass, code: number, ignoreCase: boolean): boolean {
  let found = false;
  for (const [low, high] of set.ranges) {
    if (low <= code && code <= high) {
      found = true;
      break;
    }
  }
  // The text is in lower case then; the set may be written in capitals.
  if (!found && ignoreCase && code >= 97 && code <= 122) {
    const upper = code - 32;
    found = set.ranges.some(([low, high]) => low <= upper && upper <= high);
  }
  return found !== set.not;
}

function holds(at: "start" | "end" | "word" | "no-word", text: string, index: number): boolean {
  if (at === "start") return index === 0 || text[index - 1] === "\n";
  if (at === "end") return index === text.length || text[index] === "\n" || text[index] === "\r";
  const border = isWord(text.charCodeAt(index - 1)) !== isWord(text.charCodeAt(index));
  return border === (at === "word");
}

function isWord(code: number): boolean {
  return code >= 48 && code <= 57 || code >= 65 && code <= 90 || code >= 97 && code <= 122 || code === 95;
}
