/** For whom an answer is made. */
import { oneLine } from "../base/text.ts";
import { callerOf } from "../contract/caller.ts";
import {
  type Caller,
  type Contract,
  type ContractEvent,
  findEvent,
  loadContract,
  toldEvent,
} from "../contract/contract.ts";
import type { Addressee } from "../contract/render.ts";
import type { HookArguments } from "./arguments.ts";
import type { Request } from "./request.ts";

/** The events of the canonical vocabulary that an entry may name although nothing speaks on them. */
const KNOWN_EVENTS = [
  "SessionStart",
  "PreCompact",
  "PostCompact",
  "Stop",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "Notification",
  "SessionEnd",
];

/** Who reads the answer, as far as it is known. */
export interface Listener {
  contract?: Contract;
  event?: ContractEvent;
}

/** For whom the answer is made: the harness that calls, which may be another than the entry was written for. */
export function addresseeOf(
  request: Request,
  args: HookArguments,
  problems: string[],
  listener: Listener,
): Addressee & { caller: Caller | undefined } | undefined {
  const load = request.readers?.contract ?? loadContract;
  const named = load(request.assets, args.contract);
  if (named === undefined) {
    problems.push(`there is no contract ${oneLine(args.contract, 80)}`);
    return undefined;
  }
  const caller = callerOf(named, request.input.payload, request.env);
  const contract = caller === undefined ? named : load(request.assets, caller.id) ?? named;
  listener.contract = contract;
  const found = findEvent(contract, args.event, toldEvent(contract, request.input.payload));
  if (found !== undefined) return { contract, ...found, caller };
  if (caller !== undefined) {
    // It runs the entry all the same, so it reads the form that the entry was written for.
    const meant = findEvent(named, args.event, toldEvent(named, request.input.payload));
    listener.contract = named;
    return meant === undefined ? undefined : { contract: named, ...meant, caller };
  }
  if (!KNOWN_EVENTS.includes(args.event)) {
    problems.push(`${contract.title} has no event ${oneLine(args.event, 80)}`);
  }
  return undefined;
}
