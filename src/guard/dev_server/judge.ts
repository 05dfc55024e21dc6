/** Runs a development server beside the conversation, which would otherwise wait for its end. */
import { isAbsolute, join } from "../../base/path.ts";
import type { Action } from "../../policy/action.ts";
import { shownWords } from "../../shell/package_script.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { Finding } from "../finding.ts";
import { inTmux, inWindow, type Moved, plainTmux } from "./forms.ts";
import { isDevServer } from "./servers.ts";

/** tmux takes no command that is much longer. */
const LONGEST = 4_000;
/** What ends by itself, is elsewhere, or is detached already. */
const ELSEWHERE =
  /^(?:g?timeout|tmux|screen|ssh|mosh|docker|podman|kubectl|nerdctl|setsid|systemd-run|at|batch|pm2)\b/;

/** The first server on the line that would keep the call from ending. */
export async function judgeDevServer(call: Call, action?: Action): Promise<Finding | undefined> {
  const { event, os, command: line } = call;
  if (line === undefined || line.length > LONGEST || event.toolInput?.["run_in_background"] === true) {
    return undefined;
  }
  const reading = await call.shell();
  if (reading === undefined || reading.incomplete !== undefined) return undefined;
  if (reading.commands.some(({ name }) => name === "tmux" || name === "screen")) return undefined;
  const server = reading.commands.find((command) => blocks(command) && isDevServer(command));
  if (server === undefined) return undefined;
  const moved = moveAside(call, line, event.toolName ?? "Bash");
  if (moved === undefined) return undefined;
  const found = {
    rule: `dev-server/${server.name}`,
    range: server.range,
  };
  const words = shownWords(server);
  const instead = os === "windows" ? moved.command : plainTmux(line, call.cwd);
  const told = { ...found, values: { command: words, instead } };
  // A console window is opened, but nobody is refused for want of one.
  if (action === "deny" || action === "ask") return os === "windows" ? undefined : told;
  if (call.settings.profile === "advisory") return { ...told, atMost: "advise" };
  return {
    ...found,
    values: {
      command: words,
      session: os === "windows" ? undefined : moved.name,
      window: os === "windows" ? moved.name : undefined,
      read: moved.read,
      end: moved.end,
    },
    withoutRewrite: told.values,
    rewrite: { ...event.toolInput, command: moved.command },
  };
}

function blocks({ background, via, cwd }: SimpleCommand): boolean {
  return !background && cwd !== undefined && !via.some((step) => ELSEWHERE.test(step));
}

function moveAside({ os, env, cwd }: Call, line: string, tool: string): Moved | undefined {
  if (os === "windows") return inWindow(line, cwd, tool);
  if (tool !== "Bash" || !hasProgram("tmux", env("PATH"))) return undefined;
  return inTmux(line, cwd);
}

/** Whether a folder of the search path holds an executable file of that name. No process is started to see. */
function hasProgram(name: string, path: string | undefined): boolean {
  return (path ?? "").split(":").some((folder) => {
    if (!isAbsolute(folder, "linux")) return false;
    try {
      const { isFile, mode } = Deno.statSync(join(folder, name, "linux"));
      return isFile && (mode === null || (mode & 0o111) !== 0);
    } catch {
      return false;
    }
  });
}
