import type { Call, Target } from "../call.ts";
import { HINTS } from "./hints.ts";
import { languageOf } from "./language.ts";

/** Whether a file that the call changes may hold a primitive: the cheap look that spares loading the rules. */
export function filesMayEvaluate(call: Call): boolean {
  return call.targets.some(mayHold);
}

function mayHold(target: Target): boolean {
  if (target.form === "delete" || target.text === "") return false;
  const language = target.form === "cell" ? undefined : languageOf(target.path, target.text);
  // Notebooks and documents hold several languages; a part without an extension may be a script.
  if (language === undefined) return target.form === "cell" || !/\.\w+$/.test(target.path);
  return !Object.hasOwn(HINTS, language) || HINTS[language as keyof typeof HINTS].test(target.text);
}
