import { AUTOMATION } from "./automation.ts";
import type { Command } from "./command.ts";
import { COMPLETIONS } from "./completions.ts";
import { EXPLAIN } from "./explain.ts";
import { HOOK } from "./hook.ts";
import { INSTALL } from "./install.ts";
import { KNOWLEDGE } from "./knowledge.ts";
import { PAUSE, RESUME } from "./pause.ts";
import { PLUGIN } from "./plugin.ts";
import { RULES } from "./rules.ts";
import { STATUS } from "./status.ts";
import { UNINSTALL } from "./uninstall.ts";
import { UPGRADE } from "./upgrade.ts";
import { VERIFY } from "./verify.ts";

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  HOOK,
  INSTALL,
  VERIFY,
  UNINSTALL,
  STATUS,
  PAUSE,
  RESUME,
  EXPLAIN,
  RULES,
  KNOWLEDGE,
  AUTOMATION,
  UPGRADE,
  COMPLETIONS,
  PLUGIN,
];
