/** Puts into words what was heard, and renders it. Loaded only when there is something to say. */
import type { Event } from "../contract/event.ts";
import type { Outcome, Reply } from "../contract/outcome.ts";
import { type Addressee, refusesQuestion, render, unheard } from "../contract/render.ts";
import { nativeInput } from "../contract/rewrite.ts";
import { messageId } from "../message/id.ts";
import { advisoryTemplate, fill, operatorTemplate, type Values, wholeText } from "../message/message.ts";
import { loadMessage, type Message, procedureFile } from "../message/store.ts";
import type { JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import type { Heard } from "./heard.ts";
import { joinParts, type Part } from "./outcome.ts";
import type { Request } from "./request.ts";

/** The event that is answered. */
export interface Occasion {
  readonly request: Request;
  readonly addressee: Addressee;
  readonly event: Event;
  readonly root: string;
  /** Told before everything else: what an earlier event could not tell. */
  readonly kept: string | undefined;
  /** The same event reaches us through two sets of entries. */
  readonly twice: boolean;
  /** Only a decision is told: another entry of ours tells the rest. */
  readonly onlyDecision: boolean;
}

/** The reply that says all of `heard`. A missing message drops what needs it and is added to `problems`. */
export async function speak(
  occasion: Occasion,
  heard: readonly Heard[],
  problems: string[],
): Promise<Reply> {
  const parts: Part[] = [];
  for (const item of heard) {
    const part = partOf(occasion, item, problems);
    if (part === undefined) continue;
    parts.push(part);
    // What a context tells is no decision; what a guard saw is one, also where it was only remarked on.
    const decided = item.finding !== undefined || item.action !== "advise";
    if (decided && occasion.request.observer === undefined) await record(occasion, item);
  }
  const outcome = await toldOnce(occasion, withKept(asItCanBe(occasion, joinParts(parts)), occasion.kept));
  await keepUnheard(occasion, outcome);
  const whole = wholeInput(occasion, outcome);
  return render(
    occasion.addressee,
    whole === undefined ? { ...outcome, rewrite: undefined } : outcome,
    whole,
  );
}

/** A question that becomes a refusal says so. */
function asItCanBe({ request, addressee, root }: Occasion, outcome: Outcome): Outcome {
  const { decision } = outcome;
  if (decision === undefined || !refusesQuestion(addressee, outcome)) return outcome;
  const message = loadMessage(request, "cannot-ask", root);
  if (message === undefined) return outcome;
  const words = wholeText(message.source).replace(/^# .*\n+/, "").replaceAll("\n", " ");
  return { ...outcome, decision: { ...decision, reason: `${decision.reason}\n\n${words}` } };
}

function withKept(outcome: Outcome, kept: string | undefined): Outcome {
  if (kept === undefined) return outcome;
  return { ...outcome, context: outcome.context === undefined ? kept : `${kept}\n\n${outcome.context}` };
}

/** A refusal is told as often as it is asked for; what is only told is told once. */
async function toldOnce(occasion: Occasion, outcome: Outcome): Promise<Outcome> {
  const { request, event, twice, onlyDecision } = occasion;
  if (onlyDecision) return { ...outcome, context: undefined, note: undefined };
  if (!twice || outcome.context === undefined || request.observer !== undefined) return outcome;
  const { claimText } = await import("./once.ts");
  return claimText(request, event, outcome.context)
    ? outcome
    : { ...outcome, context: undefined, note: undefined };
}

/** What the model would not read of the answer to this event waits for the next one. */
async function keepUnheard({ request, addressee, event }: Occasion, outcome: Outcome): Promise<void> {
  if (addressee.event.contextLater !== true || request.observer !== undefined) return;
  const text = unheard(addressee, outcome);
  if (text === undefined) return;
  const { keepForLater } = await import("./later.ts");
  keepForLater(request, event, text);
}

/** The new input of the tool in the harness's own keys; undefined where there is none. */
function wholeInput({ event }: Occasion, { rewrite }: Outcome): JsonObject | undefined {
  if (rewrite === undefined || event.toolInput === undefined || event.nativeInput === undefined) {
    return rewrite;
  }
  return nativeInput(event.toolInput, rewrite, event.nativeInput);
}

function partOf(
  { request, root, addressee }: Occasion,
  heard: Heard,
  problems: string[],
): Part | undefined {
  const { action, finding, speech, protects = false } = heard;
  if (speech?.text !== undefined) return { action, text: speech.text, note: speech.note, protects };
  const message = loadMessage(request, heard.argument, root);
  if (message === undefined) {
    problems.push(`the message ${oneLine(heard.argument, 120)} is missing`);
    return undefined;
  }
  const unchanged = addressee.event.channels.rewrite === undefined ? finding?.withoutRewrite : undefined;
  const values = unchanged ?? finding?.values ?? speech?.values;
  if (values === undefined) return { action, text: wholeText(message.source), note: undefined, protects };
  const tells = speech?.tellOperator === true || finding?.tellOperator === true;
  const operator = tells ? operatorTemplate(message.source) : undefined;
  return {
    action,
    text: finding?.onlyOperator === true ? undefined : advisory(request, message, values, heard.lines),
    note: operator === undefined ? undefined : fill(operator, values),
    protects,
    rewrite: finding?.rewrite,
  };
}

function advisory(
  request: Request,
  message: Message,
  values: Values,
  lines: readonly string[] = [],
): string {
  const template = advisoryTemplate(message.source);
  const text = template === undefined ? wholeText(message.source) : fill(template, values);
  const file = procedureFile(request, message);
  return [file === undefined ? text : `${text} Full procedure: ${file}`, ...lines].join("\n");
}

async function record({ request, event }: Occasion, { argument, action, finding }: Heard): Promise<void> {
  const { audit } = await import("../state/audit.ts");
  audit(request, request.clock(), {
    kind: "decision",
    event: event.name,
    harness: event.harness,
    session: event.sessionId,
    guard: messageId(argument),
    action,
    tool: event.toolName,
    rule: finding?.rule,
  });
}
