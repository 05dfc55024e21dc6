import type { JsonObject } from "../base/json.ts";

/** What we want to say about one event, before any harness's dialect. */
export interface Outcome {
  /** Text for the model. */
  readonly context: string | undefined;
  /** A refusal or a question, with its reason. */
  readonly decision:
    | { readonly action: "ask" | "deny"; readonly reason: string; readonly protects: boolean }
    | undefined;
  /** Text for the operator. */
  readonly note: string | undefined;
  /** The whole input with which the tool may run instead; never beside a refusal. */
  readonly rewrite: JsonObject | undefined;
}

/** What goes back to the harness. */
export interface Reply {
  /** Empty, or the whole answer. */
  readonly stdout: string;
  /** One line for the operator's log, or empty. */
  readonly stderr: string;
  readonly code: number;
}

/** Nothing to say: the silence that leaves the decision to the harness. */
export const SILENCE: Reply = { stdout: "", stderr: "", code: 0 };
