/** What Cascade makes of an answer, from its documentation: exit code 2 and standard error, and nothing else. */
import { type Reader, UNTOUCHED } from "./reader.ts";

export const windsurf: Reader = {
  read(event, { stdout, stderr, code }) {
    if (stdout !== "") return { goesOn: true, fault: "nobody reads standard output" };
    if (code === 0) return UNTOUCHED;
    if (code !== 2) return { goesOn: true, fault: `ended with exit code ${code}` };
    if (!event.startsWith("pre_")) return { goesOn: true, fault: "refuses what has happened" };
    return stderr.trim() === ""
      ? { goesOn: false, fault: "refused without a reason" }
      : { goesOn: false, reason: stderr };
  },
};
