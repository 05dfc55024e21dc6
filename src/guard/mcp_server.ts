/** Which server a tool belongs to. Small, since it is asked at every call. */
import type { Event } from "../contract/event.ts";

const PREFIX = "mcp__";
/** Keys by which other harnesses name the server beside a bare tool name. */
const KEYS = ["mcp_server_name", "mcp_server", "server_name", "serverName"];

/** Whether the tool of `event` may be one of a server. */
export function isOfServer({ toolName, payload }: Event): boolean {
  return toolName?.startsWith(PREFIX) === true || KEYS.some((key) => typeof payload?.[key] === "string");
}

/** The server that the tool of `event` belongs to; undefined for tools of the harness itself. */
export function serverOf({ toolName, payload }: Event): string | undefined {
  const named = KEYS.map((key) => payload?.[key]).find((name) => typeof name === "string" && name !== "");
  if (named !== undefined) return named as string;
  if (toolName?.startsWith(PREFIX) !== true) return undefined;
  const rest = toolName.slice(PREFIX.length);
  const end = rest.indexOf("__");
  return end > 0 ? rest.slice(0, end) : undefined;
}
