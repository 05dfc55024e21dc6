/**
 * What Grok Build (1.0) makes of an answer, as its guide and trials say: one object on exit code 0. Beside a refusal the
 * rest is dropped, and only the beginning of its reason reaches the model.
 */
import type { JsonObject } from "../../../src/base/json.ts";
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

/** The events whose answer is read, and the decisions that they know. */
const DECISIONS: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["allow", "deny", "ask", "defer"],
  PostToolUse: ["block"],
  PostToolUseFailure: [],
  UserPromptSubmit: ["block"],
  Stop: ["block"],
  SubagentStop: ["block"],
};

export const grok: Reader = {
  read(event, { stdout, code }) {
    const known = DECISIONS[event];
    if (known === undefined) {
      return stdout === "" ? UNTOUCHED : { goesOn: true, fault: "nobody reads standard output here" };
    }
    if (code !== 0) return { goesOn: code !== 2, fault: `exit code ${code}` };
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is not read" };
    const specific = objectAt(answer, "hookSpecificOutput");
    const decision = specific?.["permissionDecision"] ?? answer["decision"];
    if (decision !== undefined && !known.includes(String(decision))) {
      return { goesOn: true, fault: `the decision ${decision} is not read here` };
    }
    const reason = textAt(answer, "reason");
    if (decision === "deny" || decision === "block") return refusing(reason);
    return goingOn({ ...beside(event, specific), asked: decision === "ask" ? reason : undefined });
  },
};

function beside(event: string, specific: JsonObject | undefined) {
  // On the others it is thrown away, and at the end of a turn it would keep the turn open.
  const told = event.includes("ToolUse") ? textAt(specific, "additionalContext") : undefined;
  return { told, input: event === "PreToolUse" ? objectAt(specific, "updatedInput") : undefined };
}
