/** How a command line is run beside the conversation: in a tmux session, or in a console window of its own. */
import { baseName } from "../../base/path.ts";
import { fingerprint } from "../../state/key.ts";

/** A command line moved elsewhere. */
export interface Moved {
  /** The line that does it. */
  readonly command: string;
  /** The tmux session or the title of the window. */
  readonly name: string;
  /** Shows its output. */
  readonly read?: string;
  /** Ends it. */
  readonly end?: string;
}

/** `text` as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A name for a session or window, from the folder that the command runs in. */
export function sessionName(cwd: string): string {
  const name = baseName(cwd).replace(/[^A-Za-z0-9_-]/g, "_");
  return name === "" || name.startsWith("-") ? `dev${name}` : name;
}

/** The whole line in a session of its own, as one would type it. */
export function plainTmux(line: string, cwd: string): string {
  return `tmux new-session -d -s ${sessionName(cwd)} ${quoted(forTmux(line))}`;
}

/**
 * The line in a detached session named after the folder. A window of the session belongs to this line in this folder:
 * a server that is alive there is left alone, a session of that name that somebody else has made gets one window more,
 * and the window stays when the server ends, so that its last words can be read.
 */
export function inTmux(line: string, cwd: string): Moved {
  const name = sessionName(cwd);
  const window = `dev-${fingerprint(`${cwd}\0${line}`).slice(0, 6)}`;
  const target = `'=${name}:=${window}'`;
  const run = quoted(forTmux(line));
  const keep = `\\; set-option -w -t ${target} remain-on-exit on`;
  const read = `tmux capture-pane -p -t ${target} -S -100`;
  const end = `tmux kill-window -t ${target}`;
  const command = [
    `if tmux list-windows -t '=${name}' -F '#W #{pane_dead}' 2>/dev/null | grep -qx '${window} 0';`,
    `then echo "It runs already in the tmux session ${name}.";`,
    `else ${end} 2>/dev/null;`,
    `tmux new-session -d -s ${name} -n ${window} ${run} ${keep} 2>/dev/null ||`,
    `tmux new-window -d -t '=${name}:' -n ${window} -c "$PWD" ${run} ${keep};`,
    `fi && echo "tmux session ${name}; its output: ${read}"`,
  ].join(" ");
  return { command, name, read, end };
}

/** tmux takes a semicolon at the end of a word for its own. */
function forTmux(line: string): string {
  return line.trim().replace(/[;\s]+$/, "");
}

/**
 * The line in a new console window that stays open. Undefined for a line that `cmd` would read in another way than the
 * shell that it was written for.
 */
export function inWindow(line: string, cwd: string, tool: string): Moved | undefined {
  if (/[\\$`';%^!\n]|(?:^|[&|]\s*)\w+=/.test(line)) return undefined;
  const name = `DevServer-${sessionName(cwd)}`;
  const inner = line.trim().replaceAll('"', '""');
  // Git Bash takes `/k` for a path unless it is told not to.
  const command = tool === "PowerShell"
    ? `Start-Process cmd -ArgumentList '/k', 'title ${name} & ${line.trim()}'`
    : `MSYS2_ARG_CONV_EXCL=/k start "${name}" cmd /k "${inner}"`;
  return { command, name };
}
