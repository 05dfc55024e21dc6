import { configFolder, dataFolder, homeFolder, stateFolder } from "../base/folders.ts";
import { findGitRoot } from "../base/git_root.ts";
import { resolve, resolveLinks } from "../base/path.ts";
import { VERSION } from "../base/version.ts";
import { CONTEXTS, START_PARTS } from "../context/registry.ts";
import { GUARDS } from "../guard/registry.ts";
import { isSwitchedOff, killSwitchFile, loadPolicy, type Policy } from "../policy/policy.ts";
import type { ProfileActions } from "../policy/action.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, printJson } from "./registration.ts";

/** `garfio status`: what is enforced here, and which layer each setting comes from. */
export const STATUS: Command = {
  name: "status",
  summary: "Show what is enforced here and where each setting comes from.",
  usage: "[--project DIR] [--json]",
  options: [
    { name: "project", value: "DIR", summary: "The project; without it, the working folder." },
    JSON_OPTION,
  ],
  run,
};

/** Everything with a switch of its own, each once. */
function switchable(): { id: string; kind: "guard" | "context"; actions: ProfileActions }[] {
  const contexts = [
    ...START_PARTS,
    ...CONTEXTS.filter(({ id }) => START_PARTS.every((part) => part.id !== id)),
  ];
  return [
    ...GUARDS.map(({ id, actions }) => ({ id, kind: "guard" as const, actions })),
    ...contexts.map(({ id, actions }) => ({ id, kind: "context" as const, actions })),
  ];
}

async function run(values: Values, io: Io): Promise<number> {
  const folder = resolveLinks(resolve(io.cwd, values.text("project") ?? ".", io.os), io.os);
  const root = findGitRoot(folder, io.os) ?? folder;
  const policy = await loadPolicy(io, root);
  const off = isSwitchedOff(io);
  const rows = switchable().map(({ id, kind, actions }) => ({ id, kind, ...policy.actionOf(id, actions) }));
  const report = {
    version: VERSION,
    project: root,
    profile: policy.profile,
    switchedOff: off,
    files: {
      operator: policy.operatorFile,
      project: policy.projectFile,
      killSwitch: killSwitchFile(io),
      messages: configFolder(io) === undefined ? undefined : `${configFolder(io)}/messages`,
      state: stateFolder(io),
      data: dataFolder(io),
      home: homeFolder(io),
    },
    actions: rows,
    header: policy.header,
    sessionEnd: policy.sessionEnd,
    problems: policy.problems,
    ignored: policy.loosening(switchable()),
  };
  if (values.has("json")) printJson(io, report);
  else io.write(describe(report, policy));
  // A broken configuration is worth a failing script; what is enforced meanwhile is said above it.
  return policy.problems.length === 0 ? 0 : 1;
}

function describe(
  report: {
    readonly project: string;
    readonly switchedOff: boolean;
    readonly files: { readonly killSwitch: string | undefined; readonly state: string | undefined };
    readonly actions: readonly { id: string; value: string; source: string }[];
    readonly ignored: readonly string[];
  },
  policy: Policy,
): string {
  const lines = [
    `Garfio ${VERSION}`,
    `Project: ${report.project}`,
    `Profile: ${policy.profile.value} (${policy.profile.source})`,
  ];
  if (report.switchedOff) {
    lines.push(
      `Everything is switched off, by GARFIO_HOOKS_DISABLE or by the file ${report.files.killSwitch}.`,
    );
  }
  const width = Math.max(...report.actions.map(({ id }) => id.length));
  lines.push(
    "",
    ...report.actions.map(({ id, value, source }) => `  ${id.padEnd(width)}  ${value.padEnd(6)}  ${source}`),
    "",
  );
  lines.push(`Header: ${policy.header ?? "none declared"}`);
  lines.push(
    `Session end: ${
      policy.sessionEnd.enabled ? `on, from end of turn ${policy.sessionEnd.minStops} on` : "off"
    }`,
  );
  lines.push(`Compaction notice: ${policy.compaction.enabled ? "on" : "off"}`);
  lines.push(`State: ${report.files.state ?? "no home folder is known, so there is none"}`);
  lines.push(...policy.problems.map((problem) => `Problem: ${problem}`));
  lines.push(...report.ignored.map((ignored) => `Ignored: ${ignored}`));
  return `${lines.join("\n")}\n`;
}
