/** From an outcome to the envelope that a harness reads on one event. */
import { isObject, type JsonObject } from "../base/json.ts";
import { cutAtLine } from "../base/text.ts";
import type { Channel, Contract, ContractEvent, Template } from "./contract.ts";
import { MOST_CHARACTERS } from "./limit.ts";
import { type Outcome, type Reply, SILENCE } from "./outcome.ts";

/** What a reply is made for. */
export interface Addressee {
  readonly contract: Contract;
  /** The event's name in the harness's dialect. */
  readonly native: string;
  readonly event: ContractEvent;
}

/**
 * The one answer for `outcome`. What the event has no channel for is replaced as the contract's `degrade` says,
 * or dropped; with nothing left the reply is silence.
 *
 * @param whole the tool's new input in the harness's own keys, where `outcome` holds one
 */
export function render(addressee: Addressee, outcome: Outcome, whole?: JsonObject): Reply {
  const { contract, event } = addressee;
  const parts = new Map<Channel, string[]>();
  const say = (channel: Channel, text: string): void => {
    if (event.channels[channel] === undefined || text.trim() === "") return;
    parts.set(channel, [...(parts.get(channel) ?? []), text]);
  };
  const decision = outcome.decision;
  if (decision !== undefined) {
    const channel = decisionChannel(contract, event, decision.action, decision.protects);
    say(channel, decision.reason);
  }
  if (outcome.context !== undefined) say("context", outcome.context);
  if (outcome.note !== undefined) say("note", outcome.note);
  // A refusal beside it would win; and nothing is approved that the harness would not run by itself.
  const rewrite = parts.has("deny") ? undefined : whole ?? outcome.rewrite;
  const rewrites = rewrite !== undefined && event.channels.rewrite !== undefined;
  if (parts.size === 0 && !rewrites) {
    return contract.silence === undefined ? SILENCE : { ...SILENCE, stdout: contract.silence };
  }

  const limit = Math.min(event.limit ?? contract.limit, MOST_CHARACTERS);
  let answer: unknown;
  // A question and an approval are one field: the question is what is asked for, so it comes last.
  if (rewrites) answer = instantiate(event.channels.rewrite!, { ...addressee, text: "", input: rewrite });
  for (const [channel, texts] of parts) {
    const text = cutAtLine(texts.join("\n\n").toWellFormed(), limit);
    answer = merge(answer, instantiate(event.channels[channel]!, { ...addressee, text, input: undefined }));
  }
  return asReply(answer);
}

/**
 * What of `outcome` would be told as context if the event had that channel: undefined where it has, or nothing would.
 */
export function unheard({ contract, event }: Addressee, { context, decision }: Outcome): string | undefined {
  if (event.channels.context !== undefined) return undefined;
  const weakened = decision !== undefined &&
    decisionChannel(contract, event, decision.action, decision.protects) === "context";
  const texts = [weakened ? decision.reason : undefined, context].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

/** Whether a question of `outcome` is put as a refusal, since the harness cannot ask on the event. */
export function refusesQuestion({ contract, event }: Addressee, { decision }: Outcome): boolean {
  return decision?.action === "ask" && event.channels.deny !== undefined &&
    decisionChannel(contract, event, "ask", decision.protects) === "deny";
}

/** An answer as it goes out: `$stderr` and `$code` at its top are no part of standard output. */
function asReply(answer: unknown): Reply {
  if (!isObject(answer)) return { stdout: String(answer), stderr: "", code: 0 };
  const { $stderr, $code, ...rest } = answer;
  return {
    stdout: Object.keys(rest).length === 0 ? "" : JSON.stringify(rest),
    stderr: typeof $stderr === "string" ? `${$stderr}\n` : "",
    code: typeof $code === "number" ? $code : 0,
  };
}

function decisionChannel(
  contract: Contract,
  event: ContractEvent,
  action: "ask" | "deny",
  protects: boolean,
): Channel {
  if (event.channels[action] !== undefined) return action;
  if (action === "ask") {
    const next = protects ? contract.degrade.ask.protecting : contract.degrade.ask.other;
    return next === "deny" ? decisionChannel(contract, event, "deny", protects) : next;
  }
  return contract.degrade.deny;
}

interface Values extends Addressee {
  readonly text: string;
  readonly input: JsonObject | undefined;
}

function instantiate(template: Template, values: Values): unknown {
  if (Array.isArray(template)) return template.map((value: Template) => instantiate(value, values));
  if (typeof template === "object") {
    return Object.fromEntries(
      Object.entries(template).map(([key, value]) => [key, instantiate(value, values)]),
    );
  }
  switch (template) {
    case "$text":
      return values.text;
    case "$event":
      return values.native;
    case "$canonical":
      return values.event.canonical;
    case "$input":
      return values.input;
    default:
      return template;
  }
}

function merge(a: unknown, b: unknown): unknown {
  // Beside plain text an object can carry a refusal, which must not be lost.
  if (isObject(a) && !isObject(b)) return a;
  if (!isObject(a) || !isObject(b)) return b;
  const result: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    result[key] = Object.hasOwn(result, key) ? merge(result[key], value) : value;
  }
  return result;
}
