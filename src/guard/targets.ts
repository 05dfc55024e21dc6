/** The files that a file tool changes, whichever of its forms the call has. */
import { resolve } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { asString, isObject, type JsonObject } from "../base/json.ts";
import type { Target } from "./call.ts";

/** Canonical tools that change files. */
const CHANGING = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"]);

/** The targets of a call of `tool`; empty for a tool that changes no file or an input that cannot be read. */
export function targetsOf(
  tool: string | undefined,
  input: JsonObject | undefined,
  cwd: string,
  os: Os,
): Target[] {
  if (tool === undefined || input === undefined || !CHANGING.has(tool)) return [];
  const patch = patchText(tool, input);
  if (patch !== undefined) return patchTargets(patch, cwd, os);
  const apart = editsByFile(input);
  if (apart !== undefined) return apart.flatMap((one) => targetsOf(tool, one, cwd, os));
  const path = ["file_path", "path", "notebook_path"].map((key) => asString(input[key])).find((value) =>
    value !== undefined
  );
  if (path === undefined || path === "") return [];
  const edits = (Array.isArray(input["edits"]) ? input["edits"] : []).filter(isObject);
  const texts = [
    ...["content", "new_string", "cell_source", "new_source"].map((key) => asString(input[key])),
    ...edits.map((edit) => asString(edit["new_string"])),
  ].filter((value) => value !== undefined);
  const old = [asString(input["old_string"]), ...edits.map((edit) => asString(edit["old_string"]))]
    .filter((value) => value !== undefined);
  return [{
    path,
    absolute: resolve(cwd, path, os),
    text: texts.join("\n"),
    oldText: old.length === 0 ? undefined : old.join("\n"),
    form: formOf(tool, input),
  }];
}

/** Some harnesses edit several files with one call: an input for each of them, where the edits name files. */
function editsByFile(input: JsonObject): JsonObject[] | undefined {
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isObject) : [];
  const paths = [
    ...new Set(edits.map((edit) => asString(edit["file_path"])).filter((path) => path !== undefined)),
  ];
  if (paths.length === 0) return undefined;
  return paths.map((path) => ({
    file_path: path,
    edits: edits.filter((edit) => edit["file_path"] === path).map(({ file_path: _, ...edit }) => edit),
  }));
}

function formOf(tool: string, input: JsonObject): Target["form"] {
  if (tool === "NotebookEdit") return input["edit_mode"] === "delete" ? "delete" : "cell";
  return tool === "Write" ? "content" : "part";
}

/** A patch is the whole input of `apply_patch`, under whichever key it is sent. */
function patchText(tool: string, input: JsonObject): string | undefined {
  for (const key of ["command", "patch", "input", "patch_text", "patchText"]) {
    const value = input[key];
    const text = Array.isArray(value) ? asString(value.at(-1)) : asString(value);
    if (text !== undefined && (tool === "apply_patch" || text.startsWith("*** Begin Patch"))) return text;
  }
  return undefined;
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/;

function patchTargets(patch: string, cwd: string, os: Os): Target[] {
  const found: { path: string; form: Target["form"]; added: string[]; removed: string[] }[] = [];
  for (const line of patch.split("\n")) {
    const header = HEADER.exec(line.replace(/\r$/, ""));
    const current = found.at(-1);
    if (header !== null) {
      const form = header[1] === "Add File" ? "content" : header[1] === "Delete File" ? "delete" : "part";
      // A move carries the lines that follow, as the update before it does.
      found.push({ path: header[2]!.trim(), form, added: [], removed: [] });
    } else if (current !== undefined && line.startsWith("+")) current.added.push(line.slice(1));
    else if (current !== undefined && line.startsWith("-")) current.removed.push(line.slice(1));
  }
  return found.filter(({ path }) => path !== "").map(({ path, form, added, removed }) => ({
    path,
    absolute: resolve(cwd, path, os),
    text: added.join("\n"),
    oldText: removed.length === 0 ? undefined : removed.join("\n"),
    form,
  }));
}
