import { AUTOMATION } from "./automation.ts";
import type { Command } from "./command.ts";
import { COMPLETIONS } from "./completions.ts";
import { CONTRACTS } from "./contracts.ts";
import { DOCTOR } from "./doctor.ts";
import { EXPLAIN } from "./explain.ts";
import { GUARDS_COMMAND } from "./guards.ts";
import { HOOK } from "./hook.ts";
import { IMPORT } from "./import.ts";
import { INSTALL } from "./install.ts";
import { KNOWLEDGE } from "./knowledge.ts";
import { LOG } from "./log.ts";
import { PAUSE, RESUME } from "./pause.ts";
import { PLUGIN } from "./plugin.ts";
import { REPAIR_COMMAND } from "./repair.ts";
import { RULES } from "./rules.ts";
import { SERVE, STOP } from "./serve.ts";
import { STATUS } from "./status.ts";
import { UNINSTALL } from "./uninstall.ts";
import { UPGRADE } from "./upgrade.ts";
import { VERIFY } from "./verify.ts";

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  HOOK,
  INSTALL,
  VERIFY,
  REPAIR_COMMAND,
  UNINSTALL,
  STATUS,
  DOCTOR,
  CONTRACTS,
  GUARDS_COMMAND,
  LOG,
  PAUSE,
  RESUME,
  SERVE,
  STOP,
  EXPLAIN,
  RULES,
  KNOWLEDGE,
  AUTOMATION,
  IMPORT,
  UPGRADE,
  COMPLETIONS,
  PLUGIN,
];
