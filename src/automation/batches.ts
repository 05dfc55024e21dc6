/** Starts approved tools: files that have tool and folder in common go into one call. */
import type { Files, Work } from "./automation.ts";
import { hasApprovals, isApproved, readApprovals } from "./approval.ts";
import type { Use } from "./detect.ts";
import { toolEnvironment } from "./environment.ts";
import { type Plan, planOf } from "./plan.ts";
import { startProgram } from "./start.ts";
import type { Issue, Output } from "./tool.ts";

/** What one tool did with the files of one folder. */
export interface Ran {
  readonly plan: Plan;
  readonly files: readonly string[];
  readonly issues: readonly Issue[];
}

/** More than this at once is not the work of one turn. */
const MOST_IN_ONE_CALL = 50;

/** Runs every approved tool that `usesOf` names for the files. Tools run beside one another, or in turn. */
export async function runTools(
  automation: string,
  work: Work,
  files: Files,
  usesOf: (file: string) => readonly Use[],
): Promise<Ran[]> {
  if (files.paths.length === 0 || !hasApprovals(work.place)) return [];
  const approvals = readApprovals(work.place, work.root);
  if (approvals.length === 0) return [];
  const groups = new Map<string, { use: Use; paths: string[] }>();
  for (const path of files.paths) {
    for (const use of usesOf(path)) {
      const key = `${use.tool.id} ${use.folder}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { use, paths: [path] });
      else group.paths.push(path);
    }
  }
  const ran = await Promise.all([...groups.values()].map(async ({ use, paths }) => {
    const plan = await planOf(automation, use, work, work.place);
    if (plan === undefined || !isApproved(approvals, plan)) return undefined;
    return await runPlan(plan, paths.slice(0, MOST_IN_ONE_CALL), work, files.late);
  }));
  return ran.filter((one) => one !== undefined);
}

async function runPlan(
  plan: Plan,
  paths: readonly string[],
  work: Work,
  late: (path: string) => void,
): Promise<Ran> {
  const { tool, folder, program } = plan;
  const batch = { files: paths, folder, root: work.root, os: work.os };
  const issues: Issue[] = [];
  for (const args of tool.calls(batch)) {
    const ended = await startProgram({
      program: program.path,
      args: [...program.before, ...args],
      cwd: folder,
      env: toolEnvironment(work.place, work),
      time: work.deadline - work.clock(),
    });
    if (ended.late) {
      for (const path of paths) late(path);
      break;
    }
    const output: Output = ended;
    issues.push(...tool.read?.(output, batch).filter(({ file }) => paths.includes(file)) ?? []);
  }
  return { plan, files: paths, issues };
}
