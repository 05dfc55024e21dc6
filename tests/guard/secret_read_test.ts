/** Which calls would show a secret, and which only use one or speak of it. */
import { assertEquals } from "../support/assert.ts";
import { bash, type CallDescription, judged } from "../support/call.ts";
import type { Finding } from "../../src/guard/finding.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { withScratch } from "../support/scratch.ts";
import { run } from "../secret/values.ts";

const guard = findGuard("secret-read")!;

/** `D` refused, `q` asked, `a` advised, `-` nothing. */
function mark(finding: Finding | undefined): string {
  if (finding === undefined) return "-";
  return finding.atMost === "advise" ? "a" : finding.atMost === "ask" ? "q" : "D";
}

Deno.test("secret-read: command lines", async (test) => {
  const lines = Deno.readTextFileSync(new URL("secret_read_lines.txt", import.meta.url)).split("\n");
  for (const line of lines.filter((line) => line !== "")) {
    const command = line.slice(2).replaceAll("\\n", "\n");
    await test.step(line, async () => assertEquals(mark(await judged(guard, bash(command))), line[0]));
  }
});

const tool = (name: string, input: Record<string, unknown>): CallDescription => ({ tool: name, input });

const TOOLS: readonly (readonly [mark: string, call: CallDescription])[] = [
  ["D", tool("Read", { file_path: "/proj/.env" })],
  ["D", tool("Read", { file_path: ".env.local" })],
  ["D", tool("Read", { file_path: "/proj/sub/../.env" })],
  ["D", tool("Read", { file_path: "~/.ssh/id_ed25519" })],
  ["D", tool("Read", { file_path: "/home/u/.aws/credentials" })],
  ["D", tool("Read", { file_path: "/home/u/.claude/.credentials.json" })],
  ["D", tool("Read", { file_path: "/proc/self/environ" })],
  ["a", tool("Read", { file_path: "/home/u/.ssh/config" })],
  ["-", tool("Read", { file_path: "/proj/.env.example" })],
  ["-", tool("Read", { file_path: "/home/u/.ssh/id_rsa.pub" })],
  ["-", tool("Read", { file_path: "/proj/src/credentials.ts" })],
  ["-", tool("Read", { file_path: "/proj/README.md" })],
  ["-", tool("Read", {})],
  ["-", tool("Read", { file_path: 7 })],
  ["q", tool("Edit", { file_path: "/proj/.env", old_string: "A=1", new_string: "A=2" })],
  ["-", tool("Edit", { file_path: "/proj/.env.example", old_string: "A=1", new_string: "A=2" })],
  ["q", tool("NotebookEdit", { notebook_path: "/home/u/.ssh/x.ipynb", new_source: "1" })],
  ["-", tool("NotebookEdit", { notebook_path: "/proj/a.ipynb", new_source: "1" })],
  ["D", tool("Grep", { pattern: "KEY", path: "/proj/.env" })],
  ["D", tool("Grep", { pattern: "KEY", path: "/proj/.env", output_mode: "content" })],
  ["D", tool("Grep", { pattern: ".", glob: ".env*" })],
  ["D", tool("Grep", { pattern: ".", glob: "**/.env" })],
  ["D", tool("Grep", { pattern: ".", path: "/home/u/.ssh" })],
  ["-", tool("Grep", { pattern: "KEY", path: "/proj/.env", output_mode: "count" })],
  ["-", tool("Grep", { pattern: "KEY", path: "/proj/.env", output_mode: "files_with_matches" })],
  ["-", tool("Grep", { pattern: "password", path: "/proj/src" })],
  ["-", tool("Grep", { pattern: "\\.env", path: "/proj" })],
  ["-", tool("Grep", { pattern: ".", glob: "!.env" })],
  ["a", tool("Glob", { pattern: "**/.env" })],
  ["a", tool("Glob", { pattern: "*", path: "/home/u/.ssh" })],
  ["-", tool("Glob", { pattern: "src/**/*.ts" })],
  ["D", { tool: "PowerShell", input: { command: "Get-Content .env" } }],
  ["D", { tool: "PowerShell", input: { command: "Get-ChildItem env:" } }],
  ["D", { tool: "PowerShell", input: { command: "gci env: | Sort-Object Name" } }],
  ["-", { tool: "PowerShell", input: { command: "Get-ChildItem src" } }],
  ["-", { tool: "PowerShell", input: { command: "Test-Path .env" } }],
];

Deno.test("secret-read: tools", async (test) => {
  for (const [expected, call] of TOOLS) {
    await test.step(`${call.tool} ${JSON.stringify(call.input)}: ${expected}`, async () => {
      assertEquals(mark(await judged(guard, call)), expected);
    });
  }
});

Deno.test("secret-read: what only may hold secrets is looked into, and links are followed", async () => {
  await withScratch(async (root) => {
    const read = (path: string) => judged(guard, { ...tool("Read", { file_path: `${root}/${path}` }), root });
    const cat = (path: string) => judged(guard, { ...bash(`cat ${path}`), root });
    Deno.writeTextFileSync(`${root}/.npmrc`, "save-exact=true\n");
    Deno.writeTextFileSync(
      `${root}/server.pem`,
      `-----BEGIN CERTIFICATE-----\n${run(64)}\n-----END CERTIFICATE-----\n`,
    );
    for (const path of [".npmrc", "server.pem"]) {
      assertEquals([mark(await read(path)), mark(await cat(path))], ["-", "-"], path);
    }
    Deno.writeTextFileSync(`${root}/.npmrc`, `//registry.npmjs.org/:_authToken=npm_${run(36)}\n`);
    Deno.writeTextFileSync(
      `${root}/server.pem`,
      `-----BEGIN PRIVATE KEY-----\n${run(64)}\n-----END PRIVATE KEY-----\n`,
    );
    for (const path of [".npmrc", "server.pem"]) {
      assertEquals([mark(await read(path)), mark(await cat(path))], ["D", "D"], path);
    }
    Deno.writeTextFileSync(`${root}/.env`, "A=1\n");
    Deno.symlinkSync(`${root}/.env`, `${root}/.env.sample`);
    assertEquals([mark(await read(".env.sample")), mark(await cat(".env.sample"))], ["D", "D"]);
    Deno.mkdirSync(`${root}/venv/.env/bin`, { recursive: true });
    assertEquals(
      mark(await judged(guard, { ...tool("Grep", { pattern: "x", path: `${root}/venv/.env` }), root })),
      "-",
    );
  });
});

Deno.test("secret-read: the finding names the file or the command", async () => {
  assertEquals((await judged(guard, bash("cat .env")))?.values, {
    path: "/proj/.env",
    kind: "environment file",
  });
  assertEquals((await judged(guard, bash("env | sort")))?.values, { what: "env" });
  assertEquals((await judged(guard, bash("op read op://v/i/f")))?.values, { what: "op read op://v/i/f" });
});
