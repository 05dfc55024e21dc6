/** What the audit log notes of an operation, and what it never does. */
import { assert, assertEquals } from "../support/assert.ts";
import { inSession, type Session } from "../support/session.ts";

async function noted(
  session: Session,
  tool: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const reply = await session.tell(["PreToolUse", "operation-log"], { tool_name: tool, tool_input: input });
  assertEquals([reply.stdout, reply.stderr], ["", ""]);
  const lines = session.kept("/audit/").map((file) => Deno.readTextFileSync(file)).join("");
  return lines.trim() === "" ? [] : lines.trim().split("\n").map((line) => JSON.parse(line));
}

const COMMANDS: readonly (readonly [command: string, operation: string | undefined])[] = [
  ["rm -rf build", "delete"],
  ["rm -fr build", "delete"],
  ["rm -r -f build", "delete"],
  ["rm file", undefined],
  ["git push --force origin main", "rewrite-remote"],
  ["git push -f", "rewrite-remote"],
  ["git push origin +main", "rewrite-remote"],
  ["git push --force-with-lease", undefined],
  ["git push origin main", undefined],
  ["git reset --hard HEAD~1", "discard"],
  ["git status", undefined],
  ['echo "rm -rf /"', undefined],
  ['git commit -m "rm -rf build"', undefined],
  ['psql -c "DROP TABLE users"', "drop-data"],
  ['psql -c "DELETE FROM users WHERE id=1"', undefined],
  ['psql -c "DELETE FROM users;"', "drop-data"],
  ["sudo systemctl restart nginx", "elevated"],
  ["echo x > .env", "sensitive-file"],
  ["cp a .env.local", "sensitive-file"],
  ["cp a .env.example", undefined],
  ["bash -c 'rm -rf build'", "delete"],
];

for (const [command, operation] of COMMANDS) {
  Deno.test(`operation log: ${command}: ${operation ?? "nothing"}`, () =>
    inSession(async (session) => {
      const lines = await noted(session, "Bash", { command });
      assertEquals(lines[0]?.["operation"], operation);
      if (operation === undefined) return;
      assertEquals(lines[0]!["kind"], "operation");
      assert(/^[0-9a-f]{12}$/.test(String(lines[0]!["fingerprint"])), "a fingerprint");
      assert(!JSON.stringify(lines).includes(command), "the command line itself");
    }));
}

const PATHS: readonly (readonly [path: string, sensitive: boolean])[] = [
  [".env", true],
  [".env.local", true],
  [".env.example", false],
  ["certs/server.pem", true],
  ["/home/u/.ssh/id_rsa", true],
  ["/home/u/.ssh/id_rsa.pub", false],
  ["/home/u/.ssh/id_ed25519", true],
  ["src/credentials.ts", false],
  ["src/keys.ts", false],
  ["src/secret.test.ts", false],
  ["config/secrets.yml", true],
  ["README.md", false],
];

for (const [path, sensitive] of PATHS) {
  Deno.test(`operation log: a Write of ${path}: ${sensitive ? "noted" : "nothing"}`, () =>
    inSession(async (session) => {
      const file = path.startsWith("/") ? path : `${session.project}/${path}`;
      const lines = await noted(session, "Write", { file_path: file, content: "x=hunter2-content" });
      assertEquals(lines.map((line) => line["operation"]), sensitive ? ["sensitive-file"] : []);
      if (sensitive) assertEquals(lines[0]!["path"], file);
      assert(!JSON.stringify(lines).includes("hunter2"), "never what is written");
    }));
}

Deno.test("operation log: a long path is cut, a secret in it hidden, and one event leaves few lines", () =>
  inSession(async (session) => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const deep = `${session.project}/${"folder/".repeat(60)}${token}/.env`;
    const [line] = await noted(session, "Write", { file_path: deep, content: "x" });
    assert(String(line!["path"]).length <= 200);
    assert(!JSON.stringify(line).includes(token));
    const many = await noted(session, "Bash", {
      command: Array.from({ length: 20 }, (_, n) => `rm -rf d${n}`).join(" && "),
    });
    assertEquals(many.length - 1, 5);
  }));

Deno.test("operation log: it can be switched off", () =>
  inSession(async (session) => {
    for (
      const env of [{ GARFIO_DISABLED_GUARDS: "operation-log" }, {
        ECC_DISABLED_HOOKS: "pre:governance-capture",
      }]
    ) {
      await session.tell(["PreToolUse", "operation-log"], {
        tool_name: "Bash",
        tool_input: { command: "rm -rf build" },
      }, {
        env: env as Record<string, string>,
      });
    }
    assertEquals(session.kept("/audit/"), []);
  }));
