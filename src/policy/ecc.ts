/**
 * The names of the hook collection ECC for those who change over: the ids of its hooks, and what does the same
 * here. Its variables are in `ecc_variables.ts`.
 */

/** Their hook → what does the same here. An empty list: nothing does, and nothing needs to be switched off. */
export const ECC_HOOKS: Readonly<Record<string, readonly string[]>> = {
  "pre:bash:block-no-verify": ["no-verify"],
  "pre:bash:auto-tmux-dev": ["dev-server"],
  "pre:bash:dev-server-block": ["dev-server"],
  "pre:bash:tmux-reminder": ["tmux-reminder"],
  "pre:bash:git-push-reminder": ["push-reminder"],
  "pre:bash:commit-quality": ["commit-quality"],
  "pre:write:doc-file-warning": ["doc-file"],
  "pre:edit-write:suggest-compact": ["suggest-compact"],
  "pre:config-protection": ["config-protection"],
  "pre:mcp-health-check": ["mcp-health"],
  "post:mcp-health-check": ["mcp-health"],
  "pre:governance-capture": ["operation-log"],
  "post:governance-capture": ["operation-log"],
  "pre:insaits-security": ["external-checker"],
  "pre:edit-write:gateguard-fact-force": [],
  "pre:bash:gateguard-fact-force": [],
  "pre:observe": [],
  "pre:observe:continuous-learning": [],
  "post:observe": [],
  "post:observe:continuous-learning": [],
  "post:bash:pr-created": ["pr-created"],
  "post:bash:build-complete": ["build-summary"],
  "post:bash:command-log-audit": [],
  "post:bash:command-log-cost": [],
  "post:quality-gate": ["quality"],
  "post:edit:format": ["format"],
  "post:edit:typecheck": ["typecheck"],
  "post:edit:accumulate": ["format", "typecheck"],
  "post:edit:accumulator": ["format", "typecheck"],
  "stop:format-typecheck": ["format", "typecheck"],
  "post:edit:console-warn": ["console-log"],
  "stop:check-console-log": ["console-log"],
  "post:edit:design-quality-check": [],
  "post:session-activity-tracker": [],
  "post:ecc-metrics-bridge": ["context-monitor"],
  "post:ecc-context-monitor": ["context-monitor"],
  "session:start": ["session-summary"],
  "pre:compact": ["compaction-state"],
  "stop:session-end": ["session-record"],
  "stop:evaluate-session": [],
  "stop:cost-tracker": [],
  "stop:desktop-notify": [],
  "session:end:marker": [],
};

/** Their hooks in a list of theirs, as they write it: separated by commas, in any case. */
export function eccHookIds(list: string): string[] {
  return list.split(",").map((id) => id.trim().toLowerCase()).filter((id) => id !== "");
}

/** What `list` switches off here. Ids of ours in it count too: whoever has changed over may write them there. */
export function offByEcc(list: string): string[] {
  return eccHookIds(list).flatMap((id) =>
    Object.hasOwn(ECC_HOOKS, id) ? ECC_HOOKS[id]! : id.includes(":") ? [] : [id]
  );
}

/** Their profile in our words; what they do not know is their standard, as with them. */
export function profileOfEcc(value: string): "minimal" | "standard" | "strict" {
  const name = value.trim().toLowerCase();
  return name === "minimal" || name === "strict" ? name : "standard";
}
