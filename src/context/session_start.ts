/** What a session is told when it begins, once. */
import { oneLine } from "../base/text.ts";
import { hasKnowledge } from "../knowledge/gate.ts";
import { wholeMessage } from "./message.ts";
import type { Moment, Speech } from "./moment.ts";
import { sessionSummary } from "./session/summary.ts";
import { knowledgeDrift } from "./start/drift.ts";
import { memorySummary } from "./start/memory.ts";
import { planSummary } from "./start/plan.ts";
import { rulesPointer } from "./start/rules_pointer.ts";
import { skillIndex } from "./start/skill_index.ts";

function sessionLine({ event }: Moment): string | undefined {
  const facts = [
    event.source === undefined ? undefined : `started by ${oneLine(event.source, 40)}`,
    event.model === undefined ? undefined : `model ${oneLine(event.model, 80)}`,
    event.agentType === undefined || event.agentType === ""
      ? undefined
      : `agent ${oneLine(event.agentType, 80)}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? undefined : `Session: ${facts.join(", ")}.`;
}

/** A part of the start that the policy can switch off. */
export type StartPart =
  | "postcompact"
  | "sessionstart"
  | "skill-index"
  | "knowledge-overview"
  | "compaction-state"
  | "session-summary";

/**
 * The start text: recovery and kept state after a compaction, session, memory, plan, posture, rules, skill index, drift,
 * knowledge, and what the last session in this worktree has left.
 */
export async function sessionStart(
  moment: Moment,
  isOn: (part: StartPart) => boolean,
): Promise<Speech | undefined> {
  const { event } = moment;
  if (event.payload === undefined) return undefined;
  const compacted = event.source === "compact";
  if (compacted) (await import("./start/compaction.ts")).noteCompaction(moment);
  const recovery = compacted && isOn("postcompact") ? wholeMessage(moment, "postcompact") : undefined;
  const blocks = isOn("sessionstart")
    ? [
      sessionLine(moment),
      memorySummary(moment),
      planSummary(moment),
      wholeMessage(moment, "sessionstart"),
      rulesPointer(moment),
      isOn("skill-index") ? skillIndex(moment) : undefined,
      knowledgeDrift(moment),
    ]
    : [];
  const kept = compacted && isOn("compaction-state")
    ? (await import("./session/compaction_state.ts")).keptState(moment)
    : undefined;
  const text = [recovery, kept, ...blocks].filter((block) => block !== undefined && block !== "").join(
    "\n\n",
  );
  const known = await knowledge(moment, isOn("knowledge-overview"), text.length);
  const told = [text, known?.text].filter((part) => part !== undefined && part !== "").join("\n\n");
  // Last, since it is the longest and the first that can do without its end.
  const room = Math.max(0, moment.room - told.length - 200);
  const summary = isOn("session-summary") ? await sessionSummary(moment, room) : undefined;
  const all = [told, summary].filter((part) => part !== undefined && part !== "").join("\n\n");
  return all === "" ? undefined : { text: all, note: known?.note };
}

/** The overview of the project's knowledge. What was told before a compaction or a clear counts as forgotten. */
async function knowledge(moment: Moment, isOn: boolean, used: number): Promise<Speech | undefined> {
  if (!hasKnowledge(moment.root, moment.place.os)) return undefined;
  const { forget, overview } = await import("../knowledge/overview.ts");
  // A text that is cut would be recorded as told, so it takes what is left.
  const beginning = { ...moment, room: moment.room - used - 200 };
  forget(beginning);
  const head = isOn ? wholeMessage(moment, "knowledge-overview") : undefined;
  return head === undefined ? undefined : await overview(beginning, head);
}
