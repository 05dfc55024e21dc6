/** Rule files of other tools: Cursor's `.mdc`, Claude Code's rules, Copilot's instructions, AGENTS.md and CLAUDE.md. */
import type { JsonObject } from "../../base/json.ts";
import { globFault } from "../glob.ts";
import { isFault, readFrontMatter, splitFrontMatter } from "../front_matter.ts";
import { withoutBlock } from "../companion/block.ts";
import { type Draft, globList, leftOver, ourGlob, slug } from "./draft.ts";

/** The kinds of files, by their names. */
export type RuleFile = "cursor" | "claude" | "copilot" | "instructions";

/** Which kind the file at `path` (from the root, with `/`) is; undefined for none. */
export function ruleFileKind(path: string): RuleFile | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.endsWith(".mdc")) return "cursor";
  if (name.endsWith(".instructions.md") || path.endsWith(".github/copilot-instructions.md")) return "copilot";
  if (/(?:^|\/)\.claude\/rules\/.*\.md$/.test(path)) return "claude";
  return /^(?:AGENTS|CLAUDE)\.md$/.test(name) ? "instructions" : undefined;
}

/** The item that the file becomes; a sentence that says why it cannot become one. */
export async function draftOf(kind: RuleFile, path: string, text: string): Promise<Draft | string> {
  const source = withoutBlock(text.replaceAll("\r\n", "\n").replace(/^\ufeff/, ""));
  const read = await readParts(kind, source);
  if (typeof read === "string") return read;
  const { front, body } = read;
  if (body === "") return "has no text besides what Garfio wrote";
  const keys = KEYS[kind];
  const globs = globList(front[keys.globs]);
  if (globs === undefined) return `"${keys.globs}" is no list of globs`;
  const always = front["alwaysApply"] === true;
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const own = kind === "instructions" && folder !== "" && !folder.startsWith(".") ? [`${folder}/**`] : [];
  const notes: string[] = [];
  const paths = (always ? [] : [...own, ...globs.map(ourGlob).filter((glob) => glob !== "**")]).filter(
    (glob) => {
      const fault = globFault(glob);
      if (fault !== undefined) notes.push(`the glob "${glob}" ${fault}; it was left out`);
      return fault === undefined;
    },
  );
  if (always && globs.length > 0) notes.push("its globs are left out, since it always applies");
  if (kind === "cursor" && !always && globs.length === 0) {
    notes.push("the model chose it by its description there; here the words of a prompt do");
  }
  if (/^@[\w./~-]+/m.test(body)) {
    notes.push("lines that begin with @ draw in other files there; here they are only text");
  }
  if (body.length > 9_000) notes.push("it is too long to be sent whole; split it by topic and path");
  const rest = leftOver(front, [keys.globs, "description", "alwaysApply"]);
  const description = typeof front["description"] === "string" ? front["description"] : undefined;
  const title = /^#[ \t]+([^\n]+)/m.exec(body)?.[1] ?? titleFrom(path, folder, kind);
  return {
    name: `imported/${
      slug(kind === "instructions" ? `${folder === "" ? "project" : folder} ${baseOf(path)}` : baseOf(path))
    }`,
    front: {
      kind: "rule",
      title: title.trim().slice(0, 120),
      paths,
      summary: description,
      priority: always ? "high" : "medium",
      source: path,
      ...rest.front,
    },
    body,
    notes: [...notes, ...rest.notes],
  };
}

const KEYS: Readonly<Record<RuleFile, { readonly globs: string }>> = {
  cursor: { globs: "globs" },
  claude: { globs: "paths" },
  copilot: { globs: "applyTo" },
  instructions: { globs: "paths" },
};

const baseOf = (path: string): string =>
  path.slice(path.lastIndexOf("/") + 1).replace(/\.(?:mdc|instructions\.md|md)$/, "");

function titleFrom(path: string, folder: string, kind: RuleFile): string {
  const words = kind === "instructions"
    ? `Notes for ${folder === "" ? "the project" : folder}`
    : baseOf(path);
  return words.replace(/[-_]+/g, " ");
}

async function readParts(
  kind: RuleFile,
  source: string,
): Promise<{ front: JsonObject; body: string } | string> {
  const split = splitFrontMatter(source);
  // All of these may do without.
  if (isFault(split)) return source.startsWith("---\n") ? split.message : { front: {}, body: source.trim() };
  // Cursor writes its globs without quotes, which is no YAML.
  const globs: Record<string, string> = {};
  const key = KEYS[kind].globs;
  const front = split.front.replace(
    new RegExp(`^${key}:[ \\t]*([^\\s"'\\[][^\\n]*)$`, "m"),
    (_, value: string) => {
      globs[key] = value;
      return "";
    },
  ).replace(/^\w+:[ \t]*$(?!\n[ \t]+\S|\n-)/gm, "");
  if (front.trim() === "") return { front: globs, body: split.body };
  const read = await readFrontMatter(front);
  return isFault(read)
    ? `line ${read.line}: ${read.message}`
    : { front: { ...read, ...globs }, body: split.body };
}
