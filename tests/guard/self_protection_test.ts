/** What takes guards away, and what only looks like it. */
import { hookPart } from "../../src/guard/self_protection/hook_part.ts";
import { surfaceOf } from "../../src/guard/self_protection/hook_surfaces.ts";
import { mayConcernUs } from "../../src/guard/self_protection/marks.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, type CallDescription, edit, judged, patch, write } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";

const GUARD = findGuard("self-protection")!;

const SURFACES = `
  .claude/settings.json .claude/settings.local.json .codebuddy/settings.json .codex/hooks.json .codex/config.toml
  .copilot/hooks/a.json .github/hooks/garfio.json .github/copilot/settings.json .cursor/hooks.json .devin/hooks.v1.json
  .devin/config.json .gemini/settings.json .qwen/settings.json .tabnine/agent/settings.json .kiro/hooks/a.json
  .kiro/agents/a.json .factory/hooks.json .augment/settings.json .agents/hooks.json .continue/settings.json
  .grok/hooks/a.json .vibe/hooks.toml .windsurf/hooks.json .codeium/windsurf/hooks.json .clinerules/hooks/PreToolUse
  .opencode/plugin/a.ts opencode.json crush.json .qoder/settings.json .iflow/settings.json .claude/plugins/a/hooks/hooks.json
`.trim().split(/\s+/);

const NO_SURFACES = `
  .claude/CLAUDE.md .claude/commands/a.md .claude/agents/a.md .claude/skills/a/SKILL.md .cursor/rules/a.mdc
  .github/workflows/a.yml settings.json src/settings.json src/hooks/use.ts hooks.json src/hooks.json .vscode/settings.json
  .kiro/steering/a.md .gemini/GEMINI.md .codex/AGENTS.md docs/.claude.md
`.trim().split(/\s+/);

Deno.test("self-protection: the hook files of all harnesses, each of which the cheap look lets through", () => {
  for (const name of SURFACES) {
    assert(surfaceOf(`/proj/${name}`, "linux") !== undefined, `${name} is none`);
    assert(surfaceOf(`C:\\proj\\${name.replaceAll("/", "\\").toUpperCase()}`, "windows") !== undefined, name);
    assert(mayConcernUs(`/proj/${name}`), `nothing is loaded for ${name}`);
  }
  for (const name of NO_SURFACES) assertEquals(surfaceOf(`/proj/${name}`, "linux"), undefined, name);
});

Deno.test("self-protection: two files of settings with the same hooks have the same part", () => {
  const hooks = '"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}';
  assertEquals(hookPart(`{"a":1,${hooks}}`), hookPart(`{${hooks},"b":[1]}`));
  assert(hookPart(`{${hooks}}`) !== hookPart("{}"));
  assertEquals(hookPart('{"hooks":{}}'), "");
  assertEquals(hookPart("model = 'x'\n"), "");
  assert(hookPart("[[hooks.Stop]]\ncommand = 'x'\n") !== hookPart("[[hooks.Stop]]\ncommand = 'y'\n"));
  assert(hookPart('{ // a comment\n"hooks": {"Stop": []}}') !== "");
});

const ENTRY = "/usr/local/bin/garfio hook PreToolUse";
const SETTINGS = JSON.stringify(
  {
    permissions: { allow: ["Bash"] },
    hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: ENTRY }] }] },
  },
  null,
  2,
);

async function verdict(root: string, description: CallDescription): Promise<string> {
  const finding = await judged(GUARD, { root, home: root.replace(/proj$/, "home"), ...description });
  return finding === undefined ? "pass" : finding.atMost ?? "deny";
}

function withSettings(body: (root: string) => Promise<void>): Promise<void> {
  return withScratch(async (base) => {
    const root = `${base}/proj`;
    for (
      const folder of [".claude", "../home/.config/garfio", "../home/.local/bin", ".git/hooks", ".garfio"]
    ) {
      Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
    }
    Deno.writeTextFileSync(`${root}/.claude/settings.json`, SETTINGS);
    Deno.writeTextFileSync(`${base}/home/.local/bin/garfio`, "");
    await body(root);
  });
}

