/** Asks one guard or one context. */
import { homeFolder } from "../base/folders.ts";
import { isOn } from "../base/text.ts";
import type { Event } from "../contract/event.ts";
import type { Context, Moment } from "../context/moment.ts";
import { findContext } from "../context/registry.ts";
import type { Call } from "../guard/call.ts";
import type { Finding } from "../guard/finding.ts";
import type { Guard } from "../guard/guard.ts";
import { findGuard } from "../guard/registry.ts";
import { messageId } from "../message/id.ts";
import type { Action, Profile } from "../policy/action.ts";
import { setting, type Sourced } from "../policy/policy.ts";
import type { Heard } from "./heard.ts";
import { settle } from "./settle.ts";
import type { Turn } from "./turn.ts";

/** What was heard, where that is known at once, or the promise of it. */
type Asked = Heard | undefined | Promise<Heard | undefined>;

/** Asks the guard or the context that `argument` names. A message that is neither is told as it is. */
export function ask(turn: Turn, call: Call, argument: string): Asked {
  const id = messageId(argument);
  const guard = findGuard(id);
  if (guard !== undefined) return askGuard(turn, call, guard, argument);
  const context = findContext(id);
  if (context !== undefined) return askContext(turn, call, context, argument);
  return { argument, action: "advise" };
}

function askGuard(turn: Turn, call: Call, guard: Guard, argument: string): Asked {
  const { event } = turn;
  if (event.payload === undefined || !guard.events.includes(event.name)) return undefined;
  if (!takesTool(guard.tools, event)) return undefined;
  const policy = actionOf(turn, guard);
  if (policy.value === "off") {
    turn.request.observer?.heard({ id: guard.id, policy, finding: undefined, action: undefined });
    return undefined;
  }
  call.checkTime();
  const concerned = guard.concerns?.(call);
  return concerned === false
    ? weigh(turn, guard, argument, policy, undefined)
    : judge(turn, call, guard, argument, policy, concerned);
}

async function judge(
  turn: Turn,
  call: Call,
  guard: Guard,
  argument: string,
  policy: Sourced<Action>,
  concerned: boolean | undefined | Promise<boolean>,
): Promise<Heard | undefined> {
  const judged = await concerned === false ? undefined : await guard.judge(call, policy.value);
  return weigh(turn, guard, argument, policy, judged);
}

/** What becomes of a finding. */
function weigh(
  turn: Turn,
  guard: Guard,
  argument: string,
  policy: Sourced<Action>,
  judged: Finding | undefined,
): Heard | undefined {
  const finding = judged === undefined ? undefined : permitted(judged, turn.policy.profile.value);
  const { value } = policy;
  const action = finding === undefined || value === "off" ? undefined : settle(value, finding);
  turn.request.observer?.heard({ id: guard.id, policy, finding, action });
  if (finding === undefined || action === undefined) return undefined;
  return { argument, action, finding, protects: guard.protects === true };
}

/** Whether the tool of `event` is one of `tools`; none named: every one is. */
function takesTool(tools: readonly string[] | undefined, { toolName }: Event): boolean {
  return tools === undefined || tools.length === 0 || (toolName !== undefined && tools.includes(toolName));
}

/** In the profile `advisory` nothing is rewritten either; what was found is still told. */
function permitted(finding: Finding, profile: Profile): Finding {
  if (profile !== "advisory" || finding.rewrite === undefined) return finding;
  const { rewrite: _, ...told } = finding;
  return told;
}

/** Strict questions were a switch of their own before there were profiles; `advisory` still refuses nothing. */
function actionOf({ request, policy, args }: Turn, guard: Guard): Sourced<Action> {
  const sourced = policy.actionOf(guard.id, guard.actions);
  const strict = sourced.value === "advise" && guard.id === "pretooluse-askuserquestion-recommended" &&
    policy.profile.value !== "advisory" && (args.strict || isOn(setting(request, "CONFORMITY_STRICT")));
  return strict ? { value: "deny", source: args.strict ? "--strict" : "GARFIO_CONFORMITY_STRICT" } : sourced;
}

function askContext(turn: Turn, call: Call, context: Context, argument: string): Asked {
  const { request, event, policy, root } = turn;
  if (!context.events.includes(event.name) || !takesTool(context.tools, event)) return undefined;
  if (policy.actionOf(context.id, context.actions).value === "off") return undefined;
  const moment: Moment = {
    event,
    place: request,
    home: homeFolder(request),
    root,
    now: request.clock(),
    parentPid: request.parentPid,
    policy,
    argument,
    os: turn.os,
    room: turn.room,
    changes: call.targets,
    shell: call.shell,
    dry: request.observer !== undefined,
  };
  if (context.concerns?.(moment) === false) return undefined;
  return listenTo(context, moment);
}

async function listenTo(context: Context, moment: Moment): Promise<Heard | undefined> {
  const speech = await context.speak(moment);
  return speech === undefined ? undefined : { argument: moment.argument, action: "advise", speech };
}
