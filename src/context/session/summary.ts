/** What a new session is told of the project and of the session before it in the same worktree. */
import { cutAtLine, isOff, oneLine } from "../../base/text.ts";
import { setting } from "../../policy/policy.ts";
import { wholeMessage } from "../message.ts";
import type { Moment } from "../moment.ts";
import { withoutEscapes } from "./escapes.ts";
import { projectLine } from "./project.ts";
import { earlierRecords, pruneRecords } from "./records.ts";
import { tellingText } from "./record_file.ts";

/** Less is not worth its heading. */
const LEAST = 200;

/** Starts on which a session is new; without a word about it, it is. */
const NEW = ["startup", undefined];

/**
 * The part `session-summary`: one line about the project, and the record of the newest session of this worktree,
 * marked as history. Old records are removed on the way.
 */
export async function sessionSummary(moment: Moment, room: number): Promise<string | undefined> {
  const { event, policy, place } = moment;
  if (!NEW.includes(event.source)) return undefined;
  if (!moment.dry) pruneRecords(moment, policy.session.keepDays);
  if (isOff(setting(place, "SESSION_START_CONTEXT"))) return undefined;
  const line = projectLine(moment);
  const most = Math.min(policy.session.maxCharacters, room);
  const history = most < LEAST ? undefined : await historyOf(moment, most - (line?.length ?? 0) - 2);
  const text = [line, history].filter((part) => part !== undefined).join("\n\n");
  return text === "" || policy.session.maxCharacters === 0 ? undefined : text;
}

async function historyOf(moment: Moment, most: number): Promise<string | undefined> {
  const head = wholeMessage(moment, "session-summary");
  if (head === undefined) return undefined;
  for (const { written, text } of earlierRecords(moment)) {
    // Most projects have no record, and hiding secrets is the larger part of what is loaded for one.
    const { redact } = await import("../../secret/redact.ts");
    const telling = tellingText(redact(withoutEscapes(text)));
    if (telling === undefined) continue;
    const body = telling.split("\n").map((line) => plain(line)).join("\n");
    const when = `Written ${new Date(written).toISOString().slice(0, 16).replace("T", " ")} UTC.`;
    return cutAtLine(`${head}\n\n${when}\n\n${body}\n\nEnd of the history.`, most);
  }
  return undefined;
}

/** A line without signs that hide or steer; its indentation stays. */
function plain(line: string): string {
  const indent = /^ {0,8}/.exec(line)?.[0] ?? "";
  return `${indent}${oneLine(line, 600)}`;
}
