/** `garfio knowledge why`: what would be sent for a prompt or a path, and why each item was chosen or left out. */
import { resolve } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { advisoryTemplate, fill } from "../message/message.ts";
import { loadMessage } from "../message/store.ts";
import { type Knowledge, openKnowledge } from "../knowledge/cache.ts";
import { focusOf } from "../knowledge/focus.ts";
import { titleLine } from "../knowledge/print.ts";
import { select } from "../knowledge/select_prompt.ts";
import { holdingHere } from "../knowledge/holding.ts";
import { promptText, shownFocus } from "../knowledge/answer_prompt.ts";
import { folds, fromRoot } from "../knowledge/touched.ts";
import { UsageError } from "./arguments.ts";
import { baseOf, type Job } from "./knowledge.ts";
import { printJson } from "./registration.ts";

/** As the first prompt of a session: nothing counts as sent. */
export async function why(job: Job): Promise<number> {
  const { values, io, root } = job;
  const prompt = values.text("prompt");
  const path = values.text("path");
  if (prompt === undefined && path === undefined) {
    throw new UsageError('Say for what: --prompt "Fix the webhook", --path services/billing, or both.');
  }
  const knowledge = await openKnowledge(
    io,
    root,
    path === undefined ? [] : [resolve(baseOf(job), path, io.os)],
  );
  if (knowledge === undefined) {
    io.error(
      `There is no knowledge in ${root}. Begin with: garfio knowledge new billing-rules --kind rule\n`,
    );
    return 1;
  }
  return prompt === undefined ? whyPath(job, knowledge, path!) : whyPrompt(job, knowledge, prompt, path);
}

function whyPrompt(job: Job, knowledge: Knowledge, prompt: string, path: string | undefined): number {
  const { values, io, root } = job;
  const focus = focusOf(prompt, baseOf(job), root, io.os, path === undefined ? [] : [path]);
  const selection = select(knowledge, { prompt, focus, sent: new Set(), room: 10_000, fold: folds(io.os) });
  const text = promptText(head({ io, root }, "knowledge-prompt", shownFocus(selection)), selection);
  if (values.has("json")) {
    printJson(io, {
      project: root,
      intent: selection.intent,
      depth: selection.depth,
      focus: focus.paths,
      items: selection.verdicts.map(({ item, fate, score, why }) => ({
        id: item.id,
        kind: item.kind,
        fate,
        score,
        why,
      })),
      text,
    });
    return 0;
  }
  io.write(
    `Intent ${selection.intent}, depth ${selection.depth}; about ${
      focus.paths.length === 0 ? "the whole project" : focus.paths.join(", ")
    }\n\n`,
  );
  const width = Math.max(...selection.verdicts.map(({ item }) => item.id.length));
  for (const { item, fate, score, why } of selection.verdicts) {
    io.write(
      `${fate.padEnd(9)}  ${item.id.padEnd(width)}  ${score.toFixed(3).padStart(7)}  ${oneLine(why, 200)}\n`,
    );
  }
  io.write(text === undefined ? "\nNothing would be sent.\n" : `\nThis would be sent:\n\n${text}\n`);
  return 0;
}

function whyPath(job: Job, knowledge: Knowledge, path: string): number {
  const { values, io, root } = job;
  const below = fromRoot(resolve(baseOf(job), path, io.os), root, io.os);
  if (below === undefined) throw new UsageError(`${oneLine(path, 120)} is outside of ${root}.`);
  const here = holdingHere(knowledge, { absolute: [], paths: [below], text: below }, folds(io.os));
  if (values.has("json")) {
    printJson(io, {
      project: root,
      path: below,
      items: here.map(({ item, glob, near }) => ({ id: item.id, kind: item.kind, glob, near })),
    });
    return 0;
  }
  if (here.length === 0) io.write(`Nothing holds for ${oneLine(below, 200)}.\n`);
  else io.write(`${head({ io, root }, "knowledge-path", below)}\n`);
  for (const { item, glob } of here) {
    io.write(
      `${titleLine(item)}\n    ${glob === "" ? "shares words with the path" : `covered by ${glob}`}\n`,
    );
  }
  return 0;
}

function head({ io, root }: Pick<Job, "io" | "root">, id: string, path: string | undefined): string {
  const template = advisoryTemplate(loadMessage(io, id, root)?.source ?? "");
  return template === undefined ? "" : fill(template, { path });
}
