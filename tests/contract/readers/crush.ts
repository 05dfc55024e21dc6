/** What Crush makes of an answer: an object on exit code 0; 2 refuses, 49 ends the turn, anything else is a fault. */
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import type { Reader } from "./reader.ts";

const KEYS = ["version", "decision", "halt", "reason", "context", "updated_input"];

export const crush: Reader = {
  read(_event, { stdout, stderr, code }, payload) {
    if (code === 2) return refusing(stderr.trim() || undefined);
    if (code !== 0) return { goesOn: true, fault: `exit code ${code}` };
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is not read" };
    // Beside this key of Claude Code's no other one is looked at.
    const stray = Object.keys(answer).find((key) => !KEYS.includes(key));
    if (stray !== undefined) return { goesOn: true, fault: `${stray} is not read` };
    if (answer["halt"] === true) return { goesOn: false, fault: "the turn ends" };
    if (answer["decision"] === "allow") return { goesOn: true, fault: "the tool runs without a question" };
    const told = textAt(answer, "context");
    if (answer["decision"] === "deny") return refusing(textAt(answer, "reason"));
    const patch = objectAt(answer, "updated_input");
    return goingOn({ told, input: patch && { ...objectAt(payload, "tool_input"), ...patch } });
  },
};
