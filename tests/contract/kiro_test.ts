/** What is special to Kiro: plain text, refusals by exit code 2, two engines in one table, and much that nobody reads. */
import { loadContract } from "../../src/contract/contract.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const tool = (tool_name: string, tool_input: unknown) => ({ tool_name, tool_input });
const ENGINES = [
  {
    start: "SessionStart",
    prompt: "UserPromptSubmit",
    before: "PreToolUse",
    after: "PostToolUse",
    stop: "Stop",
  },
  {
    start: "agentSpawn",
    prompt: "userPromptSubmit",
    before: "preToolUse",
    after: "postToolUse",
    stop: "stop",
  },
] as const;

for (const { start, prompt, before, after, stop } of ENGINES) {
  Deno.test(`kiro ${before}: a loss is refused by exit code 2, with the reason on standard error alone`, () =>
    inHome(async (home) => {
      const payload = { cwd: home.project, ...tool("execute_bash", { command: "rm -rf /var/lib/app" }) };
      const reply = await home.call(["--contract", "kiro", before], payload);
      assertEquals([reply.stdout, reply.code], ["", 2]);
      assert(reply.stderr.length > 20);
    }));

  Deno.test(`kiro ${before}: the reason stays whole where something else went wrong as well`, () =>
    inHome(async (home) => {
      const payload = { cwd: home.project, ...tool("execute_bash", { command: "rm -rf /var/lib/app" }) };
      const reply = await home.call(["--contract", "kiro", before], payload, { env: { GARFIO_DEBUG: "1" } });
      assertStringIncludes(reply.stderr, "/var/lib/app");
      assertEquals(reply.code, 2);
    }));

  Deno.test(`kiro ${start}: what goes wrong with us is not told to the model`, () =>
    inHome(async (home) => {
      const reply = await home.call(["--contract", "kiro", start, "no-such-message"], { cwd: home.project });
      assertEquals(reply, { stdout: "", stderr: "", code: 0 });
    }));

  Deno.test(`kiro ${prompt}: plain text, and what was said behind a tool comes with it`, () =>
    inHome(async (home) => {
      home.put("package.json", "{}\n");
      const edit = tool("fs_write", { path: "package.json", text: '{ "dependencies": { "a": "*" } }\n' });
      assertEquals(await home.tell("kiro", before, edit), { goesOn: true });
      assertEquals(
        await home.tell("kiro", after, { ...edit, tool_response: "Created the package.json file." }),
        {
          goesOn: true,
        },
      );
      assertEquals(await home.tell("kiro", stop, {}), { goesOn: true });
      const effect = await home.tell("kiro", prompt, { prompt: "Go on." });
      assertEquals(effect.fault, undefined);
      assertStringIncludes(effect.told ?? "", "package.json");
    }));
}

for (
  const [name, event, payload] of [
    ["fs_write", "PreToolUse", tool("fs_write", { path: ".eslintrc.json", text: "{}\n" })],
    [
      "str_replace",
      "PreToolUse",
      tool("str_replace", { path: ".eslintrc.json", oldStr: "error", newStr: "off" }),
    ],
    ["fs_append", "PreToolUse", tool("fs_append", { path: ".eslintrc.json", text: "{}\n" })],
    [
      "fs_write of the older engine",
      "preToolUse",
      tool("fs_write", {
        command: "str_replace",
        path: ".eslintrc.json",
        old_str: "error",
        new_str: "off",
      }),
    ],
    [
      "write of the older engine",
      "preToolUse",
      tool("write", {
        command: "create",
        path: ".eslintrc.json",
        content: "{}\n",
      }),
    ],
    ["keys in the other spelling", "PreToolUse", {
      toolName: "fs_write",
      toolArgs: { path: ".eslintrc.json", text: "{}\n" },
    }],
  ] as const
) {
  Deno.test(`kiro: ${name} does not loosen a linter`, () =>
    inHome(async (home) => {
      home.put(".eslintrc.json", '{ "rules": { "x": "error" } }\n');
      const effect = await home.tell("kiro", event, payload);
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify(effect));
      assertStringIncludes(effect.reason ?? "", ".eslintrc");
    }));
}

