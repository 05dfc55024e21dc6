/** Where each harness reads instructions: the file for the note, and the form of compiled files. */

/** A harness that reads instructions from the project. */
export interface Companion {
  readonly id: string;
  readonly title: string;
  /** The file that carries the note, and what it needs in front of it where we make it. */
  readonly note: { readonly file: string; readonly front?: string } | undefined;
  /** Files per set of globs; undefined: a block in the instruction file of each folder. */
  readonly compiled: {
    readonly folder: string;
    readonly extension: string;
    /** The front matter for `globs`; none: always. */
    readonly front: (globs: readonly string[]) => string;
  } | undefined;
  /** The name of instruction files, where folders have their own. */
  readonly perFolder?: string;
}

const quoted = (globs: readonly string[]): string => globs.map((glob) => JSON.stringify(glob)).join(", ");

/** Every harness that `garfio knowledge sync` knows. */
export const COMPANIONS: readonly Companion[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    note: { file: "CLAUDE.md" },
    compiled: {
      folder: ".claude/rules",
      extension: ".md",
      front: (globs) => globs.length === 0 ? "" : `---\npaths: [${quoted(globs)}]\n---\n`,
    },
  },
  { id: "codex", title: "Codex", note: { file: "AGENTS.md" }, compiled: undefined, perFolder: "AGENTS.md" },
  {
    id: "cursor",
    title: "Cursor",
    note: {
      file: ".cursor/rules/garfio-knowledge.mdc",
      front: "---\ndescription: Where this project keeps its knowledge\nalwaysApply: true\n---\n",
    },
    compiled: {
      folder: ".cursor/rules",
      extension: ".mdc",
      front: (globs) =>
        globs.length === 0
          ? "---\nalwaysApply: true\n---\n"
          : `---\nglobs: ${globs.join(",")}\nalwaysApply: false\n---\n`,
    },
  },
  {
    id: "copilot",
    title: "GitHub Copilot",
    note: { file: ".github/copilot-instructions.md" },
    compiled: {
      folder: ".github/instructions",
      extension: ".instructions.md",
      front: (globs) => `---\napplyTo: ${JSON.stringify(globs.length === 0 ? "**" : globs.join(","))}\n---\n`,
    },
  },
  {
    id: "windsurf",
    title: "Windsurf",
    note: undefined,
    compiled: {
      folder: ".windsurf/rules",
      extension: ".md",
      front: (globs) =>
        globs.length === 0
          ? "---\ntrigger: always_on\n---\n"
          : `---\ntrigger: glob\nglobs: ${globs.join(",")}\n---\n`,
    },
  },
];
