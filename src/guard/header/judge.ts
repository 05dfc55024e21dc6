/** What a write or an edit does to the header of its file. Loaded only where a project asks for a header. */
import { exists } from "../../base/exists.ts";
import { readSmall } from "../../base/read_small.ts";
import type { Call, Target } from "../call.ts";
import type { Finding } from "../finding.ts";
import { commentForms, headerState, isExempt, mentionsHeader } from "./form.ts";
import { requiredHeader } from "./required.ts";

const MAX_FILE = 1024 * 1024;

/** A new file that lacks the header or has it in a wrong form. */
export function judgeWrite(call: Call): Finding | undefined {
  const header = requiredHeader(call);
  if (header === undefined) return undefined;
  for (const target of call.targets) {
    // An empty file has nothing to license.
    if (target.form !== "content" || target.text.trim() === "") continue;
    const forms = commentForms(target.path, target.text);
    if (forms.length === 0 || isExempt(target, call)) continue;
    const { rule, line, position } = headerState(target.text, header, forms);
    if (rule !== "present") return { values: { path: target.path, rule, line, position } };
  }
  return undefined;
}

/** An edit that makes a file without the header, or takes it out of one. */
export function judgeEdit(call: Call): Finding | undefined {
  const header = requiredHeader(call);
  if (header === undefined) return undefined;
  const byFile = Map.groupBy(call.targets, (target) => target.absolute);
  for (const parts of byFile.values()) {
    const found = judgeFile(parts, call, header);
    if (found !== undefined) return { values: { ...found } };
  }
  return undefined;
}

/** What the edits of one file, in their order, do to its header. */
function judgeFile(
  parts: readonly Target[],
  call: Call,
  header: string,
): { path: string; case: string; line: string } | undefined {
  const [first] = parts;
  if (first === undefined || parts.some(({ form }) => form === "delete")) return undefined;
  const creates = !exists(first.absolute);
  const before = creates ? first.text : readSmall(first.absolute, MAX_FILE) ?? "";
  const forms = commentForms(first.path, before);
  if (before.trim() === "" || forms.length === 0 || isExempt(first, call)) return undefined;
  const { rule, line } = headerState(before, header, forms);
  if (creates) return rule === "present" ? undefined : { path: first.path, case: "create", line };
  return rule === "present" && removesHeader(before, parts, header)
    ? { path: first.path, case: "remove", line }
    : undefined;
}

/** Whether `before`, which carries the header, would no longer hold it near its top. */
function removesHeader(before: string, parts: readonly Target[], header: string): boolean {
  let after = before;
  for (const { oldText, text } of parts) {
    if (oldText === undefined || oldText === "") continue;
    const at = after.indexOf(oldText);
    if (at >= 0) after = after.slice(0, at) + text + after.slice(at + oldText.length);
    // Several edits in one call come joined, and a tool may look for its text by its own rules.
    else if (oldText.includes(header) && !parts.some((part) => part.text.includes(header))) return true;
  }
  return !mentionsHeader(after, header);
}
