/** `garfio guards`: everything with a switch of its own, by event, as the harness's own list of hooks would show it. */
import { AUTOMATIONS } from "../automation/registry.ts";
import { findGitRoot } from "../base/git_root.ts";
import { resolve, resolveLinks } from "../base/path.ts";
import { CONTEXTS, START_PARTS } from "../context/registry.ts";
import { DEFAULT_CONTRACT } from "../contract/contract.ts";
import { GUARDS } from "../guard/registry.ts";
import type { Action, ProfileActions } from "../policy/action.ts";
import { loadPolicy } from "../policy/policy.ts";
import { matchesTools, nativeTools, type Registered, registeredEntries } from "../register/registered.ts";
import { loadHarness, type Scope } from "../register/registration.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, printJson, reporting } from "./registration.ts";

/** The command. */
export const GUARDS_COMMAND: Command = {
  name: "guards",
  summary: "List every guard, context and automation by event, and whether it is registered.",
  usage: "[--project DIR] [--harness ID] [--json]",
  options: [
    { name: "project", value: "DIR", summary: "The project; without it, the working folder." },
    { name: "harness", value: "ID", summary: "The harness to look for; without it, claude-code." },
    JSON_OPTION,
  ],
  run: (values, io) => reporting(values, io, () => run(values, io)),
};

/** Something with a switch of its own. */
interface Switchable {
  readonly id: string;
  readonly kind: "guard" | "context" | "automation";
  readonly events: readonly string[];
  readonly tools: readonly string[];
  readonly actions: ProfileActions;
}

/** One line of the list. */
export interface GuardRow {
  readonly event: string;
  readonly id: string;
  readonly kind: Switchable["kind"];
  /** None: every tool. */
  readonly tools: readonly string[];
  /** What the profile says, and what holds. */
  readonly profileAction: Action;
  readonly action: Action;
  readonly source: string;
  /** The scopes whose settings call us for it. */
  readonly registered: readonly Scope[];
}

function switchables(): Switchable[] {
  const parts = START_PARTS.map(({ id, actions }): Switchable => ({
    id,
    kind: "context",
    events: ["SessionStart"],
    tools: [],
    actions,
  }));
  // The context that holds the parts has no switch beside theirs.
  const contexts = CONTEXTS.filter(({ id }) => id !== "sessionstart").map((
    { id, events, tools = [], actions },
  ): Switchable => ({ id, kind: "context", events, tools, actions }));
  return [
    ...GUARDS.map(({ id, events, tools, actions }): Switchable => ({
      id,
      kind: "guard",
      events,
      tools,
      actions,
    })),
    ...parts,
    ...contexts,
    ...AUTOMATIONS.map(({ id, events, tools, actions }): Switchable => ({
      id,
      kind: "automation",
      events,
      tools,
      actions,
    })),
  ];
}

/** The events in the order of a session. */
const ORDER = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "Stop",
  "SessionEnd",
];

async function run(values: Values, io: Io): Promise<number> {
  const folder = resolveLinks(resolve(io.cwd, values.text("project") ?? ".", io.os), io.os);
  const root = findGitRoot(folder, io.os) ?? folder;
  const policy = await loadPolicy(io, root);
  const harness = loadHarness(io.assets, values.text("harness") ?? DEFAULT_CONTRACT, policy.profile.value);
  const registered = registeredEntries(harness, root, io);
  const events = [...new Set([...ORDER, ...switchables().flatMap((one) => one.events)])];
  const rows = events.flatMap((event) =>
    switchables().filter((one) => one.events.includes(event)).map(
      ({ id, kind, tools, actions }): GuardRow => {
        const { value, source } = policy.actionOf(id, actions);
        return {
          event,
          id,
          kind,
          tools,
          profileAction: actions[policy.profile.value],
          action: value,
          source,
          registered: scopesOf(registered, event, id, nativeTools(harness, tools)),
        };
      },
    )
  );
  const { profile, problems } = policy;
  if (values.has("json")) {
    printJson(io, {
      harness: harness.id,
      project: root,
      profile,
      guards: rows,
      problems: [...problems, ...registered.problems],
    });
  } else {
    io.write(describe(rows, harness.title, `${profile.value} (${profile.source})`));
    for (const problem of [...problems, ...registered.problems]) io.write(`Problem: ${problem}\n`);
  }
  return 0;
}

function scopesOf({ entries }: Registered, event: string, id: string, tools: readonly string[]): Scope[] {
  const found = entries.filter((entry) =>
    entry.event === event && matchesTools(entry.matcher, tools) &&
    // An entry for the start of a session names nothing, and none of its parts could be named.
    (entry.ids.length === 0 || entry.ids.includes(id))
  );
  return [...new Set(found.map(({ scope }) => scope))];
}

function describe(rows: readonly GuardRow[], title: string, profile: string): string {
  const width = Math.max(...rows.map(({ id }) => id.length));
  const lines = [`Profile: ${profile}`, `Third column: which settings of ${title} call it.`];
  for (const event of new Set(rows.map((row) => row.event))) {
    lines.push("", event);
    for (const row of rows.filter((row) => row.event === event)) {
      const { id, kind, profileAction, action, source, registered } = row;
      // Most actions are those of the profile, which stands above.
      const from = source.startsWith("profile ") ? "" : `, by ${source}; profile: ${profileAction}`;
      const where = registered.length === 0 ? "not registered" : registered.join(", ");
      lines.push(`  ${id.padEnd(width)}  ${kind.padEnd(10)}  ${where.padEnd(14)}  ${action}${from}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
