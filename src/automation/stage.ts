/** The stage behind the guards: does what the entry lists, each part by itself, all of it before one deadline. */
import { describeError } from "../base/errors.ts";
import { isInside, resolveLinks, segments } from "../base/path.ts";
import type { Automation, Files, Report, Work } from "./automation.ts";
import { forgetFiles, rememberFiles, waitingFiles } from "./waiting.ts";

/** An automation and how the entry names it. */
export interface Listed {
  readonly argument: string;
  readonly automation: Automation;
}

/** What came of one. */
export interface Done {
  readonly argument: string;
  readonly automation: Automation;
  readonly report?: Report;
  /** It failed, and why. */
  readonly error?: string;
}

const LARGEST_FILE = 1024 * 1024;
/** What lies in such a folder is not what anybody edits. */
const FOREIGN = new Set(["node_modules", ".git", ".venv", "venv", "vendor", "__pycache__"]);

/**
 * Runs `listed`. After an edit, the profile `strict` works at once; otherwise files wait for the end of the turn, and
 * only what is quick is done. What does not end in time waits, too.
 */
export async function runAutomations(listed: readonly Listed[], work: Work): Promise<Done[]> {
  const ofFiles = listed.filter(({ automation }) => automation.id !== "external-checker");
  const others = listed.filter(({ automation }) => automation.id === "external-checker");
  const done = [
    ...await (work.event.name === "Stop" ? atEnd(ofFiles, work) : afterEdit(ofFiles, work)),
    ...await Promise.all(others.map((one) => runOne(one, work, undefined))),
  ];
  const order = listed.map(({ argument }) => argument);
  return done.sort((a, b) => order.indexOf(a.argument) - order.indexOf(b.argument));
}

async function afterEdit(listed: readonly Listed[], work: Work): Promise<Done[]> {
  if (listed.length === 0) return [];
  const paths = usable(
    work.changes.filter(({ form }) => form !== "delete").map(({ absolute }) => absolute),
    work,
  );
  if (paths.length === 0) return [];
  if (work.strict) return await runInOrder(listed, work, paths, false);
  const waits = listed.filter(({ automation }) => automation.atOnce !== true);
  if (waits.length > 0) rememberFiles(work, "*", paths);
  return await runInOrder(listed.filter(({ automation }) => automation.atOnce === true), work, paths, false);
}

async function atEnd(listed: readonly Listed[], work: Work): Promise<Done[]> {
  // The end of a sub-agent is an event of its own, and its edits are known by the session.
  if (work.event.stopHookActive || listed.length === 0) return [];
  const waiting = waitingFiles(work);
  if (waiting.length > 0) forgetFiles(work, waiting);
  const paths = (id: string): string[] =>
    usable(waiting.filter((one) => one.id === "*" || one.id === id).map(({ path }) => path), work);
  const first = listed.filter(({ automation }) => automation.changes === true);
  const rest = listed.filter(({ automation }) => automation.changes !== true);
  const done: Done[] = [];
  for (const one of first) {
    done.push(await runOne(one, work, filesOf(one, work, paths(one.automation.id), true)));
  }
  const others = rest.map((one) => runOne(one, work, filesOf(one, work, paths(one.automation.id), true)));
  return [...done, ...await Promise.all(others)];
}

async function runInOrder(
  listed: readonly Listed[],
  work: Work,
  paths: readonly string[],
  end: boolean,
): Promise<Done[]> {
  const done: Done[] = [];
  for (const one of listed.filter(({ automation }) => automation.changes === true)) {
    done.push(await runOne(one, work, filesOf(one, work, paths, end)));
  }
  const rest = listed.filter(({ automation }) => automation.changes !== true);
  return [
    ...done,
    ...await Promise.all(rest.map((one) => runOne(one, work, filesOf(one, work, paths, end)))),
  ];
}

function filesOf({ automation }: Listed, work: Work, paths: readonly string[], end: boolean): Files {
  return {
    paths,
    atEnd: end,
    // At the end of a turn there is no later.
    late: (path) => end ? undefined : rememberFiles(work, automation.id, [path]),
  };
}

async function runOne(one: Listed, work: Work, files: Files | undefined): Promise<Done> {
  const { argument, automation } = one;
  try {
    const report = await automation.run(work, files);
    return report === undefined ? { argument, automation } : { argument, automation, report };
  } catch (error) {
    return { argument, automation, error: describeError(error) };
  }
}

/** Those of `paths` that are files of the project, of a size that somebody edits; links followed, each once. */
function usable(paths: readonly string[], { root, os }: Work): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const real = resolveLinks(path, os);
    if (!isInside(real, root, os)) continue;
    if (segments(real, os).slice(segments(root, os).length).some((name) => FOREIGN.has(name))) continue;
    try {
      const info = Deno.statSync(real);
      if (info.isFile && info.size <= LARGEST_FILE) found.add(real);
    } catch {
      // It has gone since.
    }
  }
  return [...found];
}
