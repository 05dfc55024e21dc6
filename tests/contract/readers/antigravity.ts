/**
 * What Antigravity makes of an answer, as others measured it: before a tool anything but silence and three decisions
 * refuses, also an empty object; before a request to the model steps are put in.
 */
import { isObject } from "../../../src/base/json.ts";
import { goingOn, objectIn, refusing, textAt } from "./object.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

export const antigravity: Reader = {
  read(event, { stdout, code }) {
    if (code !== 0) return { goesOn: true, fault: `exit code ${code}` };
    if (stdout.trim() === "") return UNTOUCHED;
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is no object" };
    if (event === "PreToolUse") {
      const reason = textAt(answer, "reason");
      if (answer["decision"] === "ask") return goingOn({ asked: reason });
      return answer["decision"] === "deny"
        ? refusing(reason)
        : { goesOn: false, fault: "an unknown decision refuses" };
    }
    const steps = answer["injectSteps"];
    if (event !== "PreInvocation" || !Array.isArray(steps)) {
      return { goesOn: true, fault: "nobody reads that here" };
    }
    const texts = steps.map((step) => isObject(step) ? textAt(step, "ephemeralMessage") : undefined);
    return texts.every((text) => text !== undefined)
      ? goingOn({ told: texts.join("\n") })
      : { goesOn: true, fault: "a step of another kind" };
  },
};
