/** Variables that make git or a hook manager leave hooks out. */
import { readSmall } from "../../base/read_small.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { LineEnvironment } from "./environment.ts";
import { settingVerdict, type Verdict } from "./verdict.ts";

interface Switch {
  readonly name: RegExp;
  /** The values with which it leaves hooks out. */
  readonly off: RegExp;
  readonly action: Verdict["action"];
}

const SOMETHING = /\S/;

/** Hook managers, by what their scripts test. `ask`: only some hooks are left out, or it is not certain. */
const SWITCHES: readonly Switch[] = [
  { name: /^HUSKY$/, off: /^0$/, action: "deny" },
  { name: /^HUSKY_SKIP_HOOKS$/, off: /^(?!0$|false$)./i, action: "deny" },
  { name: /^LEFTHOOK$/, off: /^(?:0|false)$/i, action: "deny" },
  { name: /^OVERCOMMIT_DISABLE$/, off: /^(?!0+$)./, action: "deny" },
  { name: /^SKIP_SIMPLE_GIT_HOOKS$/, off: /^1$/, action: "deny" },
  { name: /^SIMPLE_GIT_HOOKS_RC$/, off: SOMETHING, action: "ask" },
  { name: /^(?:SKIP|PREK_SKIP|LEFTHOOK_EXCLUDE)$/, off: SOMETHING, action: "ask" },
  { name: /^(?:PRE_COMMIT|PREK)_ALLOW_NO_CONFIG$/, off: SOMETHING, action: "ask" },
  // A project's own switch says by its name what it does.
  {
    name: /^(?=.*(?:HOOK|VERIFY|PRE_?COMMIT|PRE_?PUSH))(?=.*(?:SKIP|DISABLE|BYPASS|(?:^|_)NO(?:_|$))).*$/,
    off: /^(?!0$|false$|no$)./i,
    action: "ask",
  },
];

/** What the variables that the line sets for `command`, a call of git that runs hooks, do to hooks. */
export function judgeVariables(command: SimpleCommand, line: LineEnvironment): Verdict | undefined {
  let found: Verdict | undefined;
  for (const name of line.names(command)) {
    const { value } = line.get(command, name);
    const verdict = judgeGitVariable(name, value) ?? judgeSwitch(name, value);
    if (verdict?.action === "deny") return verdict;
    found ??= verdict;
  }
  return found;
}

function judgeSwitch(name: string, value: string | undefined): Verdict | undefined {
  const entry = SWITCHES.find((one) => one.name.test(name));
  if (entry === undefined) return undefined;
  if (value === undefined) return { action: "ask", found: name, rule: "switch" };
  return entry.off.test(value.trim())
    ? { action: entry.action, found: `${name}=${value}`, rule: "switch" }
    : undefined;
}

function judgeGitVariable(name: string, value: string | undefined): Verdict | undefined {
  if (/^GIT_CONFIG_KEY_\d+$/.test(name)) {
    return settingVerdict({
      key: value?.toLowerCase() ?? "",
      certain: value !== undefined,
      written: value === undefined ? name : `${name}=${value}`,
    });
  }
  if (name === "GIT_CONFIG_PARAMETERS") {
    if (value === undefined || /include(?:if)?\./i.test(value)) {
      return { action: "ask", found: name, rule: "config" };
    }
    return /core\.hookspath/i.test(value) ? { action: "deny", found: name, rule: "config" } : undefined;
  }
  if (name === "GIT_CONFIG_GLOBAL" || name === "GIT_CONFIG_SYSTEM") {
    return value !== undefined && isHarmless(value)
      ? undefined
      : { action: "ask", found: name, rule: "config" };
  }
  return undefined;
}

/** A file of settings that is known to say nothing about hooks. */
function isHarmless(path: string): boolean {
  if (path === "" || path === "/dev/null" || /^nul$/i.test(path)) return true;
  const text = readSmall(path);
  return text !== undefined && !/hookspath|\[include/i.test(text);
}
