/**
 * What goose makes of an answer: a block before a tool and at the end of a turn, whatever the exit code; anything else
 * that is not silence counts as no decision, which refuses where the entry says so.
 */
import { objectIn, refusing, textAt } from "./object.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

export const goose: Reader = {
  read(event, { stdout, stderr, code }) {
    if (event !== "PreToolUse" && event !== "Stop") {
      return stdout === "" ? UNTOUCHED : { goesOn: true, fault: "nobody reads standard output here" };
    }
    if (code === 2) return refusing(stderr.trim() || undefined);
    if (stdout === "" && code === 0) return UNTOUCHED;
    const answer = stdout.startsWith("{") ? objectIn(stdout) : undefined;
    return answer?.["decision"] === "block"
      ? refusing(textAt(answer, "reason"))
      : { goesOn: true, fault: "no decision" };
  },
};
