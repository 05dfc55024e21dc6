/**
 * Finds secrets in any text. Pure, and linear in its length: every pattern is bounded, and nothing costly is tried
 * where a cheap look finds none of its marks.
 */
import { findAssignments } from "./assignment.ts";
import { findBearers, findBehindOptions, findInUrls } from "./position.ts";
import { findPrivateKeys } from "./private_key.ts";
import { merge, type Secret } from "./secret.ts";
import { findTokens } from "./token.ts";

export { atLeast, type Level, type Secret } from "./secret.ts";

/** The secrets in `text`, in order, none over another. */
export function detect(text: string): Secret[] {
  return merge([
    ...findTokens(text),
    ...findPrivateKeys(text),
    ...findInUrls(text),
    ...findAssignments(text),
    ...findBearers(text),
    ...findBehindOptions(text),
  ]);
}

/** The line of `text`, from 1 on, in which `offset` lies. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
