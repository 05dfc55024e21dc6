import { writeAtomic } from "../base/atomic.ts";
import { isObject } from "../base/json.ts";
import { dirName, join, resolve } from "../base/path.ts";
import { loadHarness } from "../register/registration.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { CLAUDE_CODE_PLUGIN } from "./plugin/claude_code.ts";
import { CODEX_PLUGIN } from "./plugin/codex.ts";
import type { PluginForm } from "./plugin/form.ts";
import { GEMINI_CLI_EXTENSION } from "./plugin/gemini_cli.ts";
import { JSON_OPTION, printJson, reporting } from "./registration.ts";

/** The harnesses that have plugins with hooks, and what makes ours. */
const FORMS: Readonly<Record<string, PluginForm>> = {
  "claude-code": CLAUDE_CODE_PLUGIN,
  codex: CODEX_PLUGIN,
  "gemini-cli": GEMINI_CLI_EXTENSION,
};

/** `garfio plugin export`: our entries as a plugin of a harness. */
export const PLUGIN: Command = {
  name: "plugin",
  summary: "Write Garfio's entries as a plugin of a harness.",
  usage: "export --harness ID DIR [--json]",
  options: [
    {
      name: "harness",
      value: "ID",
      choices: Object.keys(FORMS),
      summary: "The harness that the plugin is for.",
    },
    JSON_OPTION,
  ],
  operands: 2,
  operandChoices: ["export"],
  run: (values, io) => reporting(values, io, () => run(values, io)),
};

function run(values: Values, io: Io): Promise<number> {
  const [verb, dir] = values.operands;
  const id = values.text("harness");
  const known = Object.keys(FORMS).join(", ");
  if (verb !== "export") throw new UsageError("Say what to do: garfio plugin export --harness ID DIR.");
  if (dir === undefined) {
    throw new UsageError("Say into which folder: garfio plugin export --harness ID DIR.");
  }
  const form = id === undefined ? undefined : FORMS[id];
  if (form === undefined) throw new UsageError(`Say for which harness: --harness ID, one of ${known}.`);
  const folder = resolve(io.cwd, dir, io.os);
  checkFolder(folder, form.manifest, io);
  // A plugin is for many operators, and each has a profile of their own: it gets the entries of every guard.
  const files = form.files(loadHarness(io.assets, id!, "standard"));
  for (const [path, text] of files) {
    const file = join(folder, path, io.os);
    Deno.mkdirSync(dirName(file, io.os), { recursive: true });
    writeAtomic(file, text, io.os, 0o644);
  }
  if (values.has("json")) {
    printJson(io, { ok: true, harness: id, folder, files: [...files.keys()] });
  } else {
    io.write(`Written to ${folder}: ${[...files.keys()].join(", ")}\n`);
    io.write(`Try it: ${form.tryOut(/\s/.test(folder) ? `"${folder}"` : folder)}\n`);
  }
  return Promise.resolve(0);
}

/**
 * Only an empty folder, or one with a plugin of ours, is written to.
 *
 * @throws UsageError
 */
function checkFolder(folder: string, manifestFile: string, { os }: Io): void {
  let names: string[];
  try {
    names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw new UsageError(`${folder} is no folder that can be read.`);
  }
  if (names.length === 0) return;
  try {
    const manifest: unknown = JSON.parse(Deno.readTextFileSync(join(folder, manifestFile, os)));
    if (isObject(manifest) && manifest["name"] === "garfio") return;
  } catch {
    // The refusal says it.
  }
  throw new UsageError(
    `${folder} holds something else than a plugin of Garfio. Give an empty folder, or one that is not there yet.`,
  );
}
