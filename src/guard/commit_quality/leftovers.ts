/** What was left in code while it was being worked on. */
import { baseName, extension } from "../../base/path.ts";
import type { Language } from "../evaluation/language.ts";
import { languageNamed } from "../evaluation/language.ts";
import { mask } from "../evaluation/mask.ts";
import type { AddedText } from "./added.ts";

/** One thing that was found. */
export interface Leftover {
  readonly level: "error" | "hint";
  /** What it is, as it stands in the code. */
  readonly found: string;
  readonly path: string;
  readonly line: number;
}

interface Rule {
  readonly level: Leftover["level"];
  readonly pattern: RegExp;
}

const error = (pattern: RegExp): Rule => ({ level: "error", pattern });
const hint = (pattern: RegExp): Rule => ({ level: "hint", pattern });

/** Statements that stop or print for a developer, per language; what a program prints for its user is no leftover. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  javascript: [
    error(/(?<![\w$.])debugger(?=\s*(?:;|\}|$))/gm),
    hint(/(?<![\w$.])console\.(?:log|debug|dir|trace|table)\s*\(/g),
    hint(/(?<![\w$.])(?:describe|it|test|context|suite)\.only\s*\(|(?<![\w$.])(?:fdescribe|fit)\s*\(/g),
  ],
  python: [
    error(/(?<![\w.])(?:i?pdb|pudb|wdb|web_pdb|rpdb)\.set_trace\s*\(/g),
    error(/(?<![\w.])breakpoint\s*\(/g),
    hint(/^[ \t]*(?:import|from)[ \t]+(?:i?pdb|pudb|web_pdb)\b/gm),
  ],
  ruby: [error(/(?<![\w.])binding\.(?:pry|irb|b|break)\b/g), error(/^[ \t]*(?:byebug|debugger)[ \t]*$/gm)],
  php: [error(/(?<![\w>:])xdebug_break\s*\(/g), hint(/(?<![\w>:$])(?:var_dump|dd|print_r)\s*\(/g)],
  go: [error(/(?<![\w.])runtime\.Breakpoint\s*\(/g)],
  dotnet: [error(/\bDebugger\.(?:Break|Launch)\s*\(/g)],
  rust: [error(/(?<![\w:])dbg!\s*[([{]/g)],
  elixir: [error(/(?<![\w.])IEx\.pry\b/g), hint(/(?<![\w.])IO\.inspect\b/g)],
};

const CONFLICT = /^(?:<{7}|>{7}) \S.*$/m;
/** A note for later that names no issue, link or person. */
const NOTE =
  /(?:^|\s)(?:\/\/|#|\/?\*|--|<!--|;|%)[^\n]{0,200}?\b(TODO|FIXME|XXX)\b(?![^\n]*(?:#\d|\b[A-Z][A-Z0-9]+-\d|https?:\/\/|\b(?:GH|gh)-?\d))(?!\([^)\s]+\))/m;
/** Text that is not the project's own, or that shows such things on purpose. */
const NOT_OURS =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|fixtures|__fixtures__|testdata|snapshots)\/|\.min\.|\.(?:md|mdx|rst|txt|adoc|patch|diff|snap|lock|svg)$/i;
const LONGEST_LINE = 1_000;

/** Everything that was left in `added`, errors first. */
export function findLeftovers(added: readonly AddedText[], tick: () => void): Leftover[] {
  const found: Leftover[] = [];
  for (const piece of added) {
    tick();
    if (NOT_OURS.test(piece.path)) continue;
    const text = piece.text.split("\n").map((line) => line.length > LONGEST_LINE ? "" : line).join("\n");
    const language = languageFor(piece.path);
    if (language !== undefined) {
      const code = withoutText(text, language, tick);
      for (const { level, pattern } of RULES[language] ?? []) {
        for (const match of code.matchAll(pattern)) add(piece, text, level, match.index, match[0]);
      }
    }
    const conflict = CONFLICT.exec(text);
    if (conflict !== null) add(piece, text, "error", conflict.index, conflict[0].slice(0, 40));
    const note = language === undefined ? null : NOTE.exec(text);
    if (note !== null) add(piece, text, "hint", note.index + note[0].length, `${note[1]!} without an issue`);
  }
  return found.sort((a, b) => Number(a.level === "hint") - Number(b.level === "hint"));

  function add(piece: AddedText, text: string, level: Leftover["level"], index: number, match: string): void {
    const line = piece.line + text.slice(0, index + match.search(/\S|$/)).split("\n").length - 1;
    found.push({ level, found: match.trim().replace(/\s*[([{]$/, ""), path: piece.path, line });
  }
}

function languageFor(path: string): string | undefined {
  const ending = extension(baseName(path));
  if (ending === "rs") return "rust";
  if (ending === "ex" || ending === "exs") return "elixir";
  if (ending === "vue" || ending === "svelte" || ending === "astro") return "javascript";
  const language = languageNamed(ending);
  return language !== undefined && Object.hasOwn(RULES, language) ? language : undefined;
}

/** `text` without the contents of strings and comments. */
function withoutText(text: string, language: string, tick: () => void): string {
  if (language === "rust" || language === "elixir") {
    const comment = language === "rust" ? /\/\/[^\n]*/g : /#[^\n{]*/g;
    const blank = (part: string) => part.replace(/[^\n]/g, " ");
    return text.replace(/"(?:[^"\\\n]|\\.)*"/g, blank).replace(comment, blank);
  }
  return mask(text, language as Language, tick);
}
