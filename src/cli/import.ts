/** `garfio import ecc FILE`: settings of the hook collection ECC as a configuration of ours. */
import { makeParent, writeAtomic } from "../base/atomic.ts";
import { configFolder } from "../base/folders.ts";
import { join, resolve } from "../base/path.ts";
import { ECC_HOOKS, eccHookIds } from "../policy/ecc.ts";
import { unifiedDifference } from "../register/difference.ts";
import { decodeSettings, readSettings } from "../register/write.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import { type EccSettings, readEccSettings, wantedConfiguration } from "./import/ecc_settings.ts";
import { mergeConfiguration } from "./import/merge.ts";
import type { Io } from "./io.ts";
import { DRY_RUN_OPTION, JSON_OPTION, printJson, reporting, showDifference } from "./registration.ts";

/** The command. */
export const IMPORT: Command = {
  name: "import",
  summary: "Take over the switches of another hook collection into your configuration.",
  usage: "ecc FILE [--dry-run] [--json]",
  options: [DRY_RUN_OPTION, JSON_OPTION],
  operands: 2,
  operandChoices: ["ecc"],
  run: (values, io) => reporting(values, io, () => Promise.resolve(run(values, io))),
};

function run(values: Values, io: Io): number {
  const [from, file] = values.operands;
  if (from !== "ecc") {
    throw new UsageError(
      `Say where from: garfio import ecc FILE${from === undefined ? "" : `; not "${from}"`}.`,
    );
  }
  if (file === undefined) {
    throw new UsageError(
      "Say which file: its settings with the ECC variables, such as ~/.claude/settings.json.",
    );
  }
  const source = resolve(io.cwd, file, io.os);
  const given = readSettings(source, io.os);
  if (given.bytes === undefined) throw new UsageError(`There is no file ${source}.`);
  const settings = readEccSettings(decodeSettings(given));
  const folder = configFolder(io);
  if (folder === undefined) {
    throw new UsageError("No home folder is known, so there is no place for a configuration.");
  }
  const target = readSettings(join(folder, "config.jsonc", io.os), io.os);
  const before = decodeSettings(target);
  const wanted = wantedConfiguration(settings);
  const { text, kept } = mergeConfiguration(before, wanted);
  const changed = text !== before;
  const difference = changed
    ? unifiedDifference(target.bytes === undefined ? undefined : before, text, target.path)
    : "";
  const backup = changed && !values.has("dry-run") ? write(target, text, io) : undefined;
  const notes = [
    ...kept.map((key) => `${key} is left as your configuration has it`),
    ...notesOn(settings),
  ];
  if (values.has("json")) {
    printJson(io, {
      ok: true,
      from: source,
      file: target.path,
      changed,
      difference,
      backup,
      configuration: wanted,
      notes,
    });
    return 0;
  }
  if (difference !== "") io.write(showDifference(difference, io));
  for (const note of notes) io.write(`Note: ${note}.\n`);
  if (!changed) io.write("There is nothing to change.\n");
  else if (values.has("dry-run")) io.write("Nothing was written.\n");
  else {io.write(
      `${target.path} is written.${backup === undefined ? "" : ` The file as it was: ${backup}`}\n`,
    );}
  return 0;
}

/** Writes the configuration; the file as it was stays beside it. The result is its name. */
function write(target: ReturnType<typeof readSettings>, text: string, io: Io): string | undefined {
  makeParent(target.target, io.os);
  let backup: string | undefined;
  if (target.bytes !== undefined) {
    const stamp = io.now().toISOString().replace(/[-:]|\.\d+/g, "");
    for (let number = 0; backup === undefined; number++) {
      const path = `${target.target}.${stamp}${number === 0 ? "" : `-${number}`}.bak`;
      try {
        Deno.writeFileSync(path, target.bytes, { createNew: true, mode: 0o600 });
        backup = path;
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
  }
  writeAtomic(target.target, text, io.os, target.mode ?? 0o600);
  return backup;
}

/** What has no counterpart here, and what is done about it. */
function notesOn({ disabled, variables, hooks }: EccSettings): string[] {
  const notes: string[] = [];
  for (const id of eccHookIds(disabled ?? "")) {
    if (!Object.hasOwn(ECC_HOOKS, id)) notes.push(`"${id}" is no hook that Garfio knows`);
    else if (ECC_HOOKS[id]!.length === 0) {
      notes.push(`"${id}" has no counterpart here, so there is nothing to switch off`);
    }
  }
  for (const name of variables) notes.push(`${name} has no counterpart here`);
  if (hooks > 0) {
    notes.push(
      `the file still calls ${hooks} hooks of ECC; remove them there when Garfio is installed, or both will run`,
    );
  }
  return notes;
}
