/** Puts into words what was heard, and renders it. Loaded only when there is something to say. */
import { audit } from "../state/audit.ts";
import type { Contract, ContractEvent } from "../contract/contract.ts";
import type { Event } from "../contract/event.ts";
import type { Reply } from "../contract/outcome.ts";
import { render } from "../contract/render.ts";
import { messageId } from "../message/id.ts";
import { advisoryTemplate, fill, operatorTemplate, type Values, wholeText } from "../message/message.ts";
import { loadMessage, type Message, procedureFile } from "../message/store.ts";
import { oneLine } from "../base/text.ts";
import type { Heard } from "./heard.ts";
import { joinParts, type Part } from "./outcome.ts";
import type { Request } from "./request.ts";

/** The event that is answered. */
export interface Occasion {
  readonly request: Request;
  readonly contract: Contract;
  /** The event's name in the harness's dialect. */
  readonly native: string;
  readonly contractEvent: ContractEvent;
  readonly event: Event;
  readonly root: string;
}

/** The reply that says all of `heard`. A missing message drops what needs it and is added to `problems`. */
export function speak(occasion: Occasion, heard: readonly Heard[], problems: string[]): Reply {
  const parts: Part[] = [];
  for (const item of heard) {
    const part = partOf(occasion, item, problems);
    if (part === undefined) continue;
    parts.push(part);
    // What a context tells is no decision; what a guard saw is one, also where it was only remarked on.
    const decided = item.finding !== undefined || item.action !== "advise";
    if (decided && occasion.request.observer === undefined) record(occasion, item);
  }
  return render(occasion.contract, occasion.native, occasion.contractEvent, joinParts(parts));
}

function partOf(
  { request, root, contractEvent }: Occasion,
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
  const unchanged = contractEvent.channels.rewrite === undefined ? finding?.withoutRewrite : undefined;
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

function record({ request, event }: Occasion, { argument, action, finding }: Heard): void {
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
