/** The type checkers, in the order in which they count where one folder is set up for several. */
// @ts-types="../../policy/jsonc_parse.d.ts"
import { parse } from "@std/jsonc/parse.js";
import { isObject } from "../../base/json.ts";
import { baseName, dirName, isInside, join, relativeTo, resolve } from "../../base/path.ts";
import { readSmall } from "../../base/read_small.ts";
import { marker, named, table } from "../config.ts";
import { readDenoCheck, readLines } from "../lines.ts";
import type { Batch, Tool } from "../tool.ts";
import { SCRIPTS } from "./formatters.ts";

export const CHECKERS: readonly Tool[] = [
  {
    id: "tsc",
    extensions: ["ts", "tsx", "mts", "cts"],
    configs: named("tsconfig.json"),
    programs: ["tsc"],
    home: "node",
    // A `tsc` from elsewhere is of another version, or of another package.
    onPath: false,
    script: "typescript/bin/tsc",
    // By project: with files named, the compiler would not read its configuration.
    calls: (batch) =>
      tsProjects(batch).map((project) => ["--noEmit", "--pretty", "false", "--project", project]),
    read: readLines(),
  },
  {
    id: "deno",
    extensions: SCRIPTS,
    configs: named("deno.json", "deno.jsonc"),
    programs: ["deno"],
    onPath: true,
    calls: ({ files }) => [["check", "--quiet", "--cached-only", ...files]],
    read: readDenoCheck,
  },
  {
    id: "pyright",
    extensions: ["py", "pyi"],
    configs: [...named("pyrightconfig.json"), table("pyproject.toml", "tool.pyright")],
    programs: ["pyright", "basedpyright"],
    home: "python",
    onPath: true,
    calls: ({ files }) => [[...files]],
    read: readLines(),
  },
  {
    id: "mypy",
    extensions: ["py", "pyi"],
    configs: [
      ...named("mypy.ini", ".mypy.ini"),
      table("pyproject.toml", "tool.mypy"),
      table("setup.cfg", "mypy"),
    ],
    programs: ["mypy"],
    home: "python",
    onPath: true,
    calls: (
      { files },
    ) => [["--no-error-summary", "--no-pretty", "--hide-error-context", "--no-color-output", "--", ...files]],
    read: readLines(),
  },
  {
    id: "go",
    extensions: ["go"],
    configs: [marker("go.mod")],
    programs: ["go"],
    onPath: true,
    calls: (batch) => [["vet", ...goPackages(batch)]],
    read: readLines({ leads: ["vet: ", ""] }),
  },
  {
    id: "cargo",
    extensions: ["rs"],
    // What these say is run by `cargo check`.
    configs: named("Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config", "rust-toolchain.toml"),
    programs: ["cargo"],
    onPath: true,
    calls: () => [["check", "--quiet", "--offline", "--message-format=short"]],
    // Paths are those from the root of the workspace.
    read: readLines({ upward: true }),
  },
];

/** The packages of the files, as `go` names folders. */
function goPackages({ files, folder, os }: Batch): string[] {
  const folders = files.map((file) =>
    (relativeTo(dirName(file, os), folder, os) ?? "").replaceAll("\\", "/")
  );
  return [...new Set(folders.map((path) => path === "" ? "." : `./${path}`))];
}

const MOST_PROJECTS = 3;

/** The configuration of the folder, or, where it only refers to others, those that may hold the files. */
function tsProjects({ files, folder, os }: Batch): string[] {
  const own = join(folder, "tsconfig.json", os);
  const value = readJsonc(own);
  const references = isObject(value) && Array.isArray(value["references"]) ? value["references"] : [];
  const refersOnly = isObject(value) && Array.isArray(value["files"]) && value["files"].length === 0 &&
    value["include"] === undefined;
  if (!refersOnly || references.length === 0) return [own];
  const paths = references.filter(isObject).map(({ path }) => path).filter((path) => typeof path === "string")
    .map((path) => resolve(folder, baseName(path).endsWith(".json") ? path : `${path}/tsconfig.json`, os));
  const holding = paths.filter((path) => files.some((file) => isInside(file, dirName(path, os), os)));
  return holding.slice(0, MOST_PROJECTS);
}

function readJsonc(path: string): unknown {
  try {
    return parse(readSmall(path) ?? "");
  } catch {
    return undefined;
  }
}
