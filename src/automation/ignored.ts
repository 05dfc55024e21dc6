/** What the `.gitignore` at the root of a checkout leaves out: its plain lines, without exceptions. */
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

interface Line {
  readonly pattern: RegExp;
  readonly onlyFolders: boolean;
}

/** Tells whether a path (with `/`) is left out. A line that cannot be understood leaves out nothing. */
export function ignoredBy(root: string, os: Os): (path: string, isFolder: boolean) => boolean {
  const text = readSmall(join(root, ".gitignore", os)) ?? "";
  const lines = text.split("\n").slice(0, 500).map(asLine).filter((line) => line !== undefined);
  return (path, isFolder) => lines.some((line) => (isFolder || !line.onlyFolders) && line.pattern.test(path));
}

function asLine(text: string): Line | undefined {
  const line = text.trim();
  if (line === "" || line.startsWith("#") || line.startsWith("!") || line.length > 200) return undefined;
  const name = line.replace(/\/+$/, "").replace(/^\//, "");
  // With a slash inside or in front a line is about that place only.
  const anchored = line.replace(/\/+$/, "").includes("/");
  const source = name.replace(/[.+^${}()|\\[\]]/g, "\\$&").replace(
    /\*\*\/?|\*|\?/g,
    (wild) => wild.startsWith("**") ? "(?:.*/)?" : wild === "*" ? "[^/]*" : "[^/]",
  );
  return { pattern: new RegExp(`${anchored ? "^" : "(?:^|/)"}${source}$`), onlyFolders: line.endsWith("/") };
}
