/** One event, from request to reply. Reads no process global, never exits, keeps nothing between calls. */
import type { Work } from "../automation/automation.ts";
import { AUTOMATIONS, findAutomation } from "../automation/registry.ts";
import { describeError } from "../base/errors.ts";
import { homeFolder } from "../base/folders.ts";
import { findGitRoot } from "../base/git_root.ts";
import { isWindowsPath, resolveLinks } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { isOn, oneLine } from "../base/text.ts";
import { callerOf } from "../contract/caller.ts";
import {
  type Caller,
  type Contract,
  type ContractEvent,
  findEvent,
  loadContract,
  toldEvent,
} from "../contract/contract.ts";
import type { Event } from "../contract/event.ts";
import { type Reply, SILENCE } from "../contract/outcome.ts";
import { MOST_CHARACTERS } from "../contract/limit.ts";
import type { Addressee } from "../contract/render.ts";
import { NO_CALL, plainCall } from "../contract/plain_call.ts";
import { translate } from "../contract/translate.ts";
import type { Context, Moment } from "../context/moment.ts";
import { CONTEXTS, findContext } from "../context/registry.ts";
import type { Call } from "../guard/call.ts";
import type { Finding } from "../guard/finding.ts";
import type { Guard } from "../guard/guard.ts";
import { findGuard, GUARDS } from "../guard/registry.ts";
import { messageId } from "../message/id.ts";
import type { Action, Profile } from "../policy/action.ts";
import { isSwitchedOff, loadPolicy, type Policy, setting, type Sourced } from "../policy/policy.ts";
import { type HookArguments, readHookArguments } from "./arguments.ts";
import type { Due } from "./automate.ts";
import { buildCall } from "./call.ts";
import type { Heard } from "./heard.ts";
import type { Request } from "./request.ts";
import { settle } from "./settle.ts";
import { silenceFor } from "./silence.ts";

/** What guards and contexts may use in all, in milliseconds: well before any harness's time-out. */
const TIME_FOR_GUARDS = 3_000;

/**
 * What automations may use, in milliseconds from the beginning of the call: their entries have 10 seconds, at the end
 * of a turn and in the background 60.
 */
const TIME_FOR_AUTOMATIONS = 8_000;
const TIME_AT_EASE = 45_000;

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
  "PostToolUseFailure",
  "SessionEnd",
];

/** Answers one hook call; silence where everything is switched off. */
export async function answer(request: Request): Promise<Reply> {
  return isSwitchedOff(request)
    ? { ...SILENCE, stdout: silenceFor(request) }
    : await answerSwitchedOn(request);
}

/**
 * Answers one hook call whose kill switch was looked at already. Whatever goes wrong, the reply is silence with a line
 * for the operator.
 */
export async function answerSwitchedOn(request: Request): Promise<Reply> {
  const problems: string[] = [];
  const listener: Listener = {};
  let reply = SILENCE;
  try {
    reply = await answerOrThrow(request, problems, listener);
  } catch (error) {
    problems.push(describeError(error));
  }
  const silent = reply.stdout === "" && reply.code === 0;
  const errors = problems.length === 0 || (silent && listener.event?.readsErrors === true)
    ? ""
    : stderrLine(problems);
  return {
    ...reply,
    stdout: silent ? listener.contract?.silence ?? "" : reply.stdout,
    // A reason stands there for some harnesses.
    stderr: `${reply.stderr}${errors}`,
  };
}

/** Who reads the answer, as far as it is known. */
interface Listener {
  contract?: Contract;
  event?: ContractEvent;
}

function stderrLine(problems: readonly string[]): string {
  return `garfio: ${oneLine(problems.join("; "), 1_000)}\n`;
}

async function answerOrThrow(request: Request, problems: string[], listener: Listener): Promise<Reply> {
  const args = readHookArguments(request.args);
  if (typeof args === "string") {
    problems.push(args);
    return SILENCE;
  }
  const addressee = addresseeOf(request, args, problems, listener);
  if (addressee === undefined) return SILENCE;
  const { contract, caller } = addressee;
  listener.event = addressee.event;
  // Where nothing can be said something may still be kept.
  const { channels, canonical, contextLater } = addressee.event;
  const mute = Object.keys(channels).length === 0 && contextLater !== true;
  if (mute && !CONTEXTS.some(({ events }) => events.includes(canonical))) return SILENCE;
  if (request.input.payload === undefined) problems.push(request.input.why);

  const { payload } = request.input;
  const read = plainCall(contract, addressee.event, payload) === undefined
    ? (await import("../contract/tool.ts")).canonicalCall
    : noReader;
  const event = translate(contract, addressee.event, payload, request, read);
  // A client on Windows may call an executable that runs in WSL: its paths are what counts for the call.
  const os: Os = isWindowsPath(event.cwd) ? "windows" : request.os;
  const folder = resolveLinks(event.cwd, os);
  const root = findGitRoot(folder, os, request.absent) ?? folder;
  if (request.observer === undefined && payload !== undefined && isSeldom(event.name, contract)) {
    (await import("../state/seen.ts")).noteSeen(request, contract.id, request.clock());
  }
  const policy = await loadPolicy(request, root, request.readers?.configuration);
  problems.push(...policy.problems);
  const onlyDecision = caller?.files !== undefined &&
    (await import("./own_entry.ts")).hasOwnEntry(request, caller, namesOf(contract, canonical), event.cwd);
  if (event.name === "SessionStart" && (onlyDecision || !await speaksFirst(request, contract, event))) {
    return SILENCE;
  }

  const room = channels.context === undefined && contextLater !== true
    ? 0
    : Math.min(addressee.event.limit ?? contract.limit, MOST_CHARACTERS);
  const turn: Turn = { request, event, os, policy, root, args, problems, room };
  const judged = await listen(turn);
  // What is told beside a refusal may never be read.
  const begins = judged.every(({ action }) => action === "advise") &&
    await beginsSession(request, addressee.event, event);
  const heard = begins ? [...await listenToStart(turn), ...judged] : judged;
  const kept = channels.context !== undefined && keepsContext(contract) && request.observer === undefined
    ? (await import("./later.ts")).takeKept(request, event)
    : undefined;
  if (heard.length === 0 && kept === undefined) return SILENCE;
  const { speak } = await import("./speak.ts");
  // A session start was claimed as a whole.
  const twice = event.name !== "SessionStart" && isShared(request, contract);
  return await speak({ request, addressee, event, root, kept, twice, onlyDecision }, heard, problems);
}

