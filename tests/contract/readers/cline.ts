/**
 * What Cline makes of an answer. Both builds read one object; the extension on every event but the end of a task, the
 * command line client before and after a tool alone.
 */
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

const READS: Readonly<Record<string, readonly string[]>> = {
  TaskStart: ["contextModification", "cancel", "errorMessage"],
  TaskResume: ["contextModification", "cancel", "errorMessage"],
  UserPromptSubmit: ["contextModification", "cancel", "errorMessage"],
  PreToolUse: ["contextModification", "cancel", "errorMessage"],
  PostToolUse: ["contextModification", "cancel", "errorMessage"],
  tool_call: ["contextModification", "cancel", "errorMessage", "overrideInput"],
  tool_result: ["contextModification", "cancel", "errorMessage"],
};

export const cline: Reader = {
  read(event, { stdout, code }) {
    const keys = READS[event] ?? [];
    if (code !== 0) return { goesOn: true, fault: `exit code ${code}` };
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is no object" };
    const stray = Object.keys(answer).find((key) => !keys.includes(key));
    if (stray !== undefined) return { goesOn: true, fault: `${stray} is not read here` };
    if (Object.keys(answer).length === 0) return UNTOUCHED;
    // Beside a refusal context is thrown away.
    if (answer["cancel"] === true) return refusing(textAt(answer, "errorMessage"));
    return goingOn({
      told: textAt(answer, "contextModification"),
      input: objectAt(answer, "overrideInput"),
    });
  },
};
