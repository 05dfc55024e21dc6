/**
 * What Kiro makes of an answer, as others measured it on the closed programs: plain text of two events becomes context, a
 * tool is refused by exit code 2 with a reason on standard error, and nothing else is read.
 */
import { type Reader, UNTOUCHED } from "./reader.ts";

/** The names of both engines. */
const TELLS = ["SessionStart", "UserPromptSubmit", "agentSpawn", "userPromptSubmit"];
const REFUSES = ["PreToolUse", "preToolUse"];
/** What is longer is put into a file, and the model gets its beginning. */
const LONGEST = 3_000;

export const kiro: Reader = {
  read(event, { stdout, stderr, code }) {
    if (code !== 0 && code !== 2) return { goesOn: true, fault: `ended with exit code ${code}` };
    if (Math.max(stdout.length, stderr.length) > LONGEST + 1) return { goesOn: true, fault: "too long" };
    if (REFUSES.includes(event)) {
      if (code === 2) {
        return stderr.trim() === ""
          ? { goesOn: false, fault: "refused without a reason" }
          : { goesOn: false, reason: stderr };
      }
      return stdout === "" ? UNTOUCHED : { goesOn: true, fault: "nobody reads standard output here" };
    }
    if (code === 2) return { goesOn: true, fault: "exit code 2 is only a warning here" };
    if (TELLS.includes(event)) {
      if (stdout.startsWith("{")) return { goesOn: true, fault: "the model would read JSON" };
      if (stdout === "" && stderr !== "") return { goesOn: true, fault: "the model would read a fault" };
      return stdout === "" ? UNTOUCHED : { goesOn: true, told: stdout };
    }
    return stdout === "" ? UNTOUCHED : { goesOn: true, fault: "nobody reads standard output here" };
  },
};
