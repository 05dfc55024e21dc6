import { ASKING, type Asking } from "./asking.ts";
import { type Approval, isApproved, readApprovals, writeApprovals } from "../automation/approval.ts";
import { allUses, nearestUse, type Project } from "../automation/detect.ts";
import { type Plan, planOf } from "../automation/plan.ts";
import { type Survey, surveyProject, TOOLS } from "../automation/survey.ts";
import { configFolder } from "../base/folders.ts";
import { findGitRoot } from "../base/git_root.ts";
import { isInside, relativeTo, resolve, resolveLinks } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { refusal } from "./pause.ts";
import { JSON_OPTION, printJson } from "./registration.ts";

/** `garfio automation`: which tools of a project may run after edits. */
export const AUTOMATION: Command = automationCommand(ASKING);

/** The command, with the terminal that `approve` asks on. */
export function automationCommand(terminal: Asking): Command {
  return {
    name: "automation",
    summary: "List, approve and revoke the tools of a project that may run after edits.",
    usage: "list [FILE]|approve|revoke [--project DIR] [--json]",
    operands: 2,
    operandChoices: ["list", "approve", "revoke"],
    options: [
      { name: "project", value: "DIR", summary: "The project; without it, the working folder." },
      JSON_OPTION,
    ],
    run: (values, io) => run(values, io, terminal),
  };
}

async function run(values: Values, io: Io, terminal: Asking): Promise<number> {
  const [what = "list", file] = values.operands;
  if (what !== "list" && file !== undefined) throw new UsageError(`"${file}" is one argument too many.`);
  const project = projectOf(values, io);
  switch (what) {
    case "list":
      return file === undefined ? await list(project, values, io) : await listFor(file, project, values, io);
    case "approve":
      return await approve(project, io, terminal);
    case "revoke":
      return revoke(project, io);
    default:
      throw new UsageError(`There is no "automation ${oneLine(what, 40)}"; it is list, approve or revoke.`);
  }
}

function projectOf(values: Values, io: Io): Project {
  const folder = resolveLinks(resolve(io.cwd, values.text("project") ?? ".", io.os), io.os);
  return { root: findGitRoot(folder, io.os) ?? folder, os: io.os };
}

/** What `garfio status` says about the tools of the project; undefined where it has none. */
export async function automationStatus(
  project: Project,
  io: Io,
): Promise<{ approved: number; waiting: number } | undefined> {
  const { plans } = await surveyProject(project, io);
  if (plans.length === 0) return undefined;
  const approvals = readApprovals(io, project.root);
  const approved = plans.filter((plan) => isApproved(approvals, plan)).length;
  return { approved, waiting: plans.length - approved };
}

const folderOf = (folder: string, { root, os }: Project): string => relativeTo(folder, root, os) || ".";

function row(plan: Plan, approvals: readonly Approval[], project: Project) {
  return {
    automation: plan.automation,
    tool: plan.tool.id,
    folder: folderOf(plan.folder, project),
    program: plan.program.path,
    command: [
      plan.program.path,
      ...plan.program.before,
      ...plan.tool.calls({
        files: ["FILE"],
        folder: plan.folder,
        root: project.root,
        os: project.os,
      })[0] ?? [],
    ],
    configuration: plan.configs.map(({ path }) => relativeTo(path, project.root, project.os) ?? path),
    digest: plan.digest,
    approved: isApproved(approvals, plan),
    // What was approved once and looks otherwise now.
    changed: !isApproved(approvals, plan) && approvals.some(({ key }) => key === plan.key),
  };
}

function describe(item: ReturnType<typeof row>): string {
  const state = item.approved ? "approved" : item.changed ? "changed since it was approved" : "not approved";
  const lines = [
    `${item.automation}: ${item.tool} in ${oneLine(item.folder)} (${state})`,
    `  runs            ${oneLine(item.command.join(" "), 400)}`,
  ];
  if (item.configuration.length > 0) {
    lines.push(`  configured by   ${oneLine(item.configuration.join(", "), 400)}`);
  }
  return lines.join("\n");
}

function notes({ missing, incomplete }: Survey, project: Project): string[] {
  const lines = missing.map(({ automation, use }) =>
    `${automation}: ${use.tool.id} in ${
      oneLine(folderOf(use.folder, project))
    } is not installed, so it does not run.`
  );
  return incomplete
    ? [...lines, "The project is too large to be looked through; some tools may be missing here."]
    : lines;
}

