/** Block patterns refuse only what a person has approved, in the scope of their rule. */
import { readyPattern } from "../../src/knowledge/block_pattern.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { approveAll } from "./approval.ts";
import { fixture, item, type Project, withProject } from "./project.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

const SHOP = fixture("knowledge-shop");

async function decision(
  { event, root }: Project,
  tool: string,
  input: Record<string, unknown>,
): Promise<string> {
  const moved = JSON.parse(JSON.stringify(input).replaceAll("ROOT", root));
  const stdout = await event("PreToolUse", { tool_name: tool, tool_input: moved }, ["knowledge-rule"]);
  if (stdout === "") return "";
  const { permissionDecision, permissionDecisionReason, additionalContext } =
    JSON.parse(stdout).hookSpecificOutput;
  return `${permissionDecision ?? "advice"}: ${permissionDecisionReason ?? additionalContext}`;
}

const FLOAT = { file_path: "ROOT/services/billing/a.ts", content: "const x = parseFloat(req.amount);" };

Deno.test("without approval nothing is refused", () =>
  withProject(SHOP, async (project) => {
    assertEquals(await decision(project, "Write", FLOAT), "");
  }));

Deno.test("an approved pattern refuses a write in its scope, with rule, path, text and file", () =>
  withProject(SHOP, async (project) => {
    await approveAll(project);
    const said = await decision(project, "Write", FLOAT);
    assert(said.startsWith("deny: Garfio hook, strict rule"), said);
    for (
      const part of [
        "Money is whole cents",
        "services/billing/a.ts",
        "parseFloat(req.amount",
        ".garfio/knowledge/billing/money.md",
        "never floats",
      ]
    ) {
      assertStringIncludes(said, part);
    }
    const edit = {
      file_path: "ROOT/services/billing/a.ts",
      old_string: "x",
      new_string: "parseFloat(amount)",
    };
    assert((await decision(project, "Edit", edit)).startsWith("deny"));
    const patch = {
      command: "*** Begin Patch\n*** Update File: services/billing/a.ts\n+parseFloat(amount)\n*** End Patch",
    };
    assert((await decision(project, "apply_patch", patch)).startsWith("deny"));
  }));

Deno.test("neither another path, nor other text, nor text that goes away is refused", () =>
  withProject(SHOP, async (project) => {
    await approveAll(project);
    assertEquals(await decision(project, "Write", { ...FLOAT, file_path: "ROOT/apps/web/a.ts" }), "");
    assertEquals(
      await decision(project, "Write", { ...FLOAT, file_path: "/elsewhere/services/billing/a.ts" }),
      "",
    );
    assertEquals(await decision(project, "Write", { ...FLOAT, content: "const x = BigInt(amount);" }), "");
    const away = {
      file_path: "ROOT/services/billing/a.ts",
      old_string: "parseFloat(amount)",
      new_string: "cents",
    };
    assertEquals(await decision(project, "Edit", away), "");
    // The rule is for writes only.
    assertEquals(
      await decision(project, "Bash", {
        command: "grep 'parseFloat(amount' services/billing/invoices/invoice.ts",
      }),
      "",
    );
  }));

Deno.test("the path of the file counts, not the folder in which the session runs", () =>
  withProject(SHOP, async (project) => {
    await approveAll(project);
    const stdout = await project.event("PreToolUse", {
      cwd: `${project.root}/services/billing`,
      tool_name: "Write",
      tool_input: { file_path: `${project.root}/apps/web/a.ts`, content: FLOAT.content },
    }, ["knowledge-rule"]);
    assertEquals(stdout, "");
  }));

const DEPLOY = {
  ".garfio/knowledge/deploy.md": item(
    "kind: rule\ntitle: Deploys go through the pipeline\npaths: [infra/**]\nblock:\n  pattern: 'terraform +apply'\n  on: [shell]",
  ),
  "infra/main.tf": "",
  "docs/a.md": "",
};

Deno.test("a command is refused where its paths or its folder lie in the scope", () =>
  withProject(DEPLOY, async (project) => {
    await approveAll(project);
    assert((await decision(project, "Bash", { command: "cd infra && terraform apply" })).startsWith("deny"));
    assert(
      (await decision(project, "Bash", { command: "terraform apply infra/main.tf" })).startsWith("deny"),
    );
    assertEquals(await decision(project, "Bash", { command: "terraform apply docs/a.md" }), "");
    assertEquals(await decision(project, "Bash", { command: "cd infra && terraform plan" }), "");
  }));