Deno.test("self-protection: a change of settings counts by what it does to hooks", () =>
  withSettings(async (root) => {
    const file = ".claude/settings.json";
    const changed = (text: string) => write(file, text);
    assertEquals(await verdict(root, edit(file, '"Bash"', '"Bash", "Read"')), "pass");
    assertEquals(await verdict(root, edit(file, ENTRY, "true")), "deny");
    assertEquals(
      await verdict(root, edit(file, '"hooks": {', '"hooks": {\n    "Stop": [{"hooks":[]}],')),
      "ask",
    );
    assertEquals(await verdict(root, edit(file, '"matcher": "*"', '"matcher": "X"')), "ask");
    assertEquals(await verdict(root, edit(file, "{\n", '{\n  "disableAllHooks": true,\n')), "deny");
    assertEquals(
      await verdict(root, edit(file, "{\n", '{\n  "env": {"GARFIO_HOOKS_DISABLE": "1"},\n')),
      "deny",
    );
    assertEquals(await verdict(root, changed(SETTINGS.replace("Bash", "Read"))), "pass");
    assertEquals(await verdict(root, changed("{}")), "deny");
    assertEquals(await verdict(root, write(".claude/settings.local.json", '{"model":"x"}')), "pass");
    assertEquals(await verdict(root, write(".claude/settings.local.json", '{"hooks":{}}')), "ask");
    assertEquals(await verdict(root, write(".cursor/hooks.json", "{}")), "ask");
    assertEquals(await verdict(root, patch({ ".claude/settings.json": '"hooks": {}' })), "ask");
    assertEquals(await verdict(root, patch({ ".claude/settings.json": '"model": "x"' })), "pass");
    assertEquals(await verdict(root, write(".claude/commands/x.md", "hooks")), "pass");
  }));

const SHELL: Readonly<Record<string, readonly string[]>> = {
  deny: [
    "rm .claude/settings.json",
    "rm -rf .claude",
    "mv .claude .claude.off",
    "echo {} > .claude/settings.json",
    "rm -f ~/.local/bin/garfio",
    "touch ~/.config/garfio/disabled",
    "rm -rf ~/.config",
    "echo '{}' > ~/.config/garfio/config.jsonc",
    "garfio resume",
    "sudo garfio uninstall --harness claude-code",
    "npx garfio uninstall",
    "killall garfio",
    "pgrep -f garfio | xargs kill -9",
    "npm uninstall -g garfio",
    "claude --safe-mode",
    "npx claude --bare -p x",
    "env CLAUDE_CODE_SAFE_MODE=1 claude",
    "opencode --pure run x",
    "export GARFIO_HOOKS_DISABLE=true",
  ],
  ask: [
    "sed -i /hooks/d .claude/settings.json",
    "jq 'del(.hooks)' .claude/settings.json > t && mv t .claude/settings.json",
    "echo '{}' > .garfio/config.jsonc",
    "echo 'export GARFIO_HOOKS_DISABLE=1' >> ~/.bashrc",
    "GARFIO_PROFILE=advisory claude -p x",
    "claude --setting-sources user -p x",
    "claude --settings missing.json -p x",
    "cp hook.sh .git/hooks/pre-push",
  ],
  pass: [
    "cat .claude/settings.json",
    "jq .hooks .claude/settings.json",
    "ls -la ~/.config/garfio .git/hooks",
    "garfio status",
    "garfio verify",
    "garfio uninstall --help",
    "garfio explain 'rm -rf /'",
    "git log --oneline -- .claude/settings.json",
    "git add .claude/settings.json",
    "claude -p 'what do hooks do?'",
    'claude --settings \'{"model":"x"}\' -p x',
    "which garfio claude",
    "npm install -g garfio",
    "pkill node",
    "grep -rn GARFIO_HOOKS_DISABLE src",
    "echo 'garfio uninstall'",
    "mkdir -p .claude/commands && echo x > .claude/commands/a.md",
    "rm -rf .claude/worktrees/x",
    "echo done > .garfio/plans.md",
    "rm -rf src/hooks",
    "HUSKY=0 npm ci",
  ],
};

for (const [expected, lines] of Object.entries(SHELL)) {
  for (const line of lines) {
    Deno.test(`self-protection: ${expected}: ${line}`, () =>
      withSettings(async (root) => {
        assertEquals(await verdict(root, bash(line)), expected);
      }));
  }
}

Deno.test("self-protection: git's hooks and settings through file tools", () =>
  withSettings(async (root) => {
    assertEquals(await verdict(root, write(".git/hooks/pre-commit", "exit 0")), "ask");
    assertEquals(
      await verdict(root, edit(".git/config", "[core]", "[core]\n\thooksPath = /dev/null")),
      "ask",
    );
    assertEquals(await verdict(root, edit(".git/config", "[core]", "[core]\n\tautocrlf = false")), "pass");
    assertEquals(await verdict(root, write("src/hooks/pre-commit", "exit 0")), "pass");
  }));
