/** The shells of Windows as programs. */
import { cmdHandler } from "./cmd.ts";
import { powershellHandler } from "./cmdlets.ts";
import type { Handler } from "./job.ts";
import { meet } from "./launch.ts";
import { isWindowsShell } from "./windows_shell.ts";

/** The handler for `name` if it is a shell of Windows. */
export function windowsHandler(name: string): Handler | undefined {
  if (!isWindowsShell(name)) return undefined;
  return name === "cmd" ? cmdHandler(meet) : powershellHandler(meet);
}
