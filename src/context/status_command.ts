/** Commands that only look, and that one repeats on purpose to see whether something has changed. */
import type { SimpleCommand } from "../shell/reading.ts";

/** Programs that only look; with a list, by these commands of theirs only. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  git: [
    "status",
    "diff",
    "log",
    "show",
    "branch",
    "remote",
    "stash list",
    "rev-parse",
    "fetch",
    "ls-files",
    "blame",
  ],
  gh: [
    "pr checks",
    "pr status",
    "pr view",
    "pr list",
    "run view",
    "run list",
    "run watch",
    "issue list",
    "issue view",
  ],
  glab: ["ci status", "ci view", "mr view", "mr list"],
  docker: ["ps", "logs", "stats", "images", "inspect", "compose ps", "compose logs"],
  podman: ["ps", "logs", "images"],
  kubectl: ["get", "describe", "logs", "top", "rollout status"],
  tmux: ["capture-pane", "list-sessions", "list-windows", "ls"],
  systemctl: ["status", "is-active", "list-units"],
  terraform: ["show"],
};
const ONLY_LOOK = new Set(
  ("pwd ls dir date jobs ps pgrep top free df du uptime who whoami id hostname echo printf true : cat head tail wc grep " +
    "rg sort uniq cut tr sed awk jq sleep wait test [ [[ cd lsof ss netstat nvidia-smi journalctl stat file which ping nc " +
    "get-childitem get-content get-process get-date get-location start-sleep").split(" "),
);

/** The cheap look, at the words of a line that holds nothing else: `git status`, `ls -la src`. */
export function isPlainLook(command: string): boolean {
  for (let at = 0; at < command.length; at++) if ("|&;<>$`(\n".includes(command[at]!)) return false;
  const words = command.trim().split(" ").filter((word) => word !== "");
  return onlyLooks(words[0] ?? "", words.slice(1));
}

/** Whether every one of `commands` only looks. */
export function allLook(commands: readonly SimpleCommand[]): boolean {
  return commands.length > 0 &&
    commands.every(({ name, words, redirects }) =>
      (words.length === 0 || onlyLooks(name ?? "", words.slice(1).map(({ value, raw }) => value ?? raw))) &&
      redirects.every(({ operator, target }) =>
        !operator.includes(">") || target?.value === "/dev/null" || target === undefined
      )
    );
}

function onlyLooks(name: string, args: readonly string[]): boolean {
  // `sed -i` writes, and nobody waits for its outcome by repeating it.
  if (name === "sed") return !args.some((arg) => arg.startsWith("-i") || arg.startsWith("--in-place"));
  if (ONLY_LOOK.has(name)) return true;
  if (!Object.hasOwn(LOOKS, name)) return false;
  const verbs = args.filter((arg) => !arg.startsWith("-"));
  return LOOKS[name]!.some((look) => look === verbs[0] || look === `${verbs[0]} ${verbs[1]}`);
}
