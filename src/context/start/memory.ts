/** The summary of the project's memory file, which the harness keeps beside its sessions. */
import { join } from "../../base/path.ts";
import { readSmall } from "../../base/read_small.ts";
import { oneLine } from "../../base/text.ts";
import type { Moment } from "../moment.ts";
import { namesIn } from "./files.ts";

/** A project's folder name below `projects/`: lower case, with `:`, `\`, `/` and `.` turned into `-`. */
export function projectSlug(root: string): string {
  return root.toLowerCase().replace(/[:\\/.]/g, "-");
}

function memoryFile({ place, home, root }: Moment): string | undefined {
  const config = place.env("CLAUDE_CONFIG_DIR") ??
    (home === undefined ? undefined : join(home, ".claude", place.os));
  if (config === undefined) return undefined;
  const projects = join(config, "projects", place.os);
  const wanted = projectSlug(root);
  const names = namesIn(projects, "folder");
  const last = wanted.slice(wanted.lastIndexOf("-", wanted.length - 2) + 1);
  const name = names.find((folder) => folder.toLowerCase() === wanted) ??
    // A project that moved is found by its last name, as a whole or behind a dash.
    names.find((folder) =>
      folder.toLowerCase() === last || (last !== "" && folder.toLowerCase().endsWith(`-${last}`))
    );
  return name === undefined ? undefined : join(projects, `${name}/memory/MEMORY.md`, place.os);
}

function sectionOf(text: string, title: string): string {
  const start = new RegExp(`^## ${title}[ \\t]*$`, "m").exec(text);
  if (start === null) return "";
  const rest = text.slice(start.index + start[0].length);
  const end = /^## /m.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}

const linesOf = (text: string): string[] =>
  text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

/** What the memory file says of the project, in a few lines; undefined where there is none. */
export function memorySummary(moment: Moment): string | undefined {
  const file = memoryFile(moment);
  const text = file === undefined ? undefined : readSmall(file, 256 * 1024);
  if (text === undefined) return undefined;
  const overview = linesOf(sectionOf(text, "Project Overview"))[0];
  const latest = /\*\*Latest:\*\*[ \t]*([^\n]+)/.exec(text)?.[1];
  const topics = [...sectionOf(text, "Topic Files").matchAll(/\(([^()\s]+\.md)\)/g)].slice(0, 3).map((
    match,
  ) => match[1]!);
  const conventions = linesOf(sectionOf(text, "Key Conventions")).filter((line) => /^[-*] /.test(line)).slice(
    0,
    3,
  );
  const lines = [
    overview === undefined ? undefined : `Overview: ${oneLine(overview)}`,
    latest === undefined ? undefined : `Latest: ${oneLine(latest)}`,
    topics.length === 0 ? undefined : `Topic files: ${topics.map((name) => oneLine(name, 80)).join(", ")}`,
    ...conventions.map((line) => `Convention: ${oneLine(line.slice(2))}`),
  ].filter((line) => line !== undefined);
  return lines.length === 0
    ? undefined
    : [`Project memory (${file}):`, ...lines.map((line) => `- ${line}`)].join("\n");
}
