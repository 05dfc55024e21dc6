/** The cheap look at a text, before the rest of this folder is loaded: whether a secret could be in it at all. */
import { prefixPattern, SHAPES } from "./patterns.ts";

/** Below this there is no room for a secret worth a word. */
const SHORTEST = 12;
/** Looking at all of a long text costs as much as reading it. */
const LONG = 128 * 1_024;
const STEMS = /pass|pwd|secret|token|key|cred|auth|cookie|sess|bearer|:\/\//i;

/** False where `detect.ts` would find nothing that is worth a word. */
export function mayHoldSecret(text: string): boolean {
  if (text.length < SHORTEST) return false;
  return text.length > LONG || STEMS.test(text) || prefixPattern().test(text) ||
    SHAPES.some(({ anchor, beside }) => beside === undefined && text.includes(anchor));
}
