/** Our entries in a file of a harness, whatever its form. */
import type { JsonObject } from "../base/json.ts";
import { findInFile, installFile, removeFile } from "./edit_file.ts";
import { findInJson, installJson, removeJson } from "./edit_json.ts";
import { findInToml, installToml, removeToml } from "./edit_toml.ts";
import type { EditJob } from "./json_shape.ts";
import type { OurEntry } from "./ours.ts";

/** One of our entries, as found in a file. */
export interface FoundEntry {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
  readonly ours: OurEntry;
}

/**
 * `text` with exactly one set of our entries: the planned ones. Empty: there is no file yet.
 *
 * @throws Refusal where the text cannot be edited without loss
 */
export function installEntries(text: string, job: EditJob): string {
  if (job.surface.layout === "file") return installFile(text, job);
  return job.surface.format === "toml" ? installToml(text, job) : installJson(text, job);
}

/**
 * `text` without our entries and what that left empty; undefined: the file itself is to go.
 *
 * @throws Refusal where the text cannot be edited without loss
 */
export function removeEntries(text: string, job: EditJob): string | undefined {
  if (job.surface.layout === "file") return removeFile(text, job);
  return job.surface.format === "toml" ? removeToml(text, job) : removeJson(text, job);
}

/**
 * Our entries in `text`.
 *
 * @throws Refusal where the text cannot be read
 */
export function findEntries(text: string, job: EditJob): FoundEntry[] {
  if (job.surface.layout === "file") return findInFile(text, job);
  return job.surface.format === "toml" ? findInToml(text, job) : findInJson(text, job);
}
