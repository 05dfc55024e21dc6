import { AUTOMATIONS } from "../automation/registry.ts";
import { configFolder, dataFolder, homeFolder, stateFolder } from "../base/folders.ts";
import { findGitRoot } from "../base/git_root.ts";
import { resolve, resolveLinks } from "../base/path.ts";
import { VERSION } from "../base/version.ts";
import { CONTEXTS, START_PARTS } from "../context/registry.ts";
import { GUARDS } from "../guard/registry.ts";
import { isSwitchedOff, killSwitchFile, loadPolicy, pausedUntil, type Policy } from "../policy/policy.ts";
import { mayHaveRules } from "../policy/rule_sources.ts";
import { allHarnesses, isPresent, presenceOf } from "../register/detect.ts";
import { loadRules } from "../rule/load.ts";
import { lastSeen } from "../state/seen.ts";
import type { ProfileActions } from "../policy/action.ts";
import type { Values } from "./arguments.ts";
import { automationStatus } from "./automation.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, printJson } from "./registration.ts";
import {
  describeResident,
  isResidentKnown,
  residenceHere,
  type ResidentSeen,
  residentStatus,
} from "./resident.ts";

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
function switchable(): { id: string; kind: "guard" | "context" | "automation"; actions: ProfileActions }[] {
  const contexts = [
    ...START_PARTS,
    ...CONTEXTS.filter(({ id }) => START_PARTS.every((part) => part.id !== id)),
  ];
  return [
    ...GUARDS.map(({ id, actions }) => ({ id, kind: "guard" as const, actions })),
    ...contexts.map(({ id, actions }) => ({ id, kind: "context" as const, actions })),
    ...AUTOMATIONS.map(({ id, actions }) => ({ id, kind: "automation" as const, actions })),
  ];
}

async function run(values: Values, io: Io): Promise<number> {
  const folder = resolveLinks(resolve(io.cwd, values.text("project") ?? ".", io.os), io.os);
  const root = findGitRoot(folder, io.os) ?? folder;
  const policy = await loadPolicy(io, root);
  const now = Date.now();
  const off = isSwitchedOff(io, now);
  const until = pausedUntil(io, now);
  const ruleProblems = await problemsOfRules(policy, io);
  const rows = switchable().map(({ id, kind, actions }) => ({ id, kind, ...policy.actionOf(id, actions) }));
  const report = {
    version: VERSION,
    project: root,
    profile: policy.profile,
    switchedOff: off,
    pausedUntil: until === undefined ? undefined : new Date(until).toISOString(),
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
    automation: await automationStatus({ root, os: io.os }, io),
    externalChecker: policy.checker?.command?.[0] ?? policy.checker?.url,
    harnesses: harnessesHere(root, policy, io),
    resident: isResidentKnown(io) ? await residentStatus(residenceHere(io)) : undefined,
    problems: [...policy.problems, ...ruleProblems],
    ignored: policy.loosening(switchable()),
  };
  if (values.has("json")) printJson(io, report);
  else io.write(describe(report, policy));
  // A broken configuration is worth a failing script; what is enforced meanwhile is said above it.
  return report.problems.length === 0 ? 0 : 1;
}

/** A harness of which this machine shows something. */
interface HarnessHere {
  readonly id: string;
  readonly title: string;
  readonly version: string | undefined;
  /** The scopes whose file holds entries of ours. */
  readonly registered: readonly string[];
  /** When it last brought an event. */
  readonly lastEvent: string | undefined;
}

function harnessesHere(root: string, policy: Policy, io: Io): HarnessHere[] {
  return allHarnesses(io.assets, policy.profile.value).map((harness) => presenceOf(harness, root, io))
    .filter(isPresent).map(({ harness, version, registered }) => ({
      id: harness.id,
      title: harness.title,
      version,
      registered,
      lastEvent: lastSeen(io, harness.id)?.toISOString(),
    }));
}

/** What is wrong in rules that would be read here, one sentence each. */
async function problemsOfRules(policy: Policy, io: Io): Promise<string[]> {
  const sources = { ...policy.rules, assets: io.assets };
  if (!mayHaveRules(sources)) return [];
  const { problems } = await loadRules(sources, io.os);
  return problems.map(({ file, line, text }) => `${file}${line === undefined ? "" : `:${line}`}: ${text}`);
}

const WORDS: Readonly<Record<Exclude<ResidentSeen["kind"], "resident">, string>> = {
  absent: "does not run",
  silent: "gives no sign; see garfio doctor",
  stranger: "another program has its port; see garfio doctor",
  unsafe: "its token is no secret any more; see garfio doctor",
};

function describe(
  report: {
    readonly project: string;
    readonly switchedOff: boolean;
    readonly pausedUntil: string | undefined;
    readonly files: { readonly killSwitch: string | undefined; readonly state: string | undefined };
    readonly actions: readonly { id: string; value: string; source: string }[];
    readonly problems: readonly string[];
    readonly ignored: readonly string[];
    readonly automation: { readonly approved: number; readonly waiting: number } | undefined;
    readonly externalChecker: string | undefined;
    readonly harnesses: readonly HarnessHere[];
    readonly resident: ResidentSeen | undefined;
  },
  policy: Policy,
): string {
  const lines = [
    `Garfio ${VERSION}`,
    `Project: ${report.project}`,
    `Profile: ${policy.profile.value} (${policy.profile.source})`,
  ];
  if (report.pausedUntil !== undefined) {
    lines.push(`Everything is paused until ${report.pausedUntil}. "garfio resume" ends that.`);
  } else if (report.switchedOff) {
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
  if (report.automation !== undefined) {
    const { approved, waiting } = report.automation;
    const more = waiting === 0 ? "" : `, ${waiting} not approved and silent; see garfio automation list`;
    lines.push(`Tools after edits: ${approved} approved${more}`);
  }
  lines.push(`External checker: ${report.externalChecker ?? "none"}`);
  for (const { title, version, registered, lastEvent } of report.harnesses) {
    const where = registered.length === 0 ? "not registered" : `registered (${registered.join(", ")})`;
    const last = lastEvent === undefined ? "no event yet" : `last event ${lastEvent}`;
    lines.push(`Harness: ${title}${version === undefined ? "" : ` ${version}`}: ${where}, ${last}`);
  }
  if (report.harnesses.length === 0) lines.push("Harness: none that Garfio knows was found here");
  if (report.resident !== undefined) {
    lines.push(
      `Resident: ${
        report.resident.kind === "resident" ? describeResident(report.resident) : WORDS[report.resident.kind]
      }`,
    );
  }
  lines.push(`State: ${report.files.state ?? "no home folder is known, so there is none"}`);
  lines.push(...report.problems.map((problem) => `Problem: ${problem}`));
  lines.push(...report.ignored.map((ignored) => `Ignored: ${ignored}`));
  return `${lines.join("\n")}\n`;
}
