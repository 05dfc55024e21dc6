import type { Os } from "../base/platform.ts";
import type { Event } from "../contract/event.ts";
import type { Policy } from "../policy/policy.ts";
import type { HookArguments } from "./arguments.ts";
import type { Request } from "./request.ts";

/** One event that is being answered. */
export interface Turn {
  readonly request: Request;
  readonly event: Event;
  /** The system whose paths the call speaks of. */
  readonly os: Os;
  readonly policy: Policy;
  readonly root: string;
  readonly args: HookArguments;
  readonly problems: string[];
  /** The longest text for the model that the harness takes on this event. */
  readonly room: number;
}
