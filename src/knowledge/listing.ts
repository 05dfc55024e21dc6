/** The files of a project's knowledge, with what tells whether they changed. Links are never followed. */
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { KNOWLEDGE_FOLDER } from "./gate.ts";

/** A file of knowledge. */
export interface Listed {
  /** The part of the project, with `/`; empty for the whole project. */
  readonly part: string;
  /** The path below the folder of knowledge, with `/`. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds. */
  readonly time: number;
}

/** What was found, and what was passed over. */
export interface Listing {
  readonly files: readonly Listed[];
  /** Links and what is more than is looked at, each as a path from the root and a reason. */
  readonly passedOver: readonly { readonly file: string; readonly why: string }[];
}

/** A file as one line; equal lines mean that it did not change. */
export function lineOf({ part, path, size, time }: Listed): string {
  return `${part}\t${path}\t${size}\t${time}`;
}

const MOST_FILES = 10_000;
const DEEPEST = 16;

/** Lists the folders of knowledge of `parts`, in order. */
export function listKnowledge(root: string, parts: readonly string[]): Listing {
  const files: Listed[] = [];
  const passedOver: { file: string; why: string }[] = [];
  for (const part of parts) {
    const base = part === "" ? KNOWLEDGE_FOLDER : `${part}/${KNOWLEDGE_FOLDER}`;
    const pass = (path: string, why: string) => passedOver.push({ file: `${base}/${path}`, why });
    const visit = (below: string, depth: number): void => {
      const folder = below === "" ? `${root}/${base}` : `${root}/${base}/${below}`;
      for (const entry of entriesOf(folder)) {
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory) {
          if (depth < DEEPEST) visit(path, depth + 1);
          else pass(path, `is deeper than ${DEEPEST} folders; put it nearer to the top`);
          continue;
        }
        if (!entry.name.endsWith(".md")) continue;
        if (entry.isSymlink) pass(path, "is a link, and links are not followed; put the file here");
        else if (!entry.isFile) pass(path, "is no regular file; put a Markdown file here");
        else if (files.length >= MOST_FILES) pass(path, `comes after the first ${MOST_FILES} files`);
        else {
          const info = statOf(`${root}/${base}/${path}`);
          if (info !== undefined) files.push({ part, path, ...info });
        }
      }
    };
    visit("", 0);
  }
  return { files, passedOver: passedOver.slice(0, 1_000) };
}

function statOf(path: string): { size: number; time: number } | undefined {
  try {
    const { size, mtime } = Deno.lstatSync(path);
    return { size, time: mtime?.getTime() ?? 0 };
  } catch {
    // It went away meanwhile.
    return undefined;
  }
}

/** The entries of `folder` in an order that does not depend on the file system. */
function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  } catch {
    return [];
  }
}

/** Folders that hold no part of a project. */
const NO_PARTS = new Set(
  "node_modules vendor target dist build out coverage bin obj venv env tmp __pycache__ third_party".split(
    " ",
  ),
);
const MOST_FOLDERS = 2_000;
const DEEPEST_PART = 5;

/**
 * The parts of the project at `root` that have a folder of knowledge of their own, the root (as "") first. The search
 * is bounded; `known` parts are looked at however deep they are.
 */
export function findParts(root: string, known: readonly string[], os: Os): string[] {
  const has = (part: string): boolean => {
    try {
      return Deno.lstatSync(join(root, `${part}/${KNOWLEDGE_FOLDER}`, os)).isDirectory;
    } catch {
      return false;
    }
  };
  const found = new Set([""]);
  for (const part of known) if (part !== "" && has(part)) found.add(part);
  let level = [""];
  let looked = 0;
  for (let depth = 0; depth < DEEPEST_PART && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++looked > MOST_FOLDERS) break;
      for (const { name, isDirectory } of entriesOf(join(root, folder, os))) {
        if (!isDirectory) continue;
        if (name === ".garfio" && folder !== "" && has(folder)) found.add(folder);
        if (name.startsWith(".") || NO_PARTS.has(name)) continue;
        next.push(folder === "" ? name : `${folder}/${name}`);
      }
    }
    level = next;
  }
  return [...found].sort();
}
