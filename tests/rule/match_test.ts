/** Which calls a rule fits: commands in any spelling, effects, paths, tools, patterns. */
import { checkFile } from "../../src/rule/check.ts";
import { fitsRule } from "../../src/rule/match.ts";
import { subjectOf } from "../../src/guard/custom_rules.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, type CallDescription, callOf, edit, patch, write } from "../support/call.ts";

async function fits(
  match: unknown,
  call: CallDescription,
  more: Record<string, unknown> = {},
): Promise<boolean> {
  const { rules, problems } = checkFile(
    { rules: [{ id: "x", match, action: "deny", message: "No", ...more }] },
    { mayLoosen: false },
  );
  assertEquals(problems, []);
  return await fitsRule(rules[0]!, subjectOf(callOf(call))) !== undefined;
}

const git = (more: Record<string, unknown>) => ({ command: { name: "git", ...more } });
const PUSH_FORCE = git({ subcommand: "push", flags: "-f|--force" });

const COMMANDS: readonly [match: unknown, command: string, fits: boolean][] = [
  [git({}), "git status", true],
  [git({}), "gitk", false],
  [git({}), "/usr/bin/git status", true],
  [git({}), "sudo git status", true],
  [git({}), "bash -c 'git status'", true],
  [git({}), "echo git status", false],
  [git({}), "true && env A=1 git status", true],
  [PUSH_FORCE, "git push --force", true],
  [PUSH_FORCE, "git push -f origin main", true],
  [PUSH_FORCE, "git push -uf origin main", true],
  [PUSH_FORCE, "git push -fu origin main", true],
  [PUSH_FORCE, "git push origin main --force", true],
  [PUSH_FORCE, "git -C sub push -f", true],
  [PUSH_FORCE, "git -c a.b=c --no-pager push -f", true],
  [PUSH_FORCE, "git push", false],
  [PUSH_FORCE, "git push --force-with-lease", false],
  [PUSH_FORCE, "git push -- -f", false],
  [PUSH_FORCE, "git push -o -f", false],
  [PUSH_FORCE, "git commit -m 'push -f'", false],
  [PUSH_FORCE, "git log push -f", false],
  [git({ subcommand: "commit", flags: "-n|--no-verify" }), "git commit -anm x", true],
  [git({ subcommand: "commit", flags: "-n|--no-verify" }), "git commit -mn", false],
  [git({ subcommand: "commit", flags: "-n|--no-verify" }), "git commit -m -n", false],
  [git({ subcommand: "commit", flags: ["-a", "-m"] }), "git commit -am x", true],
  [git({ subcommand: "commit", flags: ["-a", "-m"] }), "git commit -m x", false],
  [git({ subcommand: ["pull", "fetch"] }), "git fetch", true],
  [git({ subcommand: "push", without: "-n|--dry-run" }), "git push --dry-run", false],
  [git({ subcommand: "push", arguments: "{main,master}" }), "git push origin main", true],
  [git({ subcommand: "push", arguments: "{main,master}" }), "git push origin maintain", false],
  [git({ subcommand: "push", arguments: ["origin", "v*"] }), "git push origin v1.2", true],
  [git({ subcommand: "push", arguments: "push" }), "git push origin", false],
  [
    { command: { name: "docker", subcommand: "compose down", flags: "-v|--volumes" } },
    "docker compose -f a.yml down -v",
    true,
  ],
  [
    { command: { name: "docker", subcommand: "compose down", flags: "-v|--volumes" } },
    "docker compose up -v x",
    false,
  ],
  [{ command: { name: "terraform", flags: "-auto-approve" } }, "terraform apply -auto-approve", true],
  [{ command: { name: "terraform", flags: "-auto-approve" } }, "terraform apply --auto-approve=true", true],
  [{ command: { name: "kubectl", subcommand: "delete" } }, "kubectl -n prod delete pod x", true],
  [{ command: { name: "kubectl", subcommand: "delete" } }, "kubectl get pods delete", false],
  [{ command: { name: "serverless", flags: "--stage=prod*" } }, "serverless deploy --stage prod", true],
  [{ command: { name: "serverless", flags: "--stage=prod*" } }, "serverless deploy --stage=production", true],
  [{ command: { name: "serverless", flags: "--stage=prod*" } }, "serverless deploy --stage dev", false],
  [{ command: { name: "tool", flags: "-x", values: "-o" } }, "tool -o -x", false],
  [{ command: { name: "tool", flags: "-x" } }, "tool -o -x", true],
  [{ command: { name: "{npm,pnpm}" }, pattern: "\\bpublish\\b" }, "pnpm -r publish", true],
  [{ command: { name: "npm" }, pattern: "publish" }, "npm test && echo publish", false],
  [{ command: { subcommand: "deploy" } }, "anything deploy", true],
  [{ tool: "Bash", pattern: "(?i)prod" }, "psql -h PROD", true],
  [{ tool: "PowerShell", command: { name: "git" } }, "git status", false],
  [[{ command: { name: "a" } }, { command: { name: "b" } }], "b", true],
];

