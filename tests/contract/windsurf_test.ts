/** What is special to Cascade: the event knows the tool, and nothing is read but a refusal. */
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const told = (agent_action_name: string, tool_info: unknown) => ({
  agent_action_name,
  trajectory_id: "t-1",
  tool_info,
});

for (
  const [event, info, reason] of [
    ["pre_run_command", { command_line: "rm -rf ~/Documents", cwd: "/home/dev/project" }, "Documents"],
    [
      "pre_write_code",
      { file_path: ".eslintrc.json", edits: [{ old_string: "error", new_string: "off" }] },
      ".eslintrc",
    ],
    ["pre_read_code", { file_path: ".env" }, ".env"],
    ["pre_mcp_tool_use", {
      mcp_server_name: "files",
      mcp_tool_name: "delete_file",
      mcp_tool_arguments: { path: "/etc/hosts" },
    }, "/etc/hosts"],
  ] as const
) {
  Deno.test(`windsurf: ${event} is refused by exit code 2, and standard output stays empty`, () =>
    inHome(async (home) => {
      home.put(".eslintrc.json", '{ "rules": { "x": "error" } }\n');
      home.put(".env", "TOKEN=1\n");
      const reply = await home.call(["--contract", "windsurf", event], told(event, info));
      assertEquals([reply.stdout, reply.code], ["", 2]);
      assertStringIncludes(reply.stderr, reason);
    }));
}

Deno.test("windsurf: what is only remarked on is not said at all, and nothing behind a call is refused", () =>
  inHome(async (home) => {
    home.put("package.json", "{}\n");
    const info = {
      file_path: "package.json",
      edits: [{ old_string: "{}", new_string: '{ "dependencies": { "a": "*" } }' }],
    };
    for (const event of ["pre_write_code", "post_write_code"]) {
      const reply = await home.call(["--contract", "windsurf", event], told(event, info));
      assertEquals(reply, { stdout: "", stderr: "", code: 0 }, event);
    }
  }));

Deno.test("windsurf: a command is judged in its own folder", () =>
  inHome(async (home) => {
    const run = (cwd: string) =>
      home.tell(
        "windsurf",
        "pre_run_command",
        told("pre_run_command", { command_line: "rm -rf build", cwd }),
      );
    home.put("build/a", "");
    home.put(`${home.home}/Documents/build/a`, "");
    assertEquals((await run(home.project)).goesOn, true);
    assertEquals((await run(`${home.home}/Documents`)).goesOn, false);
  }));

Deno.test("windsurf: it is registered where the editor is, with one line for each shell and no time limit", () => {
  const harness = loadHarness(ASSETS, "windsurf", "standard");
  for (const surface of Object.values(harness.registration.surfaces)) {
    assertEquals(surface.onlyWhere, "~/.codeium/windsurf/");
    const program = { command: "C:\\Users\\dev\\bin\\hookd\\garfio.exe", leading: [] };
    for (const { event, handler } of plannedEntries(harness, surface, program, "windows")) {
      const read = JSON.parse(JSON.stringify(handler));
      assertEquals(Object.keys(read), ["command", "powershell", "show_output"]);
      assert(read.powershell.startsWith(`& "${program.command}" hook --contract windsurf ${event}`));
      assert(read.command.startsWith(`${program.command} hook --contract windsurf ${event}`));
    }
  }
  assertEquals(loadHarness(ASSETS, "windsurf", "advisory").registration.events, []);
});
