/** The rules that the operator, a pack or an approved project file adds. Loaded only where there are some. */
import { oneLine, oneLineWithEnd } from "../base/text.ts";
import { stronger } from "../policy/action.ts";
import { type LoadedRule, loadRules } from "../rule/load.ts";
import { type Fit, fitsRule, type Subject } from "../rule/match.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** The strongest of the rules that fit; of equals the first. */
export async function judgeRules(call: Call): Promise<Finding | undefined> {
  const { rules: sources } = call.settings;
  if (sources === undefined) return undefined;
  const { rules } = await loadRules(sources, call.os);
  const subject = subjectOf(call);
  let best: { rule: LoadedRule; fit: Fit } | undefined;
  let more = -1;
  for (const rule of rules) {
    call.checkTime();
    if (rule.profiles?.includes(sources.profile) === false) continue;
    const fit = await fitsRule(rule, subject);
    if (fit === undefined) continue;
    more++;
    if (best === undefined || stronger(rule.action, best.rule.action) !== best.rule.action) {
      best = { rule, fit };
    }
  }
  return best === undefined ? undefined : asFinding(best.rule, best.fit, more);
}

/** The call as rules see it. */
export function subjectOf(call: Call): Subject {
  return {
    event: call.event,
    os: call.os,
    root: call.root(),
    home: call.home,
    cwd: call.cwd,
    files: call.targets,
    command: call.command,
    shell: call.shell,
    effects: async () => (await call.effects()).list,
    tick: call.checkTime,
  };
}

function asFinding(rule: LoadedRule, { range, what }: Fit, more: number): Finding {
  return {
    values: {
      rule: rule.id,
      message: sentence(rule.message),
      instead: rule.instead === undefined ? undefined : sentence(rule.instead),
      what: what === undefined ? undefined : oneLineWithEnd(oneLine(what, 200), 50),
      more: more > 0 ? more : undefined,
    },
    rule: rule.id,
    ...(range === undefined ? {} : { range }),
    ...(rule.action === "deny" ? {} : { atMost: rule.action === "ask" ? "ask" : "advise" }),
  };
}

/** The text without the mark at its end, since the message sets its own. */
function sentence(text: string): string {
  return text.trim().replace(/[.!?\s]+$/, "");
}
