/** `garfio knowledge` as an operator and a pipeline use it. */
import { environmentOf } from "../../src/base/environment.ts";
import { readOptions, UsageError } from "../../src/cli/arguments.ts";
import type { Io } from "../../src/cli/io.ts";
import { knowledgeCommand } from "../../src/cli/knowledge.ts";
import { removeCompanion } from "../../src/cli/knowledge_sync.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { fixture, item, type Project, withProject } from "../knowledge/project.ts";

const SHOP = fixture("knowledge-shop");
const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

interface Around {
  readonly input?: boolean;
  readonly output?: boolean;
  readonly answer?: string | null;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

function ioOf({ env, root }: Project, around: Around, sink: { out: string; err: string }): Io {
  return {
    write: (text: string) => void (sink.out += text),
    error: (text: string) => void (sink.err += text),
    isTerminal: around.output ?? false,
    env: environmentOf({ ...env, USER: "somebody", ...around.env }),
    os: "linux",
    cwd: around.cwd ?? root,
    now: () => new Date("2026-01-02T03:04:05Z"),
    assets,
    self: { path: "/opt/garfio", compiled: true, main: "" },
    environment: () => ({}),
  };
}

async function run(project: Project, args: readonly string[], around: Around = {}) {
  const sink = { out: "", err: "", asked: "" };
  const command = knowledgeCommand({
    input: () => around.input ?? false,
    ask: (question) => {
      sink.asked = question;
      return around.answer ?? null;
    },
  });
  try {
    const code = await command.run(
      readOptions(args, command.options, command.operands),
      ioOf(project, around, sink),
      [],
    );
    return { code, ...sink };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: 1, ...sink, err: error.message };
  }
}

const AT_TERMINAL = { input: true, output: true, answer: "yes" };

Deno.test("check is quiet about a good project and fails with file and line about a bad one", () =>
  withProject(SHOP, async (project) => {
    assertEquals((await run(project, ["check"])).code, 0);
    project.write({ ".garfio/knowledge/bad.md": "---\nkind: rule\npriority: urgent\n---\nx" });
    const { code, out } = await run(project, ["check"]);
    assertEquals(code, 1);
    assertStringIncludes(out, ".garfio/knowledge/bad.md:3: error: priority");
    const json = JSON.parse((await run(project, ["check", "--json"])).out);
    assertEquals([json.ok, json.problems.length, json.problems[0].line], [false, 1, 3]);
  }));

Deno.test("two skills of one name are an error", () =>
  withProject({
    ".garfio/knowledge/a/x.md": item("kind: skill"),
    ".garfio/knowledge/b/x.md": item("kind: skill"),
  }, async (project) => {
    const { code, out } = await run(project, ["check"]);
    assertEquals(code, 1);
    assertStringIncludes(out, "called ::x as well");
  }));

Deno.test("without knowledge check says how to begin", () =>
  withProject({}, async (project) => {
    const { code, out } = await run(project, ["check"]);
    assertEquals(code, 0);
    assertStringIncludes(out, "garfio knowledge new");
  }));

Deno.test("list is a tree by path and tells what was sent how often", () =>
  withProject(SHOP, async (project) => {
    await project.prompt("Fix the retry in services/billing/webhooks/handler.ts");
    await project.prompt("Fix the retry in services/billing/webhooks/handler.ts", { session_id: "s2" });
    const { out } = await run(project, ["list"]);
    assertStringIncludes(out, "services\n  billing\n    billing/idempotency  [rule, high, sent 2x]");
    assertStringIncludes(out, "[skill, named 2x] ::replay-webhook");
    const { items } = JSON.parse((await run(project, ["list", "--json"])).out);
    assertEquals(items.length, 12);
    assertEquals(items.find((one: { id: string }) => one.id === "billing/money").blockApproved, false);
  }));

Deno.test("show prints an item, by its id or the end of it", () =>
  withProject(SHOP, async (project) => {
    assertStringIncludes(
      (await run(project, ["show", "money"])).out,
      "not approved: garfio knowledge approve billing/money",
    );
    assertStringIncludes((await run(project, ["show", "nothing"])).err, "There is no item");
    assertEquals(JSON.parse((await run(project, ["show", "billing/money", "--json"])).out).block.on, [
      "write",
    ]);
  }));

