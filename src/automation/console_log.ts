/** Finds `console.log` that was left behind in scripts. Nothing is started. */
import { extension, relativeTo, withSlashes } from "../base/path.ts";
import type { Files, Report, Work } from "./automation.ts";
import { changedFiles } from "./changed_files.ts";
import { logLines } from "./log_lines.ts";
import { fromRoot, listOf } from "./report.ts";
import { tellsFirst } from "./waiting.ts";

const SCRIPTS = new Set(["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs"]);
/** Where writing to the console is the purpose, or nobody minds. */
const EXEMPT_FILE =
  /(?:[._-](?:test|spec|stories|config|setup|mock)|^(?:test|spec|setup|config))\.[cm]?[jt]sx?$/;
const EXEMPT_FOLDER =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|mocks?|fixtures|e2e|scripts?|bin|config|cypress|playwright)\//;
const MOST_LINES = 5;
const LARGEST = 1024 * 1024;

interface Hit {
  readonly path: string;
  readonly lines: readonly number[];
}

/**
 * After an edit the edited files, at the end of a turn everything that differs from git's index and is not a test,
 * configuration, script or mock. A session is told of a file again only when the number of lines has changed.
 */
export async function consoleLog(work: Work, files: Files): Promise<Report | undefined> {
  const paths = files.atEnd
    ? [...new Set([...files.paths, ...await changedFiles(work, isScript)])].filter((path) =>
      !isExempt(path, work)
    )
    : files.paths;
  const hits: Hit[] = [];
  for (const path of paths.filter(isScript)) {
    const lines = linesOf(path);
    if (lines.length > 0 && tellsFirst(work, `console-log ${lines.length} ${path}`)) {
      hits.push({ path, lines });
    }
  }
  if (hits.length === 0) return undefined;
  const all = hits.flatMap(({ path, lines }) => lines.map((line) => `${fromRoot(path, work)}:${line}`));
  return {
    values: {
      files: listOf(hits.map(({ path }) => path), work),
      places: hits.length === 1 ? hits[0]!.lines.slice(0, MOST_LINES).join(", ") : undefined,
      more: hits.length === 1 && all.length > MOST_LINES ? all.length - MOST_LINES : undefined,
    },
    ...(hits.length === 1 ? {} : { lines: all.slice(0, MOST_LINES) }),
  };
}

const isScript = (path: string): boolean => SCRIPTS.has(extension(path));

function isExempt(path: string, { root, os }: Work): boolean {
  const relative = withSlashes(relativeTo(path, root, os) ?? path, os);
  return EXEMPT_FILE.test(relative.slice(relative.lastIndexOf("/") + 1)) || EXEMPT_FOLDER.test(relative);
}

function linesOf(path: string): number[] {
  try {
    if (Deno.statSync(path).size > LARGEST) return [];
    const text = Deno.readTextFileSync(path);
    return text.includes("console") ? logLines(text) : [];
  } catch {
    return [];
  }
}
