/**
 * What our plugin makes of an answer (OpenCode and its forks, Pi, Amp): one object of a few keys, or nothing. The plugin
 * itself is tried in `tests/contract/*_plugin_test.ts`.
 */
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import type { Reader } from "./reader.ts";

const KEYS = ["deny", "ask", "context", "note", "input"];

export const plugin: Reader = {
  read(_event, { stdout, stderr, code }) {
    if (code !== 0 || stderr !== "") {
      return { goesOn: true, fault: `exit code ${code}, standard error: ${stderr}` };
    }
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is no JSON object" };
    const stray = Object.keys(answer).find((key) => !KEYS.includes(key));
    if (stray !== undefined) return { goesOn: true, fault: `the plugin knows no ${stray}` };
    const shown = textAt(answer, "note");
    if (answer["deny"] !== undefined) return refusing(textAt(answer, "deny"), shown);
    return goingOn({
      told: textAt(answer, "context"),
      asked: textAt(answer, "ask"),
      input: objectAt(answer, "input"),
      shown,
    });
  },
};