async function list(project: Project, values: Values, io: Io): Promise<number> {
  const survey = await surveyProject(project, io);
  const approvals = readApprovals(io, project.root);
  const rows = survey.plans.map((plan) => row(plan, approvals, project));
  if (values.has("json")) {
    printJson(io, {
      project: project.root,
      tools: rows,
      notInstalled: survey.missing.map(({ automation, use }) => ({
        automation,
        tool: use.tool.id,
        folder: folderOf(use.folder, project),
      })),
      incomplete: survey.incomplete,
    });
    return 0;
  }
  const lines = rows.length === 0 ? ["No tool of this project would run."] : rows.map(describe);
  lines.push(...notes(survey, project));
  if (rows.some(({ approved }) => !approved)) lines.push('"garfio automation approve" lets them run.');
  io.write(`${lines.join("\n")}\n`);
  return 0;
}

/** Which tools are for one file. */
async function listFor(file: string, project: Project, values: Values, io: Io): Promise<number> {
  const path = resolveLinks(resolve(io.cwd, file, io.os), io.os);
  if (!isInside(path, project.root, io.os)) throw new UsageError("The file does not lie in the project.");
  const approvals = readApprovals(io, project.root);
  const rows = [];
  for (const { automation, tools, one } of TOOLS) {
    const nearest = one ? nearestUse(tools, path, project) : undefined;
    const uses = one ? (nearest === undefined ? [] : [nearest]) : allUses(tools, path, project);
    for (const use of uses) {
      const plan = await planOf(automation, use, project, io);
      rows.push({
        automation,
        tool: use.tool.id,
        folder: folderOf(use.folder, project),
        program: plan?.program.path,
        approved: plan !== undefined && isApproved(approvals, plan),
      });
    }
  }
  if (values.has("json")) printJson(io, { project: project.root, file: path, tools: rows });
  else if (rows.length === 0) io.write("No tool is for this file.\n");
  else {
    const lines = rows.map(({ automation, tool, program, approved }) =>
      `${automation}: ${tool}, ${program === undefined ? "not installed" : oneLine(program, 300)}${
        program === undefined ? "" : approved ? " (approved)" : " (not approved)"
      }`
    );
    io.write(`${lines.join("\n")}\n`);
  }
  return 0;
}

/** Shows what would run to a person and keeps the answer; an agent cannot give it. */
async function approve(project: Project, io: Io, terminal: Asking): Promise<number> {
  const refused = refusal("automation approve", io, terminal);
  if (refused !== undefined) return refused;
  if (configFolder(io) === undefined) {
    io.error("garfio automation: no home folder is known, so there is no place to keep an approval.\n");
    return 1;
  }
  const survey = await surveyProject(project, io);
  const approvals = readApprovals(io, project.root);
  const rows = survey.plans.map((plan) => row(plan, approvals, project));
  const waiting = rows.filter(({ approved }) => !approved).length;
  if (waiting === 0) {
    io.write(`${["Nothing waits for approval here.", ...notes(survey, project)].join("\n")}\n`);
    return 0;
  }
  io.write(
    `${
      [`In ${project.root} these would run after edits:`, ...rows.map(describe), ...notes(survey, project)]
        .join("\n")
    }\n` +
      "They run with your rights, and so does whatever their configuration and plugins load.\n",
  );
  const answer = terminal.ask(`Approve ${waiting === 1 ? "this tool" : `these ${waiting} tools`}? Type yes:`);
  if (answer?.trim().toLowerCase() !== "yes") {
    io.write("Nothing was approved.\n");
    return 1;
  }
  const at = io.now().toISOString();
  // The digests are those of what was shown; tools that are gone are not kept.
  const kept = survey.plans.map(({ key, digest }) => ({ repo: project.root, key, digest, at }));
  writeApprovals(io, project.root, kept);
  io.write("Approved. What changes its program or configuration has to be approved again.\n");
  return 0;
}

/** Needs no terminal: it only makes less happen. */
function revoke(project: Project, io: Io): number {
  const count = readApprovals(io, project.root).length;
  if (count > 0) writeApprovals(io, project.root, []);
  io.write(count > 0 ? "Revoked: no tool of this project runs any more.\n" : "Nothing was approved here.\n");
  return 0;
}
