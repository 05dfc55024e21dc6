/** Changes of the files in which harnesses read their hooks. */
import { join } from "../../base/path.ts";
import { readSmall } from "../../base/read_small.ts";
import { asString, isObject } from "../../base/json.ts";
import type { Call } from "../call.ts";
import type { Touched } from "../config_protection/touched.ts";
import { CONCERNS_HOOKS, countOurs, hookPart, switchesOff } from "./hook_part.ts";
import { surfaceOf, surfacesBelow } from "./hook_surfaces.ts";

const LARGEST = 1024 * 1024;

/** What a change of one file does to hooks; undefined: nothing. */
export function judgeSurface(call: Call, touched: Touched): "deny" | "ask" | undefined {
  const path = touched.paths.find((one) => surfaceOf(one, call.os) !== undefined);
  if (path === undefined) return touched.how === "remove" ? judgeFolder(call, touched) : undefined;
  const before = readSmall(path, LARGEST);
  const isAll = surfaceOf(path, call.os) === "hooks";
  if (touched.how === "remove") {
    if (before === undefined || countOurs(before) > 0) return before === undefined ? "ask" : "deny";
    return isAll || hookPart(before) !== "" ? "ask" : undefined;
  }
  // No notebook is here; the tool only gets past guards that look at others.
  if (call.event.toolName === "NotebookEdit") return "deny";
  if (touched.how === "unclear") return "ask";
  const after = afterwards(call, touched, before);
  if (after !== undefined) return compare(before ?? "", after, isAll);
  const mentions = `${touched.oldText ?? ""}\n${touched.text ?? call.command ?? ""}`;
  if (touched.oldText !== undefined && countOurs(touched.oldText) > countOurs(touched.text ?? "")) {
    return "deny";
  }
  if (touched.text !== undefined && switchesOff(touched.text)) return "deny";
  // What a program writes there cannot be seen; what a patch or an edit brings can.
  return isAll || touched.text === undefined || CONCERNS_HOOKS.test(mentions) ? "ask" : undefined;
}

function compare(before: string, after: string, isAll: boolean): "deny" | "ask" | undefined {
  if (isAll ? before === after : hookPart(before) === hookPart(after)) {
    // A file that only says that there are no hooks yet is still a first entry's place.
    return !isAll && before === "" && CONCERNS_HOOKS.test(after) ? "ask" : undefined;
  }
  if (countOurs(after) < countOurs(before)) return "deny";
  return switchesOff(after) && !switchesOff(before) ? "deny" : "ask";
}

/** All of the new content, where the call tells it. */
function afterwards(call: Call, touched: Touched, before: string | undefined): string | undefined {
  if (touched.whole) return touched.text;
  const { toolName, toolInput } = call.event;
  if (toolInput === undefined || (toolName !== "Edit" && toolName !== "MultiEdit")) return undefined;
  const edits = Array.isArray(toolInput["edits"]) ? toolInput["edits"].filter(isObject) : [toolInput];
  let text = before ?? "";
  for (const edit of edits) {
    const old = asString(edit["old_string"]);
    const replacement = asString(edit["new_string"]);
    if (old === undefined || replacement === undefined) return undefined;
    if (old !== "" && !text.includes(old)) return undefined;
    if (old === "") text = replacement + text;
    else {text = edit["replace_all"] === true
        ? text.replaceAll(old, () => replacement)
        : text.replace(old, () => replacement);}
  }
  return text;
}

/** A folder that goes with the hook files in it. */
function judgeFolder(call: Call, touched: Touched): "deny" | "ask" | undefined {
  let found: "ask" | undefined;
  for (const path of touched.paths) {
    for (const below of surfacesBelow(path, call.os)) {
      const text = readSmall(join(path, below, call.os), LARGEST);
      if (text === undefined) continue;
      if (countOurs(text) > 0) return "deny";
      if (hookPart(text) !== "") found = "ask";
    }
  }
  return found;
}
