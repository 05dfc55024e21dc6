/** What is special to Codex: answers without one field too many, no question, and every edit a patch. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { type Home, inHome } from "../support/home.ts";

const shell = (command: string) => ({
  turn_id: "t-1",
  permission_mode: "default",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: "call_1",
});
const patch = (body: string) => ({
  ...shell(`*** Begin Patch\n${body}\n*** End Patch`),
  tool_name: "apply_patch",
});
const before = (home: Home, payload: Record<string, unknown>, around = {}) =>
  home.tell("codex", "PreToolUse", payload, around);

Deno.test("codex: a call that may run is answered with nothing at all", () =>
  inHome(async (home) => {
    const payload = { session_id: "s-1", cwd: home.project, hook_event_name: "PreToolUse" };
    const reply = await home.call(["--contract", "codex", "PreToolUse"], {
      ...payload,
      ...shell("git status"),
    });
    assertEquals(reply, { stdout: "", stderr: "", code: 0 });
  }));

for (
  const [name, payload] of [
    ["a delete in PowerShell, which flattens exit codes", shell("Remove-Item -Recurse -Force $HOME")],
    ["git's own way to lose work", shell("git reset --hard HEAD~2")],
  ] as const
) {
  Deno.test(`codex on Windows: ${name} is refused in JSON, with exit code 0`, () =>
    inHome(async (home) => {
      const around = { os: "windows" as const };
      const cwd = "C:\\Users\\dev\\project";
      const reply = await home.call(
        ["--contract", "codex", "PreToolUse"],
        { session_id: "s-1", cwd, hook_event_name: "PreToolUse", ...payload },
        around,
      );
      assertEquals(reply.code, 0);
      const { permissionDecision, permissionDecisionReason } = JSON.parse(reply.stdout).hookSpecificOutput;
      assertEquals(permissionDecision, "deny");
      assert(permissionDecisionReason.length > 20);
    }));
}

Deno.test("codex: a question about a loss is a refusal that says why, any other is advice", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "guards": { "destructive-command": "ask", "commit-quality": "ask" } }',
    );
    const loss = await before(home, shell("git reset --hard HEAD~2"));
    assertEquals([loss.goesOn, loss.fault], [false, undefined]);
    assertStringIncludes(loss.reason ?? "", "asking is not available here");
    const style = await before(home, shell('git commit -m "stuff"'));
    assertEquals([style.goesOn, style.fault], [true, undefined]);
    assertEquals(style.asked, undefined);
  }));

Deno.test("codex: a changed command goes out with the approval without which it is not taken", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const effect = await before(home, shell("npm run dev"), { env: { PATH: `${home.home}/bin` } });
    assertEquals([effect.goesOn, effect.fault], [true, undefined]);
    assertStringIncludes(`${effect.input?.["command"]}`, "tmux");
  }));

for (
  const [name, body, reason] of [
    ["loosens a linter", "*** Update File: eslint.config.js\n@@\n-  rules: strict\n+  rules: {}", "eslint"],
    ["deletes outside the project", "*** Delete File: ../../other/notes.md", "notes.md"],
    [
      "moves over a linter's configuration",
      "*** Update File: a.js\n*** Move to: .eslintrc.json\n@@\n-a\n+b",
      ".eslintrc",
    ],
    [
      "writes a secret",
      `*** Add File: src/config.ts\n+const token = "ghp_${"a1B2c3D4e5F6".repeat(3)}";`,
      "secret",
    ],
  ] as const
) {
  Deno.test(`codex: a patch that ${name} is refused`, () =>
    inHome(async (home) => {
      home.put("eslint.config.js", "export default {};\n");
      home.put(".eslintrc.json", "{}\n");
      const effect = await before(home, patch(body));
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify(effect));
      assertStringIncludes(effect.reason ?? "", reason);
    }));
}

Deno.test("codex: what a patch adds to a manifest is remarked on, once for the call", () =>
  inHome(async (home) => {
    home.put("package.json", "{}\n");
    const effect = await before(
      home,
      patch('*** Update File: package.json\n@@\n-{}\n+{ "dependencies": { "a": "*" } }'),
    );
    assertEquals([effect.goesOn, effect.fault], [true, undefined]);
    assertEquals(effect.told?.match(/dependencies:/g)?.length, 1, effect.told ?? "nothing");
  }));

Deno.test("codex: a text for the end of a turn waits for the next prompt, and does not hold the turn", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "sessionEnd": { "enabled": true, "minStops": 1 } }',
    );
    const stop = await home.tell("codex", "Stop", { turn_id: "t", stop_hook_active: false });
    assertEquals([stop.goesOn, stop.fault, stop.told], [true, undefined, undefined]);
    const next = await home.tell("codex", "UserPromptSubmit", { turn_id: "u", prompt: "Go on." });
    assertStringIncludes(next.told ?? "", "Session end");
    const later = await home.tell("codex", "UserPromptSubmit", { turn_id: "v", prompt: "And on." });
    assertEquals(later.told, undefined);
  }));

Deno.test("codex: a long text is cut by us, at a line, and not by the client in its middle", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/messages/house-rules.md`,
      `# House\n\n${"A rule.\n".repeat(4_000)}\n`,
    );
    const payload = {
      session_id: "s",
      cwd: home.project,
      hook_event_name: "SessionStart",
      source: "startup",
    };
    const reply = await home.call(["--contract", "codex", "SessionStart", "house-rules"], payload);
    const { additionalContext } = JSON.parse(reply.stdout).hookSpecificOutput;
    const bytes = new TextEncoder().encode(additionalContext).length;
    assert(bytes > 5_000 && bytes <= 10_000, String(bytes));
  }));
