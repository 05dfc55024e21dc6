/** One event, from request to reply. Reads no process global, never exits, keeps nothing between calls. */
import { describeError } from "../base/errors.ts";
import { homeFolder } from "../base/folders.ts";
import { findGitRoot } from "../base/git_root.ts";
import { isWindowsPath, resolveLinks } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { isOn, oneLine } from "../base/text.ts";
import { findEvent, loadContract } from "../contract/contract.ts";
import type { Event } from "../contract/event.ts";
import { type Reply, SILENCE } from "../contract/outcome.ts";
import { render } from "../contract/render.ts";
import { translate } from "../contract/translate.ts";
import type { Context, Moment } from "../context/moment.ts";
import { CONTEXTS, findContext } from "../context/registry.ts";
import type { Call } from "../guard/call.ts";
import type { Guard } from "../guard/guard.ts";
import { findGuard, GUARDS } from "../guard/registry.ts";
import { advisoryTemplate, fill, operatorTemplate, type Values, wholeText } from "../message/message.ts";
import { loadMessage, type Message, messageId, procedureFile } from "../message/store.ts";
import { isSwitchedOff, loadPolicy, type Policy, setting } from "../policy/policy.ts";
import type { Action } from "../policy/action.ts";
import { audit } from "../state/audit.ts";
import { readHookArguments } from "./arguments.ts";
import { buildCall } from "./call.ts";
import { speaksFirst } from "./once.ts";
import { joinParts, type Part } from "./outcome.ts";
import type { Request } from "./request.ts";

/** What guards and contexts may use in all, in milliseconds: well before any harness's time-out. */
const TIME_FOR_GUARDS = 4_000;

/** The events of the canonical vocabulary that an entry may name although nothing speaks on them. */
const KNOWN_EVENTS = new Set([
  "SessionStart",
  "PreCompact",
  "PostCompact",
  "Stop",
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "Notification",
]);

/** Answers one hook call. Whatever goes wrong, the reply is silence with a line for the operator. */
export async function answer(request: Request): Promise<Reply> {
  const problems: string[] = [];
  try {
    const reply = await answerOrThrow(request, problems);
    return problems.length === 0 ? reply : { ...reply, stderr: stderrLine(problems) };
  } catch (error) {
    return { ...SILENCE, stderr: stderrLine([...problems, describeError(error)]) };
  }
}

function stderrLine(problems: readonly string[]): string {
  return `garfio: ${oneLine(problems.join("; "), 1_000)}\n`;
}

async function answerOrThrow(request: Request, problems: string[]): Promise<Reply> {
  if (isSwitchedOff(request)) return SILENCE;
  const args = readHookArguments(request.args);
  if (typeof args === "string") {
    problems.push(args);
    return SILENCE;
  }
  const contract = loadContract(request.assets, args.contract);
  if (contract === undefined) {
    problems.push(`there is no contract ${oneLine(args.contract, 80)}`);
    return SILENCE;
  }
  const found = findEvent(contract, args.event);
  if (found === undefined) {
    if (!KNOWN_EVENTS.has(args.event)) {
      problems.push(`${contract.title} has no event ${oneLine(args.event, 80)}`);
    }
    return SILENCE;
  }
  if (Object.keys(found.event.channels).length === 0) return SILENCE;
  if (request.input.payload === undefined) problems.push(request.input.why);

  const event = translate(contract, found.event, request.input.payload, request);
  // A client on Windows may call an executable that runs in WSL: its paths are what counts for the call.
  const os: Os = isWindowsPath(event.cwd) ? "windows" : request.os;
  const folder = resolveLinks(event.cwd, os);
  const root = findGitRoot(folder, os) ?? folder;
  const policy = await loadPolicy(request, root);
  problems.push(...policy.problems);
  if (
    event.name === "SessionStart" && event.payload !== undefined && !speaksFirst(request, contract, event)
  ) return SILENCE;

  const turn = new Turn(request, event, os, policy, root, args.strict, problems);
  const named = args.messages.length > 0 ? args.messages : everythingFor(event);
  const parts: Part[] = [];
  for (const message of named) {
    const part = await turn.partFor(message);
    if (part !== undefined) parts.push(part);
  }
  return render(contract, found.native, found.event, joinParts(parts));
}

/** The ids that speak on `event` when an entry names no message. */
function everythingFor(event: Event): string[] {
  return [...CONTEXTS, ...GUARDS].filter(({ events }) => events.includes(event.name)).map(({ id }) => id);
}

/** One event with what was looked up for it, so that each message argument costs no second look. */
class Turn {
  readonly #deadline: number;
  readonly #debug: boolean;
  #call: Call | undefined;
  #moment: Moment | undefined;