Deno.test("kiro: a file outside the project is not deleted", () =>
  inHome(async (home) => {
    const payload = tool("delete_file", { targetFile: "../../other/notes.md", explanation: "Tidy" });
    const effect = await home.tell("kiro", "PreToolUse", payload);
    assertEquals([effect.goesOn, effect.fault], [false, undefined]);
    assertStringIncludes(effect.reason ?? "", "notes.md");
  }));

for (
  const [name, payload] of [
    [
      "the second of several files",
      tool("fs_read", {
        operations: [{ mode: "Line", path: "README.md" }, { mode: "Line", path: ".env" }],
      }),
    ],
    ["one of a list", tool("read_files", { paths: ["README.md", ".env"] })],
    ["one file", tool("read_file", { path: ".env" })],
  ] as const
) {
  Deno.test(`kiro: a file of secrets is not read as ${name}`, () =>
    inHome(async (home) => {
      home.put(".env", "TOKEN=1\n");
      const effect = await home.tell("kiro", "preToolUse", payload);
      assertEquals([effect.goesOn, effect.fault], [false, undefined]);
    }));
}

Deno.test("kiro: a question about a loss is a refusal, any other waits for the next prompt", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "guards": { "destructive-command": "ask", "config-protection": "ask" } }',
    );
    home.put(".eslintrc.json", "{}\n");
    const loss = await home.tell(
      "kiro",
      "PreToolUse",
      tool("execute_bash", { command: "git reset --hard HEAD~2" }),
    );
    assertEquals([loss.goesOn, loss.fault], [false, undefined]);
    assertEquals(
      await home.tell("kiro", "PreToolUse", tool("fs_write", { path: ".eslintrc.json", text: "{ }\n" })),
      { goesOn: true },
    );
    assertStringIncludes(
      (await home.tell("kiro", "UserPromptSubmit", { prompt: "" })).told ?? "",
      ".eslintrc",
    );
  }));

Deno.test("kiro: no text is longer than it hands on whole, and nothing ever ends with another code than 0 or 2", () => {
  const contract = loadContract(ASSETS, "kiro")!;
  assert(contract.limit <= 3_000);
  const codes = JSON.stringify(contract.events).match(/"\$code":\d+/g) ?? [];
  assertEquals([...new Set(codes)], ['"$code":2']);
});

Deno.test("kiro: its own file holds one hook for each event, and says what reaches nobody", () => {
  const harness = loadHarness(ASSETS, "kiro", "standard");
  const entries = plannedEntries(
    harness,
    harness.registration.surfaces.project!,
    { command: "/opt/garfio", leading: [] },
    "linux",
  );
  const names = entries.map(({ handler }) => handler["name"]);
  assertEquals(names.length, new Set(names).size);
  for (const { event, handler } of entries) {
    assertEquals(handler["trigger"], event);
    assertEquals(handler["action"], {
      type: "command",
      command: `"/opt/garfio" hook --contract kiro ${event}`,
    });
  }
  const after = new RegExp(entries.find(({ event }) => event === "PostToolUse")!.matcher!);
  for (const one of ["fs_write", "str_replace", "execute_bash", "execute_pwsh", "@github/create_issue"]) {
    assert(after.test(one), one);
  }
  for (const one of ["read_file", "fs_read", "grep_search", "list_directory"]) assert(!after.test(one), one);
  assert(harness.registration.gaps!.some((gap) => /behind a tool/.test(gap)));
  const advisory = loadHarness(ASSETS, "kiro", "advisory").registration.events;
  assertEquals(advisory.map(({ event, messages }) => [event, messages]), [["SessionStart", []]]);
});
