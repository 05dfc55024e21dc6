/** Joins what was found and told into one outcome. */
import type { Outcome } from "../contract/outcome.ts";
import type { JsonObject } from "../base/json.ts";
import { type Action, stronger } from "../policy/action.ts";

/** One text with its action. */
export interface Part {
  readonly action: Exclude<Action, "off">;
  readonly text: string | undefined;
  /** For the operator. */
  readonly note: string | undefined;
  readonly protects: boolean;
  /** The tool's whole input as it may run instead. */
  readonly rewrite?: JsonObject | undefined;
}

/** The strongest action wins; texts stand in the order of `parts`, one blank line between. */
export function joinParts(parts: readonly Part[]): Outcome {
  const action = parts.reduce<Action>((strongest, part) => stronger(strongest, part.action), "off");
  const textsOf = (wanted: Action): string[] =>
    parts.filter((part) => part.action === wanted).map((part) => part.text).filter((text) =>
      text !== undefined
    );
  const notes = parts.map((part) => part.note).filter((note) => note !== undefined);
  const decision = action === "ask" || action === "deny" ? action : undefined;
  // A weaker decision beside the strongest one is told as context: it is no longer up to anybody.
  const told = parts.filter((part) => part.action !== decision).map((part) => part.text).filter((text) =>
    text !== undefined
  );
  return {
    context: told.length === 0 ? undefined : told.join("\n\n"),
    decision: decision === undefined ? undefined : {
      action: decision,
      reason: textsOf(decision).join("\n\n"),
      protects: parts.some((part) => part.action === decision && part.protects),
    },
    note: notes.length === 0 ? undefined : notes.join("\n"),
    rewrite: parts.find((part) => part.rewrite !== undefined)?.rewrite,
  };
}
