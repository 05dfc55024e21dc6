/** What a guard saw. The text is in the message of the guard; a finding only fills its placeholders. */
import type { JsonObject } from "../base/json.ts";

export interface Finding {
  /** Values for the placeholders of the message's advisory; an empty or missing one drops its clause. */
  readonly values: Readonly<Record<string, string | number | undefined>>;
  /** No stronger action than this one, whatever the policy says: a hint that must never refuse. */
  readonly atMost?: "advise" | "ask";
  /** Refused where the policy would only ask: what cannot be made good. Where it advises, it still advises. */
  readonly atLeast?: "deny";
  /** The whole input of the tool as it may run instead; the call is then not refused. */
  readonly rewrite?: JsonObject;
  /** With `rewrite`: the values where the harness cannot change the input of a tool. */
  readonly withoutRewrite?: Readonly<Record<string, string | number | undefined>>;
  /** The message's `## Operator` section is filled and shown to the operator too. */
  readonly tellOperator?: boolean;
  /** With `tellOperator`: the model is told nothing. */
  readonly onlyOperator?: boolean;
  /** Where in the command line it is, for `garfio explain`. */
  readonly range?: { readonly start: number; readonly end: number };
  /** The row or pattern behind it, for `garfio explain` and the audit log. */
  readonly rule?: string;
}
