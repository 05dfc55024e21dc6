/** Asks whoever has something to say on an event. */
import type { Work } from "../automation/automation.ts";
import { AUTOMATIONS, findAutomation } from "../automation/registry.ts";
import { describeError } from "../base/errors.ts";
import { isOn, oneLine } from "../base/text.ts";
import { CONTEXTS } from "../context/registry.ts";
import type { Call } from "../guard/call.ts";
import { GUARDS } from "../guard/registry.ts";
import { messageId } from "../message/id.ts";
import { setting } from "../policy/policy.ts";
import { ask } from "./ask.ts";
import type { Due } from "./automate.ts";
import { buildCall } from "./call.ts";
import type { Heard } from "./heard.ts";
import type { Turn } from "./turn.ts";

/** What guards and contexts may use in all, in milliseconds: well before any harness's time-out. */
const TIME_FOR_GUARDS = 3_000;

/**
 * What automations may use, in milliseconds from the beginning of the call: their entries have 10 seconds, at the end
 * of a turn and in the background 60.
 */
const TIME_FOR_AUTOMATIONS = 8_000;
const TIME_AT_EASE = 45_000;

/** Asks everything that the entry lists, or everything that is bound to the event. A fault in one stops no other. */
export async function listen(turn: Turn): Promise<Heard[]> {
  const { request, event, args, problems } = turn;
  const named = args.messages.length > 0
    ? args.messages
    : [...CONTEXTS, ...GUARDS, ...AUTOMATIONS].filter(({ events }) => events.includes(event.name)).map((
      { id },
    ) => id);
  const begun = request.clock();
  const call = buildCall(
    turn.os === request.os ? request : { ...request, os: turn.os },
    event,
    turn.policy,
    turn.root,
    begun + TIME_FOR_GUARDS,
  );
  request.observer?.call(call);
  const debug = isOn(setting(request, "DEBUG"));
  const heard: Heard[] = [];
  const later: string[] = [];
  for (const argument of named) {
    if (findAutomation(messageId(argument)) !== undefined) {
      later.push(argument);
      continue;
    }
    const started = request.clock();
    try {
      const asked = ask(turn, call, argument);
      // Most have nothing to say and know it at once.
      const item = asked instanceof Promise ? await asked : asked;
      if (item !== undefined) heard.push(item);
    } catch (error) {
      await noteFailure(turn, argument, describeError(error));
    }
    if (debug) problems.push(`${oneLine(argument, 80)} took ${request.clock() - started} ms`);
  }
  if (later.length > 0) heard.push(...await automateLater(turn, call, later, heard, begun));
  return heard;
}

/**
 * The stage behind the guards: never on an event that one of them refused, or about which the operator is asked, and
 * never while somebody only looks on.
 */
async function automateLater(
  turn: Turn,
  call: Call,
  named: readonly string[],
  heard: readonly Heard[],
  begun: number,
): Promise<Heard[]> {
  const { request, event, policy, problems } = turn;
  if (event.payload === undefined || request.observer !== undefined) return [];
  if (heard.some(({ action }) => action !== "advise")) return [];
  const atEase = event.name === "Stop" || turn.args.background;
  const work: Work = {
    event,
    place: request,
    os: turn.os,
    root: turn.root,
    changes: call.targets,
    clock: request.clock,
    deadline: begun + (atEase ? TIME_AT_EASE : TIME_FOR_AUTOMATIONS),
    parentPid: request.parentPid,
    strict: policy.rules.profile === "strict",
    checker: policy.checker,
  };
  const due: Due[] = [];
  for (const argument of named) {
    const automation = findAutomation(messageId(argument))!;
    const { id, events, tools, actions, concerns } = automation;
    if (!events.includes(event.name) || !concerns(work)) continue;
    if (tools.length > 0 && event.toolName !== undefined && !tools.includes(event.toolName)) continue;
    const action = policy.actionOf(id, actions).value;
    if (action !== "off") due.push({ argument, automation, action });
  }
  if (due.length === 0) return [];
  try {
    const { automate } = await import("./automate.ts");
    return await automate(due, work, (argument, error) => noteFailure(turn, argument, error));
  } catch (error) {
    await noteFailure(turn, due[0]!.argument, describeError(error));
    return [];
  } finally {
    if (isOn(setting(request, "DEBUG"))) {
      problems.push(`automations took until ${request.clock() - begun} ms`);
    }
  }
}

async function noteFailure(
  { request, event, problems }: Turn,
  argument: string,
  error: string,
): Promise<void> {
  const guard = oneLine(messageId(argument), 80);
  problems.push(`${guard}: ${error}`);
  const { auditFailure } = await import("../state/audit.ts");
  await auditFailure(request, request.clock(), {
    kind: "guard-failed",
    event: event.name,
    harness: event.harness,
    session: event.sessionId,
    guard,
    error,
  });
}
