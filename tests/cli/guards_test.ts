/** The list of everything with a switch of its own. */
import { AUTOMATIONS } from "../../src/automation/registry.ts";
import { CONTEXTS, START_PARTS } from "../../src/context/registry.ts";
import { GUARDS } from "../../src/guard/registry.ts";
import type { GuardRow } from "../../src/cli/guards.ts";
import { matchesTools } from "../../src/register/registered.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inSandbox, type Sandbox, type Surroundings } from "../register/sandbox.ts";

const STANDARD: Partial<Surroundings> = { env: { GARFIO_PROFILE: "standard" } };
const rows = async (box: Sandbox, args = "guards", surroundings = STANDARD) =>
  (await box.json(args, surroundings))["guards"] as GuardRow[];

Deno.test("guards: each of them at each of its events", () =>
  inSandbox(async (box) => {
    const found = (await rows(box)).map(({ event, id }) => `${event} ${id}`);
    const parts = START_PARTS.map(({ id }) => ({ id, events: ["SessionStart"] }));
    const all = [...GUARDS, ...CONTEXTS.filter(({ id }) => id !== "sessionstart"), ...AUTOMATIONS, ...parts];
    const wanted = all.flatMap(({ id, events }) => events.map((event) => `${event} ${id}`));
    assertEquals(found.sort(), wanted.sort());
  }));

Deno.test("guards: the action that holds, beside the profile's, and where it comes from", () =>
  inSandbox(async (box) => {
    const config = box.put("home/.config/garfio/config.jsonc", '{ "guards": { "no-verify": "ask" } }');
    const { id: _, ...row } = (await rows(box)).find(({ id }) => id === "no-verify")!;
    assertEquals([row.profileAction, row.action, row.source], ["deny", "ask", config]);
    const off = await rows(box, "guards", {
      env: {
        GARFIO_PROFILE: undefined,
        ECC_DISABLED_HOOKS: "pre:bash:block-no-verify",
        ECC_HOOK_PROFILE: "STRICT",
      },
    });
    const theirs = off.find(({ id }) => id === "no-verify")!;
    assertEquals([theirs.action, theirs.source], ["off", "ECC_DISABLED_HOOKS"]);
    assertStringIncludes(
      off.find(({ id }) => id === "lookalike")!.source,
      "profile strict (ECC_HOOK_PROFILE)",
    );
    const { out } = await box.run("guards", STANDARD);
    assertStringIncludes(out, `ask, by ${config}; profile: deny`);
  }));

Deno.test("guards: what the settings call, and what they do not", () =>
  inSandbox(async (box) => {
    const before = await rows(box);
    assert(before.every(({ registered }) => registered.length === 0));
    assertEquals((await box.run("install --harness claude-code", STANDARD)).code, 0);
    const after = await rows(box);
    const missing = after.filter(({ registered }) => registered.length === 0).map(({ event, id }) =>
      `${event} ${id}`
    );
    for (
      const id of [
        "no-verify",
        "mcp-health",
        "operation-log",
        "context-monitor",
        "session-record",
        "compaction-state",
        "session-summary",
      ]
    ) {
      assert(
        after.some((row) => row.id === id && row.registered.includes("user")),
        `${id} is not registered: ${missing}`,
      );
    }
    const failing = after.find(({ event, id }) => event === "PostToolUseFailure" && id === "mcp-health")!;
    assertEquals(failing.registered, ["user"]);
    assertEquals((await box.run("guards --harness nobody")).code, 1);
  }));

Deno.test("guards: a settings file that is broken is said, and the rest shown", () =>
  inSandbox(async (box) => {
    box.put(".claude/settings.json", "{ broken");
    box.put(`${box.project}/.claude/settings.json`, "{ broken");
    const { out, code } = await box.run("guards", STANDARD);
    assertEquals(code, 0);
    assertStringIncludes(out, "Problem: project:");
    assertStringIncludes(out, "no-verify");
  }));

Deno.test("matchers are regular expressions, and no matcher is every tool", () => {
  assert(
    matchesTools(undefined, ["Bash"]) && matchesTools("*", ["Bash"]) && matchesTools("Bash|Read", ["Read"]),
  );
  assert(matchesTools("mcp__.*", []) && matchesTools("mcp__.*", ["mcp__x__y"]));
  assert(!matchesTools("Write", ["MultiWrite"]) && !matchesTools("(", ["Bash"]));
});

Deno.test("guards: the events and tools of another harness are known by their own names", () =>
  inSandbox(async ({ run, json }) => {
    const env = { env: { GARFIO_PROFILE: "standard", PATH: "/usr/bin:/bin" } };
    await run("install --harness gemini-cli,qwen-code --scope user", env);
    for (const id of ["gemini-cli", "qwen-code"]) {
      const { guards } = await json(`guards --harness ${id}`, env) as {
        guards: { id: string; registered: string[] }[];
      };
      for (const guard of ["no-verify", "secret-write", "config-protection"]) {
        assertEquals(guards.find((one) => one.id === guard)?.registered, ["user"], `${id} ${guard}`);
      }
    }
  }));
