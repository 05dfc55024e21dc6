/** Whether a data file can be read at all. No program is started; each reader is loaded when its language is met. */
import { baseName, extension } from "../base/path.ts";
import { fromRoot } from "./report.ts";
import type { Project } from "./detect.ts";
import type { Issue } from "./tool.ts";

/** What is wrong with a text, and where. */
export interface Flaw {
  readonly line: number | undefined;
  readonly what: string;
}

/** These take no comments, whatever else a reader may make of them. */
const STRICT_JSON = new Set(["package.json", "package-lock.json", "composer.json", "manifest.json"]);

/** The first flaw of `file`; undefined where there is none, or it is no data file. */
export async function syntaxIssue(file: string, project: Project): Promise<Issue | undefined> {
  const read = readerOf(file);
  if (read === undefined) return undefined;
  let text: string;
  try {
    text = Deno.readTextFileSync(file);
  } catch {
    return undefined;
  }
  const flaw = await read(text.replace(/^\ufeff/, ""));
  if (flaw === undefined) return undefined;
  const place = flaw.line === undefined ? "" : `:${flaw.line}`;
  return { file, text: `${fromRoot(file, project)}${place} ${flaw.what}` };
}

function readerOf(file: string): ((text: string) => Promise<Flaw | undefined>) | undefined {
  switch (extension(file)) {
    case "json":
      return (text) => jsonFlaw(text, STRICT_JSON.has(baseName(file)));
    case "jsonc":
    case "code-workspace":
      return (text) => jsonFlaw(text, false);
    case "yaml":
    case "yml":
      return async (text) => isTemplate(text) ? undefined : (await import("./syntax_yaml.ts")).yamlFlaw(text);
    case "toml":
      return async (text) => (await import("./syntax_toml.ts")).tomlFlaw(text);
    default:
      return undefined;
  }
}

/** Charts and playbooks are templates of YAML, not YAML. */
function isTemplate(text: string): boolean {
  return /^\s*\{[{%]|\{\{-/m.test(text);
}

/** Many a `.json` is read with comments and trailing commas, so only what is wrong either way is told. */
async function jsonFlaw(text: string, strict: boolean): Promise<Flaw | undefined> {
  if (text.trim() === "") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (!strict && (await import("./syntax_jsonc.ts")).isJsonc(text)) return undefined;
    const what = error instanceof Error ? error.message : String(error);
    return { line: lineOf(what, text), what };
  }
}

function lineOf(message: string, text: string): number | undefined {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split("\n").length;
  return /end of JSON/.test(message) ? text.trimEnd().split("\n").length : undefined;
}