/** A plain call is read without it. */
const noReader = () => NO_CALL;

/** When a harness last called is noted on events that are not as many as calls of tools, if it has such. */
function isSeldom(name: string, { events }: Contract): boolean {
  const often = (canonical: string) => canonical === "PreToolUse" || canonical === "PostToolUse";
  if (!often(name)) return true;
  for (const native in events) if (!often(events[native]!.canonical)) return false;
  return true;
}

/** For whom the answer is made: the harness that calls, which may be another than the entry was written for. */
function addresseeOf(
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

/** Every event of the harness that stands for the canonical one. */
function namesOf({ events }: Contract, canonical: string): string[] {
  return Object.keys(events).filter((name) => events[name]!.canonical === canonical);
}

/** Whether some event of the harness leaves context to be told with a later one. */
function keepsContext({ events }: Contract): boolean {
  for (const name in events) if (events[name]!.contextLater === true) return true;
  return false;
}

/** Whether two sets of entries may bring us the same event; only a harness that imports has two. */
function isShared(request: Request, contract: Contract): boolean {
  return contract.importsClaudeCode ||
    contract.importerVariables.some((name) => request.env(name) !== undefined);
}

/** Whether this call is the one of two sets of entries that answers. */
async function speaksFirst(request: Request, contract: Contract, event: Event): Promise<boolean> {
  if (!isShared(request, contract) || event.payload === undefined) return true;
  return (await import("./once.ts")).claimStart(request, event);
}

/** Whether this event has to bring what a session is told when it starts. */
async function beginsSession(request: Request, table: ContractEvent, event: Event): Promise<boolean> {
  if (table.beginsSession !== true || event.agentId !== undefined || event.payload === undefined) {
    return false;
  }
  return request.observer === undefined && (await import("./once.ts")).claimSession(request, event);
}

/** What a session is told when it starts. */
async function listenToStart(turn: Turn): Promise<Heard[]> {
  const event = { ...turn.event, name: "SessionStart", source: "startup" };
  return await listen({ ...turn, event, args: { ...turn.args, messages: ["sessionstart"] } });
}

interface Turn {
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

/** Asks everything that the entry lists, or everything that is bound to the event. A fault in one stops no other. */
async function listen(turn: Turn): Promise<Heard[]> {
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
      const item = await ask(turn, call, argument);
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

async function ask(turn: Turn, call: Call, argument: string): Promise<Heard | undefined> {
  const id = messageId(argument);
  const guard = findGuard(id);
  if (guard !== undefined) return await askGuard(turn, call, guard, argument);
  const context = findContext(id);
  if (context !== undefined) return await askContext(turn, call, context, argument);
  // A message without a guard or context of its name is told as it is.
  return { argument, action: "advise" };
}

async function askGuard(turn: Turn, call: Call, guard: Guard, argument: string): Promise<Heard | undefined> {
  const { event } = turn;
  if (event.payload === undefined || !guard.events.includes(event.name)) return undefined;
  if (!takesTool(guard.tools, event)) return undefined;
  const policy = actionOf(turn, guard);
  if (policy.value === "off") {
    turn.request.observer?.heard({ id: guard.id, policy, finding: undefined, action: undefined });
    return undefined;
  }
  call.checkTime();
  const judged = await guard.concerns?.(call) === false ? undefined : await guard.judge(call, policy.value);
  const finding = judged === undefined ? undefined : permitted(judged, turn.policy.profile.value);
  const action = finding === undefined ? undefined : settle(policy.value, finding);
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

async function askContext(
  turn: Turn,
  call: Call,
  context: Context,
  argument: string,
): Promise<Heard | undefined> {
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
  const speech = await context.speak(moment);
  return speech === undefined ? undefined : { argument, action: "advise", speech };
}