Deno.test("why shows each item with its fate, its score and the reason, and the text", () =>
  withProject(SHOP, async (project) => {
    const { out } = await run(project, [
      "why",
      "--prompt",
      "Fix the retry in services/billing/webhooks/handler.ts",
    ]);
    assert(/^body +billing\/idempotency +[\d.]+ +covers services\/billing/m.test(out), out);
    assert(/^left out +db\/migrations .*holds for db\/migrations/m.test(out), out);
    assertStringIncludes(out, "This would be sent:");
    const sent = await project.prompt("Fix the retry in services/billing/webhooks/handler.ts");
    assertStringIncludes(out, sent);
    const by = JSON.parse(
      (await run(project, ["why", "--prompt", "Fix it", "--path", "db/migrations", "--json"])).out,
    );
    assertEquals(by.focus, ["db/migrations"]);
    assertStringIncludes(
      (await run(project, ["why", "--path", "db/migrations/001.sql"])).out,
      "covered by db/migrations/**",
    );
    assertStringIncludes((await run(project, ["why"])).err, "--prompt");
  }));

Deno.test("new writes a file that check accepts, and never over another", () =>
  withProject({}, async (project) => {
    const made = await run(project, [
      "new",
      "billing/cents",
      "--kind",
      "rule",
      "--title",
      "Whole: cents",
      "--paths",
      "services/**,**/*.sql",
    ]);
    assertEquals(made.code, 0);
    const text = Deno.readTextFileSync(`${project.root}/.garfio/knowledge/billing/cents.md`);
    assertStringIncludes(text, 'title: "Whole: cents"');
    assertEquals((await run(project, ["check"])).code, 0);
    assertStringIncludes((await run(project, ["new", "billing/cents"])).err, "there already");
    for (const name of ["../x", "/x", "a b", "a/../b", ""]) {
      assertEquals((await run(project, ["new", name])).code, 1, name);
    }
  }));

Deno.test("approve shows what it is about, asks, and keeps the answer outside of the project, closed to others", () =>
  withProject({ ...SHOP, "services/billing/old.ts": "// one\nparseFloat(amount)\n" }, async (project) => {
    const no = await run(project, ["approve", "money"], { ...AT_TERMINAL, answer: "no" });
    assertEquals(no.code, 1);
    const file = `${project.home}/.config/garfio/knowledge-approvals.json`;
    const { code, out, asked } = await run(project, ["approve", "money"], AT_TERMINAL);
    assertEquals(code, 0);
    for (
      const part of [
        "services/billing/**",
        "/parseFloat\\(.*amount/",
        "services/billing/old.ts:2: parseFloat(amount",
      ]
    ) {
      assertStringIncludes(out, part);
    }
    assertStringIncludes(asked, "Type yes");
    const { version, approvals } = JSON.parse(Deno.readTextFileSync(file));
    assertEquals([version, approvals.length, approvals[0].by, approvals[0].at], [
      1,
      1,
      "somebody",
      "2026-01-02T03:04:05.000Z",
    ]);
    assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
    const write = { file_path: `${project.root}/services/billing/a.ts`, content: "parseFloat(amount)" };
    const refused = () =>
      project.event("PreToolUse", { tool_name: "Write", tool_input: write }, ["knowledge-rule"]);
    assertStringIncludes(await refused(), '"deny"');
    await run(project, ["approve", "money"], AT_TERMINAL);
    assertEquals(JSON.parse(Deno.readTextFileSync(file)).approvals.length, 1);
    assertStringIncludes((await run(project, ["revoke", "billing/money"], AT_TERMINAL)).out, "Revoked");
    assertEquals(await refused(), "");
  }));

for (
  const [name, around, why] of [
    ["piped input", { output: true, answer: "yes" }, "standard input is no terminal"],
    ["piped output", { input: true, answer: "yes" }, "standard output is no terminal"],
    [
      "a shell of a harness",
      { ...AT_TERMINAL, env: { CLAUDECODE: "1" } },
      "a coding harness started this shell",
    ],
  ] as const
) {
  Deno.test(`approve and revoke refuse ${name}`, () =>
    withProject(SHOP, async (project) => {
      for (const sub of ["approve", "revoke"]) {
        const { code, err, asked } = await run(project, [sub, "money"], around);
        assertEquals([code, asked], [1, ""]);
        assertStringIncludes(err, why);
      }
    }));
}

Deno.test("an approval whose rule was changed is reported", () =>
  withProject(SHOP, async (project) => {
    await run(project, ["approve", "money"], AT_TERMINAL);
    const file = ".garfio/knowledge/billing/money.md";
    project.write({ [file]: SHOP[file]!.replace("amount'", "amount|x'") });
    assertStringIncludes((await run(project, ["check"])).out, "was approved in another form");
  }));

