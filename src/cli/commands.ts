import type { Command } from "./command.ts";
import { EXPLAIN } from "./explain.ts";
import { HOOK } from "./hook.ts";
import { INSTALL } from "./install.ts";
import { STATUS } from "./status.ts";
import { UNINSTALL } from "./uninstall.ts";
import { VERIFY } from "./verify.ts";

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly Command[] = [HOOK, INSTALL, VERIFY, UNINSTALL, STATUS, EXPLAIN];