for (const [match, command, expected] of COMMANDS) {
  Deno.test(`rule ${JSON.stringify(match).slice(0, 90)} and ${command}: ${expected}`, async () => {
    assertEquals(await fits(match, bash(command)), expected);
  });
}

const FILES: readonly [match: unknown, call: CallDescription, fits: boolean][] = [
  [{ path: "*.lock" }, write("/proj/a/Cargo.lock", ""), true],
  [{ path: "src/**" }, edit("/proj/src/a/b.ts", "a", "b"), true],
  [{ path: "src/**" }, edit("src/a/b.ts", "a", "b"), true],
  [{ path: "src/**" }, edit("/other/src/a.ts", "a", "b"), false],
  [{ path: "/other/**" }, edit("/other/src/a.ts", "a", "b"), true],
  [{ path: "~/.bashrc" }, write("/home/u/.bashrc", ""), true],
  [{ path: "~/.bashrc" }, write("/proj/.bashrc", ""), false],
  [{ path: "src/../secret/*" }, write("/proj/secret/x", ""), false],
  [{ path: "secret/*" }, write("/proj/src/../secret/x", ""), true],
  [{ path: "*.ts", pattern: "\\bany\\b" }, write("/proj/a.ts", "let x: any;"), true],
  [{ path: "*.ts", pattern: "\\bany\\b" }, write("/proj/a.ts", "let x: Many;"), false],
  [{ path: "*.ts", pattern: "any" }, patch({ "a.md": "any", "b.ts": "none" }), false],
  [{ path: "*.ts", pattern: "any" }, patch({ "a.md": "none", "b.ts": "any" }), true],
  [{ path: ".env*" }, { tool: "Read", input: { file_path: "/proj/.env.local" } }, true],
  [{ tool: "Write", path: ".env*" }, { tool: "Read", input: { file_path: "/proj/.env.local" } }, false],
  [{ tool: "mcp__github__delete_*" }, { tool: "mcp__github__delete_repo", input: {} }, true],
  [{ tool: "mcp__github__delete_*" }, { tool: "mcp__github__get_repo", input: {} }, false],
  [{ tool: "mcp__*", pattern: "prod" }, { tool: "mcp__db__query", input: { a: [{ sql: "on prod" }] } }, true],
  [{ tool: "mcp__*", pattern: "sql" }, { tool: "mcp__db__query", input: { sql: "x" } }, false],
  [{ tool: "WebFetch", pattern: "^http:" }, { tool: "WebFetch", input: { url: "http://x" } }, true],
  [{ command: { name: "git" } }, write("/proj/a.ts", "git"), false],
];

for (const [match, call, expected] of FILES) {
  Deno.test(`rule ${JSON.stringify(match)} and ${JSON.stringify(call)}: ${expected}`, async () => {
    assertEquals(await fits(match, call), expected);
  });
}

Deno.test("a rule is asked on its own event only", async () => {
  assert(
    await fits({ pattern: "secret" }, { event: "UserPromptSubmit", prompt: "a secret" }, {
      event: "UserPromptSubmit",
    }),
  );
  assert(!await fits({ pattern: "secret" }, { event: "UserPromptSubmit", prompt: "a secret" }));
  const after = { event: "PostToolUse", tool: "Bash", input: { command: "x" }, response: { stdout: "boom" } };
  assert(await fits({ tool: "Bash", pattern: "boom" }, after, { event: "PostToolUse" }));
});

Deno.test("what is excepted is let through", async () => {
  const rule = { except: git({ subcommand: "push", arguments: "wip/*" }) };
  assert(!await fits(PUSH_FORCE, bash("git push -f origin wip/x"), rule));
  assert(await fits(PUSH_FORCE, bash("git push -f origin main"), rule));
  // An exception is no cover for what stands beside it.
  assert(await fits(PUSH_FORCE, bash("git push -f origin wip/x && git push -f origin main"), rule));
  const files = { except: { path: "*.md" } };
  assert(!await fits({ path: "docs/**" }, patch({ "docs/a.md": "x" }), files));
  assert(await fits({ path: "docs/**" }, patch({ "docs/a.md": "x", "docs/b.json": "y" }), files));
});

Deno.test("an effect is matched by verb, place and path, whatever makes it", async () => {
  const call: CallDescription = { ...bash("rm -rf build x.txt"), root: "/proj" };
  const reading = callOf(call);
  const effects = (await reading.effects()).list;
  const [effect] = effects;
  if (effect === undefined) return;
  assert(await fits({ effect: { verb: effect.verb } }, call));
  assert(await fits({ command: { name: "rm" }, effect: { verb: effect.verb } }, call));
  assert(!await fits({ command: { name: "mv" }, effect: { verb: effect.verb } }, call));
  assert(!await fits({ effect: { verb: "drop-data" } }, call));
});
