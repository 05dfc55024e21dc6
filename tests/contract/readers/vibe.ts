/** What Mistral Vibe makes of an answer: silence or one object on exit code 0; everything else is a failure of the hook. */
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import type { Reader } from "./reader.ts";

const KEYS = ["decision", "reason", "system_message", "hook_specific_output"];
const BEFORE = ["pre_tool", "before_tool"];
const AFTER = ["post_tool", "after_tool"];

export const vibe: Reader = {
  read(event, { stdout, code }) {
    if (code !== 0) return { goesOn: true, fault: `exit code ${code}` };
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is no object" };
    const stray = Object.keys(answer).find((key) => !KEYS.includes(key));
    if (stray !== undefined) return { goesOn: true, fault: `${stray} is not known` };
    const shown = textAt(answer, "system_message");
    if (answer["decision"] === "deny") {
      return AFTER.includes(event)
        ? { goesOn: true, fault: "the result of the tool is taken away" }
        : refusing(textAt(answer, "reason"), shown);
    }
    const specific = objectAt(answer, "hook_specific_output");
    return goingOn({
      told: AFTER.includes(event) ? textAt(specific, "additional_context") : undefined,
      input: BEFORE.includes(event) ? objectAt(specific, "tool_input") : undefined,
      shown,
    });
  },
};
