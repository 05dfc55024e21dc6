/**
 * The files in which coding harnesses read what to call on their events. All known harnesses are here, not only those
 * that Garfio registers with: whoever adds an entry makes a program run at each step, and some harnesses read the files
 * of others.
 */
import { segments } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";

/** How a file holds its hooks. */
export type SurfaceKind =
  /** Next to other settings: only a change of the hooks counts. */
  | "settings"
  /** All of it is hooks. */
  | "hooks";

/** The last names of the paths. `*` is one name, `**` at the end all that is below. */
const SURFACES: readonly (readonly [kind: SurfaceKind, paths: string])[] = [
  [
    "settings",
    ".claude/settings.json .claude/settings.local.json .claude.json managed-settings.json " +
    ".codebuddy/settings.json .codebuddy/settings.local.json .codex/config.toml .copilot/settings.json " +
    ".copilot/config.json .github/copilot/settings.json .github/copilot/settings.local.json .gemini/settings.json " +
    "gemini-cli/settings.json .qwen/settings.json qwen-code/settings.json .tabnine/agent/settings.json " +
    ".devin/config.json .devin/config.local.json .config/devin/config.json devin/config.json .kiro/agents/* " +
    ".factory/settings.json .augment/settings.json .augment/settings.local.json .continue/settings.json " +
    ".continue/settings.local.json .qoder/settings.json .qoder/settings.local.json .iflow/settings.json " +
    ".config/opencode/opencode.json .config/opencode/opencode.jsonc opencode.json opencode.jsonc .crush.json crush.json " +
    ".config/amp/settings.json .junie/config.json .kimi/config.toml .kimi-code/config.toml .vibe/config.toml .cursor/cli-config.json .claude-plugin/plugin.json",
  ],
  [
    "hooks",
    ".codex/hooks.json .copilot/hooks/** .github/hooks/** .cursor/hooks.json .devin/hooks.v1.json .kiro/hooks/** " +
    ".gemini/trusted_hooks.json .gemini/config/hooks.json .agents/hooks.json .factory/hooks.json " +
    ".factory/hooks/hooks.json .cline/hooks/** .clinerules/hooks/** Cline/Hooks/** .grok/hooks/** .vibe/hooks.toml " +
    ".codeium/windsurf/hooks.json .codeium/hooks.json .windsurf/hooks.json .opencode/plugin/** .opencode/plugins/** " +
    ".config/opencode/plugin/** .config/opencode/plugins/** .claude/plugins/** .codex/plugins/** .agents/plugins/** " +
    ".config/kilo/plugin/** .config/kilo/plugins/** .kilo/plugin/** .kilo/plugins/** .config/amp/plugins/** .amp/plugins/** " +
    ".pi/agent/extensions/** .pi/extensions/** .gemini/extensions/** .qwen/extensions/** /etc/codex/hooks.json /etc/cursor/hooks.json /etc/windsurf/hooks.json",
  ],
];

interface Pattern {
  readonly kind: SurfaceKind;
  readonly names: readonly string[];
  /** Everything below counts. */
  readonly deep: boolean;
}

const PATTERNS: readonly Pattern[] = SURFACES.flatMap(([kind, paths]) =>
  paths.split(" ").map((path) => {
    const names = path.replace(/^\//, "").split("/");
    return names.at(-1) === "**"
      ? { kind, names: names.slice(0, -1), deep: true }
      : { kind, names, deep: false };
  })
);

/** Files below the folders of harnesses that are no hooks and change all the time. */
const HARMLESS = /\.(?:md|mdc|txt|log|jsonl)$/i;

/** What `path` is to a harness; undefined: nothing that calls hooks. */
export function surfaceOf(path: string, os: Os): SurfaceKind | undefined {
  const names = segments(path.replaceAll("\\", "/"), os);
  if (names.length === 0 || HARMLESS.test(names.at(-1)!)) return undefined;
  return PATTERNS.find((pattern) => matches(pattern, names, os))?.kind;
}

function matches({ names: wanted, deep }: Pattern, names: readonly string[], os: Os): boolean {
  const ends = deep ? names.map((_, index) => index).slice(wanted.length) : [names.length];
  return ends.some((end) => matchesAt(wanted, names, end - wanted.length, os)) ||
    // The folder itself.
    (deep && matchesAt(wanted, names, names.length - wanted.length, os));
}

function matchesAt(wanted: readonly string[], names: readonly string[], from: number, os: Os): boolean {
  return from >= 0 && wanted.every((name, index) => name === "*" || same(name, names[from + index]!, os));
}

function same(wanted: string, name: string, os: Os): boolean {
  return os === "linux" ? wanted === name : wanted.toLowerCase() === name;
}

/** The files of hooks below `folder`, where it is a harness's folder; relative to it. They may be missing. */
export function surfacesBelow(folder: string, os: Os): string[] {
  const names = segments(folder.replaceAll("\\", "/"), os);
  return PATTERNS.flatMap(({ names: wanted, deep }) => {
    const found: string[] = [];
    for (let count = 1; count < wanted.length + (deep ? 1 : 0); count++) {
      const from = names.length - count;
      if (!wanted.includes("*") && matchesAt(wanted.slice(0, count), names, from, os)) {
        found.push(wanted.slice(count).join("/"));
      }
    }
    return found;
  });
}
