/** Does what the entry lists after the guards, and turns what came of it into something to say. */
import type { Work } from "../automation/automation.ts";
import { type Listed, runAutomations } from "../automation/stage.ts";
import type { Finding } from "../guard/finding.ts";
import type { Action } from "../policy/action.ts";
import { settle } from "./settle.ts";
import type { Heard } from "./heard.ts";

/** An automation of the entry that the policy has not switched off. */
export interface Due extends Listed {
  readonly action: Exclude<Action, "off">;
}

/** What each of `due` has to say. `failed` is told of those that broke down, which stop no other. */
export async function automate(
  due: readonly Due[],
  work: Work,
  failed: (argument: string, error: string) => Promise<void>,
): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (const { argument, report, error } of await runAutomations(due, work)) {
    if (error !== undefined) await failed(argument, error);
    if (report === undefined) continue;
    const { values, lines, action, onlyOperator = false } = report;
    const finding: Finding = {
      values,
      ...(action === "deny" ? {} : { atMost: action ?? "advise" }),
      ...(onlyOperator ? { tellOperator: true, onlyOperator } : {}),
    };
    const policy = due.find((one) => one.argument === argument)!.action;
    heard.push({
      argument,
      action: settle(policy, finding),
      finding,
      protects: action !== undefined,
      ...(lines === undefined ? {} : { lines }),
    });
  }
  return heard;
}
