/** From the output of a tool to what it says about the files in question. */
import { isObject } from "../base/json.ts";
import { relativeTo, resolve } from "../base/path.ts";
import type { Batch, Issue, Output } from "./tool.ts";

/** How a tool may write the path of `file`: absolute, or from the folder it was started in, or from those above. */
function spellings(file: string, { folder, root, os }: Batch, upward: boolean): string[] {
  const inFolder = relativeTo(file, folder, os);
  const fromRoot = upward ? relativeTo(file, root, os) : undefined;
  return [
    file,
    ...[inFolder, fromRoot].flatMap((path) => {
      if (path === undefined || path === "") return [];
      const slashed = path.replaceAll("\\", "/");
      return [path, `./${slashed}`, slashed];
    }),
  ];
}

/** Whatever the tool calls a file, it is told by its path from the project's root. */
const nameOf = (file: string, { root, os }: Batch): string => relativeTo(file, root, os) ?? file;

/**
 * The lines that begin with the path of one of the files, a position behind it: never by the name alone, since two
 * folders may have a file of one name.
 *
 * @param leads what may stand before the path
 * @param upward paths may be those from the project's root, too
 */
export function linesAbout(
  text: string,
  batch: Batch,
  { leads = [""], upward = false }: { leads?: readonly string[]; upward?: boolean } = {},
): Issue[] {
  const known = batch.files.flatMap((file) => spellings(file, batch, upward).map((path) => ({ file, path })));
  const issues: Issue[] = [];
  for (const line of text.split("\n")) {
    const plain = line.trimEnd();
    for (const lead of leads) {
      if (!plain.startsWith(lead)) continue;
      const rest = plain.slice(lead.length).trimStart();
      const hit = known.find(({ path }) =>
        rest.startsWith(path) && /^(?:\(\d|:\d)/.test(rest.slice(path.length))
      );
      if (hit === undefined) continue;
      issues.push({ file: hit.file, text: nameOf(hit.file, batch) + rest.slice(hit.path.length) });
      break;
    }
  }
  return issues;
}

/** Reads both streams, as {@link linesAbout}. */
export const readLines =
  (options: Parameters<typeof linesAbout>[2] = {}) => ({ out, err }: Output, batch: Batch): Issue[] =>
    linesAbout(`${out}\n${err}`, batch, options);

/** ESLint's JSON. */
export function readEslint({ out }: Output, batch: Batch): Issue[] {
  const value = asJson(out);
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap(({ filePath, messages }) => {
    if (typeof filePath !== "string" || !Array.isArray(messages)) return [];
    const file = resolve(batch.folder, filePath, batch.os);
    return messages.filter(isObject).map(({ line, column, message, ruleId }) => ({
      file,
      text: `${nameOf(file, batch)}:${line ?? 1}:${column ?? 1} ${message}${
        typeof ruleId === "string" ? ` (${ruleId})` : ""
      }`,
    }));
  });
}

/** Workflow commands: `::error title=…,file=…,line=…,col=…::message`. */
export function readWorkflowCommands({ out, err }: Output, batch: Batch): Issue[] {
  const issues: Issue[] = [];
  for (const line of `${out}\n${err}`.split("\n")) {
    const parts = /^::(?:error|warning|notice) (.*?)::(.*)$/.exec(line.trim());
    if (parts === null) continue;
    const fields = new Map(
      parts[1]!.split(",").map((field) => {
        const at = field.indexOf("=");
        return [field.slice(0, at).trim(), unescaped(field.slice(at + 1))] as const;
      }),
    );
    const named = fields.get("file");
    if (named === undefined) continue;
    const file = resolve(batch.folder, named, batch.os);
    const rule = fields.get("title");
    issues.push({
      file,
      text: `${nameOf(file, batch)}:${fields.get("line") ?? 1}:${fields.get("col") ?? 1} ${
        unescaped(parts[2]!)
      }${rule === undefined ? "" : ` (${rule})`}`,
    });
  }
  return issues;
}

function unescaped(text: string): string {
  return text.replace(/%(25|0A|0D|3A|2C)/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

/** `deno check`: the message stands above, and the place in a line `at file:///…:line:column` below it. */
export function readDenoCheck({ out, err }: Output, batch: Batch): Issue[] {
  const issues: Issue[] = [];
  let message: string | undefined;
  for (const line of `${out}\n${err}`.split("\n")) {
    const start = /(?:^|\s)(TS\d+ \[ERROR\]: .*)$/.exec(line);
    if (start !== null) message = start[1]!.replace(" [ERROR]", "");
    const place = /^\s+at (file:\/\/\S+):(\d+):(\d+)$/.exec(line);
    if (place === null || message === undefined) continue;
    const file = fileOf(place[1]!, batch);
    if (file !== undefined) {
      issues.push({
        file,
        text: `${nameOf(file, batch)}:${place[2]}:${place[3]} ${message}`,
      });
    }
    message = undefined;
  }
  return issues;
}

function fileOf(url: string, { os }: Batch): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return resolve("/", os === "windows" ? path.slice(1) : path, os);
  } catch {
    return undefined;
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
