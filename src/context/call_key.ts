/** What makes two calls the same call, as a short text that gives nothing of them away. */
import type { Event } from "../contract/event.ts";
import { fingerprint } from "../state/key.ts";

/** Shell tools, whose input is a command line. */
export const SHELL_TOOLS = ["Bash", "PowerShell"];

/**
 * The key of the call in `event`: the agent, the tool and its whole input. For a shell it is the command line and the
 * folder, since what is said beside them may be worded anew each time.
 */
export function callKey({ agentId, toolName, toolInput, cwd }: Event): string {
  const shell = toolName !== undefined && SHELL_TOOLS.includes(toolName);
  const input = shell ? [cwd, toolInput?.["command"]] : toolInput;
  return fingerprint(JSON.stringify([agentId ?? "", toolName, input ?? null]));
}
