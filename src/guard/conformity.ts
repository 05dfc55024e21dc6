import { baseName, dirName, extension, join, segments } from "../base/path.ts";
import type { Call, Target } from "./call.ts";
import type { Finding } from "./finding.ts";

/** One cheap check of a whole new file: what is wrong with it, or undefined. */
type Check = (target: Target, call: Call) => string | undefined;

const MAX_JSON = 2 * 1024 * 1024;

/** What front matter a file needs for the harness to load it; undefined: none. */
function neededKeys(target: Target, call: Call): readonly string[] | undefined {
  if (extension(target.path) !== "md") return undefined;
  if (baseName(target.path) === "SKILL.md") return ["name", "description"];
  const names = segments(target.absolute, call.os);
  const kind = names.at(-2);
  if (kind !== "agents" && kind !== "commands") return undefined;
  if (baseName(target.path).toLowerCase() === "readme.md") return undefined;
  const above = dirName(dirName(target.absolute, call.os), call.os);
  if (names.at(-3) !== ".claude" && !isPlugin(above, call)) return undefined;
  return kind === "agents" ? ["name", "description"] : ["description"];
}

function isPlugin(folder: string, call: Call): boolean {
  try {
    return Deno.statSync(join(folder, ".claude-plugin", call.os)).isDirectory;
  } catch {
    return false;
  }
}

/** The lines between the `---` marks at the top; a licence comment may stand above. */
function frontMatter(text: string): string[] | undefined {
  const lines = text.slice(0, 64 * 1024).split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() !== "" && !line.trimStart().startsWith("<!--"));
  if (lines[start]?.trim() !== "---") return undefined;
  const end = lines.findIndex((line, index) => index > start && line.trim() === "---");
  return end < 0 ? undefined : lines.slice(start + 1, end);
}

const checkFrontMatter: Check = (target, call) => {
  const needed = neededKeys(target, call);
  if (needed === undefined) return undefined;
  const lines = frontMatter(target.text);
  const missing = needed.filter((key) =>
    !lines?.some((line, index) =>
      line.startsWith(`${key}:`) &&
      (line.slice(key.length + 1).trim() !== "" || /^\s+\S/.test(lines[index + 1] ?? ""))
    )
  );
  return missing.length === 0 ? undefined : `front matter without ${missing.join(" and ")}`;
};

const checkConflictMarkers: Check = ({ text }) => {
  const ours = text.search(/^<{7} /m);
  if (ours < 0) return undefined;
  const middle = text.slice(ours).search(/^={7}\r?$/m);
  if (middle < 0) return undefined;
  return /^>{7} /m.test(text.slice(ours + middle)) ? "merge conflict markers" : undefined;
};

/** Files called `.json` whose own tools allow comments and trailing commas. */
const ALLOWS_COMMENTS =
  /^(?:[jt]sconfig.*|deno|devcontainer|\.eslintrc|\.babelrc|babel\.config|\.swcrc|tslint|typedoc|api-extractor|angular|turbo|biome|cspell|\.?cspell\.config|renovate|wrangler|\.markdownlint|\.jshintrc|\.jscsrc|language-configuration|keybindings)\.json$/i;

const checkJson: Check = (target, call) => {
  if (extension(target.path) !== "json" || target.text.length > MAX_JSON) return undefined;
  if (ALLOWS_COMMENTS.test(baseName(target.path))) return undefined;
  if (segments(target.absolute, call.os).some((name) => name === ".vscode" || name === ".zed")) {
    return undefined;
  }
  try {
    JSON.parse(target.text.replace(/^\ufeff/, ""));
    return undefined;
  } catch {
    return "JSON that does not parse";
  }
};

/** The checks, in the order in which they are reported. */
const CHECKS: readonly Check[] = [checkFrontMatter, checkConflictMarkers, checkJson];

/** Speaks when a whole new file breaks a rule that a look at its text can decide. */
export function judgeConformity(call: Call): Finding | undefined {
  for (const target of call.targets) {
    if (target.form !== "content") continue;
    const failed = CHECKS.flatMap((check) => {
      call.checkTime();
      return check(target, call) ?? [];
    });
    if (failed.length > 0) {
      return { values: { path: target.path, count: failed.length, checks: failed.join(", ") } };
    }
  }
  return undefined;
}
