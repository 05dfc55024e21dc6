/** The formatters, in the order in which they count where one folder is set up for several. */
import { jsonKey, marker, mentions, named, table } from "../config.ts";
import { readSmall } from "../../base/read_small.ts";
import { join } from "../../base/path.ts";
import type { Batch, Tool } from "../tool.ts";

/** What Biome, Prettier, dprint and Deno are asked to format: code, not prose or data. */
export const SCRIPTS = ["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs"];

/** The configuration files of Biome. */
export const BIOME = named("biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc");

const KOTLIN = ["kt", "kts"];
const GRADLE = ["build.gradle", "build.gradle.kts"];

const one = (...words: string[]) => ({ files }: Batch): string[][] => [[...words, ...files]];

export const FORMATTERS: readonly Tool[] = [
  {
    id: "biome",
    extensions: SCRIPTS,
    configs: BIOME,
    programs: ["biome"],
    home: "node",
    onPath: true,
    script: "@biomejs/biome/bin/biome",
    calls: one("format", "--write", "--no-errors-on-unmatched"),
  },
  {
    id: "prettier",
    extensions: SCRIPTS,
    configs: [
      ...named(
        ".prettierrc",
        ".prettierrc.json",
        ".prettierrc.yml",
        ".prettierrc.yaml",
        ".prettierrc.json5",
        ".prettierrc.js",
        ".prettierrc.cjs",
        ".prettierrc.mjs",
        ".prettierrc.ts",
        ".prettierrc.cts",
        ".prettierrc.mts",
        ".prettierrc.toml",
        "prettier.config.js",
        "prettier.config.cjs",
        "prettier.config.mjs",
        "prettier.config.ts",
        "prettier.config.cts",
        "prettier.config.mts",
      ),
      jsonKey("package.json", "prettier"),
      mentions("package.yaml", /^prettier:/m),
    ],
    programs: ["prettier"],
    home: "node",
    onPath: false,
    script: "prettier/bin/prettier.cjs",
    calls: one("--write", "--log-level", "error", "--ignore-unknown"),
  },
  {
    id: "dprint",
    extensions: SCRIPTS,
    configs: named("dprint.json", "dprint.jsonc", ".dprint.json", ".dprint.jsonc"),
    programs: ["dprint"],
    home: "node",
    onPath: true,
    script: "dprint/bin.js",
    calls: one("fmt", "--allow-no-files", "--"),
  },
  {
    id: "deno",
    extensions: SCRIPTS,
    configs: named("deno.json", "deno.jsonc"),
    programs: ["deno"],
    onPath: true,
    calls: one("fmt", "--quiet"),
  },
  {
    id: "ruff",
    extensions: ["py", "pyi"],
    configs: [
      table("pyproject.toml", "tool.ruff.format"),
      table("ruff.toml", "format"),
      table(".ruff.toml", "format"),
    ],
    programs: ["ruff"],
    home: "python",
    onPath: true,
    calls: one("format", "--quiet", "--force-exclude"),
  },
  {
    id: "black",
    extensions: ["py", "pyi"],
    configs: [table("pyproject.toml", "tool.black")],
    programs: ["black"],
    home: "python",
    onPath: true,
    calls: one("--quiet"),
  },
  {
    // A project that only lints with Ruff and formats with nothing else is taken to format with it.
    id: "ruff",
    extensions: ["py", "pyi"],
    configs: [...named("ruff.toml", ".ruff.toml"), table("pyproject.toml", "tool.ruff")],
    programs: ["ruff"],
    home: "python",
    onPath: true,
    calls: one("format", "--quiet", "--force-exclude"),
  },
  {
    id: "gofmt",
    extensions: ["go"],
    configs: [marker("go.mod")],
    programs: ["goimports", "gofmt"],
    onPath: true,
    calls: one("-w"),
  },
  {
    id: "rustfmt",
    extensions: ["rs"],
    configs: [...named("rustfmt.toml", ".rustfmt.toml"), marker("Cargo.toml")],
    programs: ["rustfmt"],
    onPath: true,
    calls: ({ files, folder, os }) => [["--edition", editionOf(join(folder, "Cargo.toml", os)), ...files]],
  },
  {
    id: "shfmt",
    extensions: ["sh", "bash", "bats", "ksh"],
    configs: [
      mentions(
        ".editorconfig",
        /^\s*\[[^\n]*(?:\bsh\b|bash|bats|shell)[^\n]*\]|^\s*(?:shell_variant|switch_case_indent|binary_next_line)\s*=/m,
      ),
    ],
    programs: ["shfmt"],
    onPath: true,
    calls: one("--apply-ignore", "--write"),
  },
  {
    id: "clang-format",
    extensions: ["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm"],
    configs: named(".clang-format", "_clang-format"),
    programs: ["clang-format"],
    onPath: true,
    calls: one("-i", "--style=file"),
  },
  {
    id: "php-cs-fixer",
    extensions: ["php"],
    configs: named(".php-cs-fixer.php", ".php-cs-fixer.dist.php"),
    programs: ["php-cs-fixer"],
    home: "php",
    onPath: true,
    calls: one("fix", "--quiet", "--path-mode=intersection", "--"),
  },
  {
    id: "google-java-format",
    extensions: ["java"],
    configs: ["pom.xml", ...GRADLE].map((name) => mentions(name, /google-?java-?format/i)),
    programs: ["google-java-format"],
    onPath: true,
    calls: one("--replace"),
  },
  {
    id: "ktlint",
    extensions: KOTLIN,
    configs: [
      mentions(".editorconfig", /^\s*\[[^\n]*\bkts?\b[^\n]*\]|^\s*ktlint_/m),
      ...GRADLE.map((name) => mentions(name, /ktlint/i)),
    ],
    programs: ["ktlint"],
    onPath: true,
    calls: one("--format", "--log-level=none"),
  },
  {
    id: "mix",
    extensions: ["ex", "exs"],
    configs: [...named(".formatter.exs"), ...named("mix.exs")],
    programs: ["mix"],
    onPath: true,
    calls: one("format"),
  },
  {
    id: "stylua",
    extensions: ["lua", "luau"],
    configs: named("stylua.toml", ".stylua.toml"),
    programs: ["stylua"],
    onPath: true,
    calls: one("--respect-ignores"),
  },
  {
    id: "zig",
    extensions: ["zig", "zon"],
    configs: [marker("build.zig")],
    programs: ["zig"],
    onPath: true,
    calls: one("fmt"),
  },
];

/** The edition that a manifest names; formatting outside of Cargo would take the oldest. */
function editionOf(manifest: string): string {
  return /^\s*edition\s*=\s*"(\d{4})"/m.exec(readSmall(manifest) ?? "")?.[1] ?? "2021";
}