Deno.test("a change of pattern, scope or id needs a new approval; of the text it does not", () =>
  withProject(DEPLOY, async (project) => {
    const file = ".garfio/knowledge/deploy.md";
    const call = () => decision(project, "Bash", { command: "cd infra && terraform apply" });
    await approveAll(project);
    project.write({ [file]: DEPLOY[file].replace("Text.", "Other text.") });
    assert((await call()).startsWith("deny"));
    for (
      const [from, to] of [["apply'", "apply|x'"], ["[infra/**]", "[infra/**, x/**]"], [
        "[shell]",
        "[shell, write]",
      ]]
    ) {
      project.write({ [file]: DEPLOY[file].replace(from!, to!) });
      assertEquals(await call(), "", `${from} to ${to}`);
    }
    project.write({ [file]: DEPLOY[file] });
    assert((await call()).startsWith("deny"));
  }));

Deno.test("approvals that others may write, that are a link, or that are broken, count for nothing", () =>
  withProject(DEPLOY, async (project) => {
    await approveAll(project);
    const file = `${project.home}/.config/garfio/knowledge-approvals.json`;
    const call = () => decision(project, "Bash", { command: "cd infra && terraform apply" });
    assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
    Deno.chmodSync(file, 0o666);
    assertEquals(await call(), "");
    Deno.chmodSync(file, 0o600);
    assert((await call()).startsWith("deny"));
    Deno.renameSync(file, `${file}.real`);
    Deno.symlinkSync(`${file}.real`, file);
    assertEquals(await call(), "");
    Deno.removeSync(file);
    Deno.writeTextFileSync(file, '{"version":1,"approvals":"x"}', { mode: 0o600 });
    assertEquals(await call(), "");
  }));

Deno.test("an approval does not hold for a copy of the project", () =>
  withProject(DEPLOY, async (project) => {
    await approveAll(project);
    const copy = `${project.root}-copy`;
    Deno.renameSync(project.root, copy);
    const call = { tool_name: "Bash", tool_input: { command: "cd infra && terraform apply" }, cwd: copy };
    assertEquals(await project.event("PreToolUse", call, ["knowledge-rule"]), "");
    Deno.renameSync(copy, project.root);
  }));

Deno.test("the profile advisory refuses nothing", () =>
  withProject(DEPLOY, async (project) => {
    await approveAll(project);
    Deno.writeTextFileSync(`${project.home}/.config/garfio/config.jsonc`, '{"profile":"advisory"}');
    const said = await decision(project, "Bash", { command: "cd infra && terraform apply" });
    assert(said.startsWith("advice: Garfio hook, strict rule"), said);
  }));

Deno.test("patterns find their text, with flags, and cut what they show", () => {
  const find = (source: string, flags: string, text: string) =>
    readyPattern(source, flags).find(text, () => {});
  assertEquals(find("b+c", "", "aabbbc\nx"), "aabbbc");
  assertEquals(find("B+C", "", "abbc"), undefined);
  assertEquals(find("B+C", "i", "abbc"), "abbc");
  assertEquals(find("a.b", "", "a\nb"), undefined);
  assert(find("a.b", "s", "a\nb") !== undefined);
  assertEquals(find("[.]x", "s", "ax"), undefined);
  assertEquals(find("^x$", "m", "a\nx\nb"), "x");
  const shown = find("needle", "", `${"a".repeat(1_000)}needle${"b".repeat(1_000)}`)!;
  assert(shown.length <= 80 && shown.startsWith("needle"), shown);
  assert(find("needle", "", `${"x".repeat(32 * 1024 - 3)}needle`) !== undefined, "across two pieces");
});

Deno.test("a long text is matched in time that grows with its length", async () => {
  const pattern = readyPattern("x[a-z ]*y[a-z ]*z[a-z ]*!", "");
  const look = (size: number) => pattern.find("x y z ".repeat(size / 6), () => {});
  await assertGrowsWithSize(384 * 1024, look, "three parts that overlap");
});
