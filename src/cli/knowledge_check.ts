/** `garfio knowledge check`: every mistake by file and line, in the form that editors understand. */
import { oneLine } from "../base/text.ts";
import { readApprovals, staleApprovals } from "../knowledge/approvals.ts";
import { hasKnowledge, KNOWLEDGE_FOLDER } from "../knowledge/gate.ts";
import { skillName } from "../knowledge/item.ts";
import type { Loaded } from "../knowledge/rebuild.ts";
import type { Problem } from "../knowledge/read_item.ts";
import { type Job, loadProject } from "./knowledge.ts";
import { printJson } from "./registration.ts";

/** Exit code 1 where an item, or a part of one, does not count. */
export async function check(job: Job): Promise<number> {
  const { values, io, root } = job;
  if (!hasKnowledge(root, io.os)) {
    const hint =
      `There is no folder ${KNOWLEDGE_FOLDER} in ${root}. Begin with: garfio knowledge new billing-rules --kind rule`;
    if (values.has("json")) printJson(io, { ok: true, project: root, items: 0, problems: [], note: hint });
    else io.write(`${hint}\n`);
    return 0;
  }
  const loaded = await loadProject(job);
  const problems = [...loaded.problems, ...sharedNames(loaded), ...await changedApprovals(job, loaded)]
    .sort((a, b) => a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
  const errors = problems.filter(({ level }) => level === "error").length;
  if (values.has("json")) {
    printJson(io, { ok: errors === 0, project: root, items: loaded.items.length, problems });
    return errors === 0 ? 0 : 1;
  }
  for (const { file, line, level, message } of problems) {
    io.write(`${oneLine(file, 400)}:${line}: ${level}: ${oneLine(message, 500)}\n`);
  }
  io.write(
    `${count(loaded.items.length, "item")}, ${count(errors, "error")}, ${
      count(problems.length - errors, "note")
    }.\n`,
  );
  return errors === 0 ? 0 : 1;
}

/** `2 items` */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Skills of one name cannot be called by it. */
function sharedNames({ items }: Loaded): Problem[] {
  const skills = items.map(({ item }) => item).filter(({ kind }) => kind === "skill");
  return skills.flatMap((item): Problem[] => {
    const name = skillName(item).toLowerCase();
    const other = skills.find((one) => one !== item && skillName(one).toLowerCase() === name);
    if (other === undefined) return [];
    const message = `${other.file} is called ::${name} as well, so neither can be called; rename one`;
    return [{ file: item.file, line: 1, level: "error", message }];
  });
}

async function changedApprovals({ io, root }: Job, { items }: Loaded): Promise<Problem[]> {
  const stale = await staleApprovals(readApprovals(io), root, items.map(({ item }) => item));
  return stale.map(({ id, kind }): Problem => ({
    file: items.find(({ item }) => item.id === id)?.item.file ?? KNOWLEDGE_FOLDER,
    line: 1,
    level: "note",
    message: `the ${kind} of ${id} was approved in another form, so it only informs; look at it and run: ` +
      `garfio knowledge approve ${id}`,
  }));
}
