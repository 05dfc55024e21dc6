/** One event, from request to reply. Reads no process global, never exits, keeps nothing between calls. */
import { describeError } from "../base/errors.ts";
import { findGitRoot } from "../base/git_root.ts";
import { isWindowsPath, resolveLinks } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { oneLine } from "../base/text.ts";
import type { Contract, ContractEvent } from "../contract/contract.ts";
import type { Event } from "../contract/event.ts";
import { type Reply, SILENCE } from "../contract/outcome.ts";
import { MOST_CHARACTERS } from "../contract/limit.ts";
import { NO_CALL, plainCall } from "../contract/plain_call.ts";
import { translate } from "../contract/translate.ts";
import { CONTEXTS } from "../context/registry.ts";
import { isSwitchedOff, loadPolicy } from "../policy/policy.ts";
import { addresseeOf, type Listener } from "./addressee.ts";
import { readHookArguments } from "./arguments.ts";
import type { Heard } from "./heard.ts";
import { listen } from "./listen.ts";
import type { Request } from "./request.ts";
import { silenceFor } from "./silence.ts";
import type { Turn } from "./turn.ts";

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
