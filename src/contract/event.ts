/** The canonical event: the form of Claude Code's hook payload, whichever harness it came from. */

import type { JsonObject } from "../base/json.ts";
import type { NativeInput } from "./plain_call.ts";

/** What a harness told us, in canonical names. A key of the wrong type counts as missing. */
export interface Event {
  /** The canonical event name. */
  readonly name: string;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The working directory of the call; that of the process where the payload names none. */
  readonly cwd: string;
  /** The folder in which a shell call runs, where it is another one. */
  readonly toolCwd: string | undefined;
  readonly transcriptPath: string | undefined;
  /** Why a session started: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | undefined;
  readonly model: string | undefined;
  readonly toolName: string | undefined;
  readonly toolInput: JsonObject | undefined;
  /** What `toolInput` was made of; no guard looks at it. */
  readonly nativeInput: NativeInput | undefined;
  readonly toolResponse: unknown;
  readonly prompt: string | undefined;
  readonly stopHookActive: boolean;
  /** The id of the harness's contract; for the audit log only, no guard looks at it. */
  readonly harness: string;
  /** The payload in canonical keys, with everything that has no name above. Undefined: no payload came. */
  readonly payload: JsonObject | undefined;
}
