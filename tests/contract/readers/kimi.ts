/**
 * What Kimi makes of an answer. Both products read a refusal on three events, from an object on exit code 0; the newer one
 * gives the model what is on standard output beside a prompt.
 */
import { objectAt, objectIn, refusing, textAt } from "./object.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

const BLOCKS = ["PreToolUse", "UserPromptSubmit", "Stop"];

function reader(tells: boolean): Reader {
  return {
    read(event, { stdout, code }) {
      if (!BLOCKS.includes(event)) {
        return stdout === "" ? UNTOUCHED : { goesOn: true, fault: "nobody reads standard output here" };
      }
      if (code !== 0) return { goesOn: code !== 2, fault: `exit code ${code}` };
      if (stdout.trim() === "") return UNTOUCHED;
      const answer = objectIn(stdout);
      const specific = objectAt(answer, "hookSpecificOutput");
      if (specific?.["permissionDecision"] === "deny") {
        const message = textAt(answer, "message");
        // A message of its own would be shown in place of the reason.
        return refusing(message ?? textAt(specific, "permissionDecisionReason"));
      }
      return tells && event === "UserPromptSubmit"
        ? { goesOn: true, told: textAt(answer, "message") ?? stdout }
        : { goesOn: true, fault: "nobody reads that" };
    },
  };
}

export const kimi = reader(false);
export const kimiCode = reader(true);
