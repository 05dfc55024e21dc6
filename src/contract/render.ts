/** From an outcome to the envelope that a harness reads on one event. */
import type { JsonObject } from "../base/json.ts";
import { cutAtLine } from "../base/text.ts";
import type { Channel, Contract, ContractEvent, Template } from "./contract.ts";
import { MOST_CHARACTERS } from "./limit.ts";
import { type Outcome, type Reply, SILENCE } from "./outcome.ts";

/**
 * The one answer for `outcome`. What the event has no channel for is replaced as the contract's `degrade` says,
 * or dropped; with nothing left the reply is silence.
 */
export function render(contract: Contract, native: string, event: ContractEvent, outcome: Outcome): Reply {
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
  const rewrite = decision?.action === "deny" ? undefined : outcome.rewrite;
  const rewrites = rewrite !== undefined && event.channels.rewrite !== undefined;
  if (parts.size === 0 && !rewrites) return SILENCE;

  const limit = Math.min(contract.limit, MOST_CHARACTERS);
  let answer: unknown;
  for (const [channel, texts] of parts) {
    const text = cutAtLine(texts.join("\n\n").toWellFormed(), limit);
    answer = merge(answer, instantiate(event.channels[channel]!, native, text));
  }
  if (rewrites) answer = merge(answer, instantiate(event.channels.rewrite!, native, "", rewrite));
  return { stdout: typeof answer === "string" ? answer : JSON.stringify(answer), stderr: "", code: 0 };
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

function instantiate(template: Template, native: string, text: string, input?: JsonObject): unknown {
  if (typeof template !== "string") {
    return Object.fromEntries(
      Object.entries(template).map(([key, value]) => [key, instantiate(value, native, text, input)]),
    );
  }
  if (template === "$text") return text;
  if (template === "$event") return native;
  return template === "$input" ? input : template;
}

function merge(a: unknown, b: unknown): unknown {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return b;
  const result: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    result[key] = Object.hasOwn(result, key) ? merge(result[key], value) : value;
  }
  return result;
}
