/** `garfio knowledge new`: a file to fill in. */
import { isAbsent } from "../base/errors.ts";
import { dirName, isInside, join, resolve } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { globFault } from "../knowledge/glob.ts";
import { KNOWLEDGE_FOLDER } from "../knowledge/gate.ts";
import { frontMatterOf } from "../knowledge/write_item.ts";
import { UsageError } from "./arguments.ts";
import type { Job } from "./knowledge.ts";
import { printJson } from "./registration.ts";

const BODIES: Readonly<Record<string, string>> = {
  rule: "Say what to do, why, and what to write instead.",
  memory: "Say what is worth knowing here and cannot be read from the code.",
  skill: "1. Say the first step.\n2. Say the next one.",
};

/** Writes the file, never over another. */
export function create({ values, io, root, words }: Job): Promise<number> {
  const [id] = words;
  if (id === undefined) {
    throw new UsageError("Say what it is called: garfio knowledge new billing/idempotency --kind rule.");
  }
  const name = id.replace(/\.md$/, "");
  if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(name) || /(?:^|\/)\.\.?(?:\/|$)/.test(name)) {
    throw new UsageError(
      `"${oneLine(id, 80)}" is no name: it takes letters, digits, - and _, and / for folders.`,
    );
  }
  const kind = values.text("kind") ?? "memory";
  const paths = (values.text("paths") ?? "").split(",").map((glob) => glob.trim()).filter((glob) =>
    glob !== ""
  );
  for (const glob of paths) {
    const fault = globFault(glob);
    if (fault !== undefined) throw new UsageError(`The glob "${oneLine(glob, 80)}" ${fault}.`);
  }
  const folder = join(root, KNOWLEDGE_FOLDER, io.os);
  const file = resolve(folder, `${name}.md`, io.os);
  if (!isInside(file, folder, io.os)) {
    throw new UsageError(`"${oneLine(id, 80)}" leads out of ${KNOWLEDGE_FOLDER}.`);
  }
  try {
    Deno.lstatSync(file);
    throw new UsageError(`${file} is there already; edit it, or choose another name.`);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  const front = frontMatterOf({
    kind,
    title: values.text("title") ?? titleOf(name),
    paths,
    ...(kind === "rule" ? { priority: values.text("priority") ?? "medium" } : {}),
  });
  Deno.mkdirSync(dirName(file, io.os), { recursive: true });
  Deno.writeTextFileSync(file, `${front}\n${BODIES[kind]}\n`, { createNew: true });
  if (values.has("json")) printJson(io, { ok: true, file, kind });
  else io.write(`${file}\nFill it in, then run: garfio knowledge check\n`);
  return Promise.resolve(0);
}

function titleOf(name: string): string {
  const last = name.slice(name.lastIndexOf("/") + 1).replace(/[-_.]+/g, " ").trim();
  return last === "" ? name : last[0]!.toUpperCase() + last.slice(1);
}