Deno.test("import finds the rules of other tools, loses nothing, and changes nothing the second time", () =>
  withProject({
    ".cursor/rules/api.mdc": "---\nglobs: api/**\n---\nAnswer in JSON.\n",
    ".claude/rules/web.md": '---\npaths: ["web/**"]\n---\nUse the grid.\n',
    ".github/instructions/py.instructions.md": '---\napplyTo: "**/*.py"\nother: 1\n---\nUse types.\n',
    "AGENTS.md": "# All\n\nBe brief.\n",
    "services/billing/CLAUDE.md": "Cents only.\n",
    "node_modules/x/AGENTS.md": "not this",
    "bad.mdc": new Uint8Array([255, 254]),
    "bundle.json": JSON.stringify({
      slug: "b",
      pieces: [{ kind: "memory", title: "M", body: "B", nodePath: "/x" }],
    }),
  }, async (project) => {
    const dry = await run(project, ["import", "--dry-run"]);
    assertStringIncludes(dry.out, "would be written");
    assertEquals((await run(project, ["list", "--json"])).out.includes('"items": []'), true);
    const { code, out } = await run(project, ["import"]);
    assertEquals(code, 1, "one file is refused");
    assertStringIncludes(out, "bad.mdc: refused");
    assertStringIncludes(out, '"other" has no meaning here');
    const { items } = JSON.parse((await run(project, ["list", "--json"])).out);
    const paths = Object.fromEntries(
      items.map(({ id, paths }: { id: string; paths: string[] }) => [id, paths]),
    );
    assertEquals(paths, {
      "imported/api": ["api/**"],
      "imported/project-agents": [],
      "imported/py": ["**/*.py"],
      "imported/services-billing-claude": ["services/billing/**"],
      "imported/web": ["web/**"],
    });
    assertEquals((await run(project, ["check"])).code, 0);
    assert(!(await run(project, ["import"])).out.includes(": written"));
    assertStringIncludes(
      (await run(project, ["import", "bundle.json"])).out,
      ".garfio/knowledge/b/m.md: written",
    );
    assertStringIncludes((await run(project, ["import", "package.json"])).err, "There is no package.json");
  }));

Deno.test("sync writes a note where hooks are installed, compiled files elsewhere, and uninstall takes the note out", () =>
  withProject({ ...SHOP, "CLAUDE.md": "# Mine\n" }, async (project) => {
    assertStringIncludes((await run(project, ["sync"])).out, "No harness is in use here");
    Deno.mkdirSync(`${project.home}/.claude`);
    Deno.writeTextFileSync(
      `${project.home}/.claude/settings.json`,
      JSON.stringify({
        hooks: {
          SessionStart: [{
            hooks: [{ type: "command", command: "/opt/garfio", args: ["hook", "SessionStart"] }],
          }],
        },
      }),
    );
    const { code, out } = await run(project, ["sync", "--harness", "claude-code,copilot"]);
    assertEquals(code, 0);
    assertStringIncludes(out, "Claude Code: its hooks deliver");
    assertStringIncludes(out, "GitHub Copilot: no hook of ours delivers there");
    assertStringIncludes(Deno.readTextFileSync(`${project.root}/CLAUDE.md`), "garfio:knowledge begin");
    // What carries our mark is brought in line without being named.
    assertStringIncludes((await run(project, ["sync"])).out, "GitHub Copilot");

    await run(project, ["sync"], { env: { GARFIO_SIGNATURE_MODE: "off" } });
    assertEquals(Deno.readTextFileSync(`${project.root}/CLAUDE.md`), "# Mine\n");
    assertStringIncludes(Deno.readTextFileSync(`${project.root}/.claude/rules/garfio-db.md`), "latency");
    await run(project, ["sync"]);
    const io = ioOf(project, {}, { out: "", err: "" });
    assertEquals(removeCompanion("claude-code", project.root, io, false), ["CLAUDE.md"]);
    assertEquals(Deno.readTextFileSync(`${project.root}/CLAUDE.md`), "# Mine\n");
    await run(project, ["sync", "--remove"]);
    assert(![...Deno.readDirSync(project.root)].some(({ name }) => name === "AGENTS.md"));
    assertStringIncludes((await run(project, ["sync", "--harness", "emacs"])).err, "--harness takes");
  }));

Deno.test("a name that is no subcommand is told what there is", () =>
  withProject({}, async (project) => {
    assertStringIncludes(
      (await run(project, ["lst"])).err,
      "new, list, show, check, why, approve, revoke, sync, import",
    );
    assertStringIncludes((await run(project, ["list", "x"])).err, "one argument too many");
  }));
