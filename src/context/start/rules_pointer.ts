/** Installed as a plugin alone, no rules file is loaded at start: say where the bundled rules are. */
import { isAbsolute, join } from "../../base/path.ts";
import type { Moment } from "../moment.ts";
import { namesIn } from "./files.ts";

const INDEX = "apothem-rule-index.md";
/** The rules that hold in every session, which nothing loads in this posture. */
const MAIN_RULES = ["agnostic-posture", "authority-inquiry", "session-closure", "context-management"];

/** The pointer to the plugin's `rules/` folder, or undefined where there is no plugin or no such folder. */
export function rulesPointer({ place }: Moment): string | undefined {
  const plugin = place.env("CLAUDE_PLUGIN_ROOT");
  if (plugin === undefined || !isAbsolute(plugin, place.os)) return undefined;
  const folder = join(plugin, "rules", place.os);
  const files = namesIn(folder, "file");
  if (!files.some((name) => /\.md$/i.test(name))) return undefined;
  const pointer =
    `The rules of this plugin are not loaded by themselves; they are in ${folder}. Its hooks are active all the same.`;
  if (!files.includes(INDEX)) return pointer;
  return `${pointer} Read four of them first, since they hold for every task: ${MAIN_RULES.join(", ")}. ` +
    `Which rule to read for which task is told by ${join(folder, INDEX, place.os)}.`;
}
