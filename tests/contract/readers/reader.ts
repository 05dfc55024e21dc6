/** What a harness makes of an answer: small models of the clients, written from what is known of each. */
import type { JsonObject } from "../../../src/base/json.ts";
import type { Os } from "../../../src/base/platform.ts";
import type { Reply } from "../../../src/contract/outcome.ts";

/** What a client does after a hook ended. */
export interface Effect {
  /** The tool runs, the prompt is sent, the turn ends: what was about to happen happens. */
  readonly goesOn: boolean;
  /** What the model is told beside it, in the order in which it reads it. */
  readonly told?: string;
  /** The reason that the model, or the operator where there is no model to tell, reads of a refusal. */
  readonly reason?: string;
  /** The operator is asked with this text. */
  readonly asked?: string;
  /** What the operator is shown. */
  readonly shown?: string;
  /** The input with which the tool runs instead. */
  readonly input?: JsonObject;
  /** The client reports a fault of the hook: always a defect of ours. */
  readonly fault?: string;
}

/** The model of one client. */
export interface Reader {
  /**
   * What the client does with `reply`.
   *
   * @param event its own name of the event
   * @param payload what it sent
   */
  readonly read: (event: string, reply: Reply, payload: JsonObject, os?: Os) => Effect;
}

/** Goes on and says nothing: what silence means everywhere. */
export const UNTOUCHED: Effect = { goesOn: true };
