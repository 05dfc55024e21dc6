/** Decisions, as far as they can be told: what a person has answered, and sentences that say that something was decided. */
import { keepable } from "./words.ts";

const KEPT = 10;
const LENGTH = 200;
/** Sentences that state a choice; hints and questions are none. */
const STATES =
  /^(?:[-*] )?(?:\*\*)?decision\b|\b(?:(?:we|i|you|they) (?:have )?(?:decided|agreed|settled|opted)|(?:i am|i'm|we are|we're) going with|(?:i|we) (?:chose|will go with|(?:wi)?'ll go with)|it was (?:decided|agreed))\b/i;

/** Adds the decisions in `text`; `answer`: it is the answer to a question. */
export function addDecision(digest: { decisions: string[] }, text: string, answer = false): void {
  if (answer) return add(digest, text);
  // Prose only: code is full of words.
  const prose = text.slice(0, 20_000).replace(/```[^]*?(?:```|$)/g, "");
  if (!/decision|decided|agreed|settled|opted|going with|go with|chose/i.test(prose)) return;
  for (const sentence of prose.split(/\n+|(?<=[.!?])\s+/)) {
    if (sentence.length <= 400 && !sentence.trimEnd().endsWith("?") && STATES.test(sentence.trim())) {
      add(digest, sentence);
    }
  }
}

function add(digest: { decisions: string[] }, text: string): void {
  const kept = keepable(text.replace(/[*_]{2}/g, "").replace(/^\s*[-*] /, ""), LENGTH);
  if (kept === "") return;
  digest.decisions = [...digest.decisions.filter((one) => one !== kept), kept].slice(-KEPT);
}