  constructor(
    readonly request: Request,
    readonly event: Event,
    readonly os: Os,
    readonly policy: Policy,
    readonly root: string,
    readonly strict: boolean,
    readonly problems: string[],
  ) {
    this.#deadline = request.clock() + TIME_FOR_GUARDS;
    this.#debug = isOn(setting(request, "DEBUG"));
  }

  /** What one message argument adds; undefined for nothing. A fault in it is a line for the operator, no more. */
  async partFor(argument: string): Promise<Part | undefined> {
    const id = messageId(argument);
    const started = this.request.clock();
    try {
      const guard = findGuard(id);
      if (guard !== undefined) return await this.#guardPart(guard, argument);
      const context = findContext(id);
      return context === undefined ? this.#plainPart(argument) : await this.#contextPart(context, argument);
    } catch (error) {
      const description = describeError(error);
      this.problems.push(`${oneLine(id, 80)}: ${description}`);
      audit(this.request, this.request.clock(), {
        kind: "guard-failed",
        event: this.event.name,
        harness: this.event.harness,
        session: this.event.sessionId,
        guard: oneLine(id, 80),
        error: description,
      });
      return undefined;
    } finally {
      if (this.#debug) this.problems.push(`${oneLine(id, 80)} took ${this.request.clock() - started} ms`);
    }
  }

  async #guardPart(guard: Guard, argument: string): Promise<Part | undefined> {
    const { event } = this;
    if (event.payload === undefined || !guard.events.includes(event.name)) return undefined;
    if (guard.tools.length > 0 && (event.toolName === undefined || !guard.tools.includes(event.toolName))) {
      return undefined;
    }
    const action = this.#actionOf(guard);
    if (action === "off") return undefined;
    this.#call ??= buildCall({ ...this.request, os: this.os }, event, this.policy, this.root, this.#deadline);
    this.#call.checkTime();
    const finding = await guard.judge(this.#call);
    if (finding === undefined) return undefined;
    const message = this.#message(argument);
    if (message === undefined) return undefined;
    const done = finding.atMost !== undefined && action !== "advise" &&
        (finding.atMost === "advise" || action === "deny")
      ? finding.atMost
      : action;
    if (done !== "advise") {
      audit(this.request, this.request.clock(), {
        kind: "decision",
        event: event.name,
        harness: event.harness,
        session: event.sessionId,
        guard: guard.id,
        action: done,
      });
    }
    return {
      action: done,
      text: this.#advisory(message, finding.values),
      note: undefined,
      protects: guard.protects === true,
    };
  }

  #actionOf(guard: Guard): Action {
    const { value } = this.policy.actionOf(guard.id, guard.actions);
    return value === "advise" && this.#isStrictFor(guard) ? "deny" : value;
  }

  /** Strict questions were a switch of their own before there were profiles; `advisory` still refuses nothing. */
  #isStrictFor(guard: Guard): boolean {
    return guard.id === "pretooluse-askuserquestion-recommended" &&
      this.policy.profile.value !== "advisory" &&
      (this.strict || isOn(setting(this.request, "CONFORMITY_STRICT")));
  }

  async #contextPart(context: Context, argument: string): Promise<Part | undefined> {
    if (!context.events.includes(this.event.name)) return undefined;
    if (this.policy.actionOf(context.id, context.actions).value === "off") return undefined;
    this.#moment ??= {
      event: this.event,
      place: this.request,
      home: homeFolder(this.request),
      root: this.root,
      now: this.request.clock(),
      parentPid: this.request.parentPid,
      policy: this.policy,
      // The context's own message may be given by its path.
      message: (id) => loadMessage(this.request, id === context.id ? argument : id, this.root),
    };
    const speech = await context.speak(this.#moment);
    if (speech === undefined) return undefined;
    if (speech.values === undefined) {
      return { action: "advise", text: speech.text, note: undefined, protects: false };
    }
    const message = this.#message(argument);
    if (message === undefined) return undefined;
    const operator = speech.tellOperator === true ? operatorTemplate(message.source) : undefined;
    return {
      action: "advise",
      text: this.#advisory(message, speech.values),
      note: operator === undefined ? undefined : fill(operator, speech.values),
      protects: false,
    };
  }

  /** A message without a guard or context of its name is told as it is. */
  #plainPart(argument: string): Part | undefined {
    const message = this.#message(argument);
    if (message === undefined) return undefined;
    return { action: "advise", text: wholeText(message.source), note: undefined, protects: false };
  }

  #message(argument: string): Message | undefined {
    const message = loadMessage(this.request, argument, this.root);
    if (message === undefined) this.problems.push(`the message ${oneLine(argument, 120)} is missing`);
    return message;
  }

  #advisory(message: Message, values: Values): string {
    const template = advisoryTemplate(message.source);
    const text = template === undefined ? wholeText(message.source) : fill(template, values);
    const file = procedureFile(this.request, message);
    return file === undefined ? text : `${text} Full procedure: ${file}`;
  }
}
