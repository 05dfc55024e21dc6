/** The external checker as the operator's file names it. */

/** The events on which a checker can be asked. */
export const CHECKER_EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit"] as const;

/** An external checker. Only the operator's file can name one. */
export interface CheckerSettings {
  /** A program by its absolute path, and its arguments. */
  readonly command: readonly string[] | undefined;
  /** An endpoint: `https:`, or `http:` on this machine. */
  readonly url: string | undefined;
  readonly events: readonly string[];
  /** Milliseconds for one answer. */
  readonly timeout: number;
  /** What a checker that fails or does not answer counts as: `open` is silence, `closed` a refusal. */
  readonly onFailure: "open" | "closed";
}

/** The longest that an answer may take: well before the time-out of the entries. */
export const LONGEST_CHECK = 5_000;
