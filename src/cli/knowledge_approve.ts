/** `garfio knowledge approve` and `revoke`: a person decides, at a terminal, on what they are shown. */
import { oneLine } from "../base/text.ts";
import {
  type Approval,
  type ApprovalKind,
  digestOf,
  readApprovals,
  writeApprovals,
} from "../knowledge/approvals.ts";
import { approvalsFile } from "../knowledge/gate.ts";
import type { Item } from "../knowledge/item.ts";
import { sampleHits } from "../knowledge/sample_hits.ts";
import { isProjectWide } from "../knowledge/scope.ts";
import type { Io } from "./io.ts";
import { findItem, type Job, loadProject } from "./knowledge.ts";
import { refusal } from "./pause.ts";
import { printJson } from "./registration.ts";

/** Shows pattern, scope and hits, asks, and writes the approval. */
export async function approve(job: Job): Promise<number> {
  const { io, root, words, terminal } = job;
  const refused = refusal("knowledge approve", io, terminal);
  if (refused !== undefined) return refused;
  const { item } = findItem(await loadProject(job), words[0]);
  const kinds = kindsOf(item);
  if (kinds.length === 0) {
    io.write(`${item.id} has neither a block pattern nor a check, so there is nothing to approve.\n`);
    return 1;
  }
  io.write(describe(item, root, io));
  if (terminal.ask(`Approve this for ${root}? Type yes:`)?.trim().toLowerCase() !== "yes") {
    io.write("Nothing was approved.\n");
    return 1;
  }
  const added: Approval[] = [];
  for (const kind of kinds) {
    // What was shown is what is approved: the digest is over the item that was read above.
    const digest = (await digestOf(item, kind))!;
    const by = io.env("USER") ?? io.env("USERNAME") ?? "";
    added.push({ repo: root, id: item.id, kind, digest, by: oneLine(by, 80), at: io.now().toISOString() });
  }
  const kept = readApprovals(io).filter((one) => !added.some((other) => sameSubject(one, other)));
  writeApprovals(io, [...kept, ...added]);
  io.write(
    `Approved. When pattern, command or paths change, it has to be approved again. Kept in ${
      approvalsFile(io)
    }\n`,
  );
  return 0;
}

/** Takes approvals back. To loosen is the operator's as well. */
export async function revoke(job: Job): Promise<number> {
  const { values, io, root, words, terminal } = job;
  const refused = refusal("knowledge revoke", io, terminal);
  if (refused !== undefined) return refused;
  // The item may be gone, so an id that only the approvals know will do.
  const approvals = readApprovals(io);
  const known = approvals.some((one) => one.repo === root && one.id === words[0]);
  const id = known ? words[0]! : findItem(await loadProject(job), words[0]).item.id;
  const kept = approvals.filter((one) => one.repo !== root || one.id !== id);
  const removed = approvals.length - kept.length;
  if (removed > 0) writeApprovals(io, kept);
  if (values.has("json")) printJson(io, { ok: true, id, removed });
  else {io.write(
      removed === 0 ? `Nothing of ${id} was approved here.\n` : `Revoked: ${id} only informs from now on.\n`,
    );}
  return 0;
}

function kindsOf(item: Item): ApprovalKind[] {
  return [
    ...(item.block === undefined ? [] : ["block" as const]),
    ...(item.check === undefined ? [] : ["check" as const]),
  ];
}

const sameSubject = (a: Approval, b: Approval): boolean =>
  a.repo === b.repo && a.id === b.id && a.kind === b.kind;

function describe(item: Item, root: string, io: Io): string {
  const scope = isProjectWide(item)
    ? "the whole project"
    : item.paths.map((glob) => oneLine(glob)).join(", ");
  const lines = [`${item.title} (${oneLine(item.file, 300)})`, `Holds for: ${scope}`];
  if (item.symbols.length > 0) {
    lines.push(`Only where one of these occurs: ${item.symbols.map((one) => oneLine(one)).join(", ")}`);
  }
  if (item.block !== undefined) {
    const { pattern, flags, on } = item.block;
    const { hits, looked, complete } = sampleHits(root, item, io.os);
    lines.push(
      `Refuses (${on.join(", ")}): /${oneLine(pattern, 600)}/${flags}`,
      hits.length === 0
        ? `No file of ${looked} in its scope matches now.`
        : `It matches now, among others, in${complete ? "" : " the files looked at"}:`,
      ...hits.map(({ file, line, text }) => `  ${oneLine(file, 200)}:${line}: ${text}`),
    );
  }
  if (item.check !== undefined) {
    lines.push(
      `Keeps a turn open, three times at most, until this command has succeeded: ${
        item.check.run.map((word) => JSON.stringify(oneLine(word))).join(" ")
      }`,
      `Due after an edit of: ${
        item.check.after.length === 0 ? "any file" : item.check.after.map((glob) => oneLine(glob)).join(", ")
      }`,
    );
  }
  return `${lines.join("\n")}\n`;
}
