/** Calls after which something is gone: files, work, history, disks, data, machines. */
import type { Effect } from "../effect/effect.ts";
import type { ShellReading } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import { isLarge } from "./destructive/large.ts";
import { type Decision, decisionOf, type DecisionRow, type Judged, rowFor } from "./destructive/table.ts";
import type { Finding } from "./finding.ts";

const STRENGTH: readonly Decision[] = ["nothing", "advise", "ask", "deny"];

interface Judgement {
  readonly decision: Decision;
  readonly effect: Effect;
  readonly row: DecisionRow;
}

/** The worst that the call would do. */
export async function judgeDestructive(call: Call): Promise<Finding | undefined> {
  const { list, incomplete } = await call.effects();
  let worst: Judgement | undefined;
  for (const [index, effect] of list.entries()) {
    if ((index & 0x3f) === 0) call.checkTime();
    const judged = judgeEffect(call, effect);
    if (judged === undefined) continue;
    if (worst === undefined || STRENGTH.indexOf(judged.decision) > STRENGTH.indexOf(worst.decision)) {
      worst = judged;
    }
    if (worst.decision === "deny" && worst.row.always === true) break;
  }
  if (
    incomplete !== undefined &&
    (worst === undefined || STRENGTH.indexOf(worst.decision) < STRENGTH.indexOf("ask"))
  ) {
    const finding = judgeUnread(await call.shell(), incomplete);
    if (finding !== undefined) return finding;
  }
  return worst === undefined ? undefined : findingOf(worst);
}

function judgeEffect(call: Call, effect: Effect): Judgement | undefined {
  if (effect.verb === "read" || effect.verb === "write") return undefined;
  const row = rowFor(withSize(effect));
  if (row === undefined) return undefined;
  const decision = decisionOf(row, call.settings.profile);
  return decision === "nothing" ? undefined : { decision, effect, row };
}

/** How much is in a folder counts only where git does not have it. */
function withSize(effect: Effect): Judged {
  const { verb, recursive, target } = effect;
  if (verb !== "delete" || !recursive || target?.place !== "inside" || target.path === undefined) {
    return effect;
  }
  return isLarge(target.path) ? { ...effect, large: true } : effect;
}

function findingOf({ decision, effect, row }: Judgement): Finding {
  const { target, what, rule, range } = effect;
  return {
    values: {
      what,
      target: target?.text,
      why: row.why,
      instead: effect.instead ?? row.instead,
    },
    ...limits(decision, row.always),
    ...(range === undefined ? {} : { range }),
    rule,
  };
}

function limits(decision: Decision, always: true | undefined): Pick<Finding, "atMost" | "atLeast"> {
  if (decision === "advise") return { atMost: "advise" };
  if (decision === "ask") return { atMost: "ask" };
  return always === true ? { atLeast: "deny" } : {};
}

/** Words of which one may stand in what could not be read. */
const LOSSES =
  /(?:^|[^\w-])(?:rm|rmdir|unlink|shred|truncate|dd|mkfs|wipefs|del|erase|rd|ri|remove-item|format|drop|delete|destroy|prune|purge|reset|clean|push|dropdb|flushall|kill|shutdown|reboot)(?:$|[^\w-])/i;
/** Reasons that no honest line has. */
const HOSTILE = /deep|long|time|many|large|big/i;

/** A line that could not be read to its end. */
function judgeUnread(reading: ShellReading | undefined, incomplete: string): Finding | undefined {
  const text = reading?.text ?? "";
  const loses = LOSSES.test(text);
  if (!loses && !HOSTILE.test(incomplete)) return undefined;
  return {
    values: {
      what: "a command line that cannot be read to its end",
      target: incomplete,
      why: loses ? "a word that deletes stands in it" : "what is at its end may do anything",
      instead: "write it in shorter, simpler commands",
    },
    atMost: "ask",
    rule: "incomplete",
  };
}
