/** Rules of the operator, of packs and of the project, from the files to what is said. */
import { RULES, rulesCommand } from "../../src/cli/rules.ts";
import type { Io } from "../../src/cli/io.ts";
import { environmentOf } from "../../src/base/environment.ts";
import { answer } from "../../src/hook/answer.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** A home and a project in a scratch folder. */
class Place {
  constructor(readonly folder: string) {
    this.put("p/.git/HEAD", "");
  }

  put(path: string, value: unknown): void {
    const file = `${this.folder}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  }

  operator(name: string, rules: readonly unknown[]): void {
    this.put(`home/.config/garfio/rules/${name}`, { rules });
  }

  project(name: string, rules: readonly unknown[]): void {
    this.put(`p/.garfio/rules/${name}`, { rules });
  }

  configure(value: unknown): void {
    this.put("home/.config/garfio/config.jsonc", value);
  }

  /** Decision and text for a call. */
  async ask(tool: string, input: Record<string, unknown>, env: Record<string, string> = {}) {
    const reply = await answer({
      args: ["PreToolUse", "custom-rules"],
      input: {
        payload: {
          session_id: "s",
          hook_event_name: "PreToolUse",
          cwd: `${this.folder}/p`,
          tool_name: tool,
          tool_input: input,
        },
      },
      env: environmentOf({ HOME: `${this.folder}/home`, ...env }),
      cwd: `${this.folder}/p`,
      os: "linux",
      clock: Date.now,
      parentPid: 1,
      assets: ASSETS,
    });
    const output = reply.stdout === "" ? undefined : JSON.parse(reply.stdout).hookSpecificOutput;
    return {
      decision: output === undefined ? "nothing" : output.permissionDecision ?? "advise",
      text: String(output?.permissionDecisionReason ?? output?.additionalContext ?? ""),
    };
  }

  bash(command: string, env: Record<string, string> = {}) {
    return this.ask("Bash", { command }, env);
  }

  async cli(
    operands: readonly string[],
    { json = false, terminal, env = {} }: {
      json?: boolean;
      terminal?: string;
      env?: Record<string, string>;
    } = {},
  ) {
    let out = "";
    let errors = "";
    const io = {
      write: (text: string) => out += text,
      error: (text: string) => errors += text,
      env: environmentOf({ HOME: `${this.folder}/home`, ...env }),
      os: "linux",
      cwd: `${this.folder}/p`,
      assets: ASSETS,
      isTerminal: terminal !== undefined,
      now: () => new Date(0),
    } as unknown as Io;
    const values = { operands, text: () => undefined, has: (name: string) => json && name === "json" };
    const command = terminal === undefined
      ? rulesCommand({ input: () => false, ask: () => "yes" })
      : rulesCommand({ input: () => true, ask: () => terminal });
    const code = await command.run(values, io);
    return { code, out, errors };
  }
}

const place = (body: (place: Place) => Promise<void>) => () =>
  withScratch((folder) => body(new Place(folder)));

const NO_CURL = {
  id: "no-curl",
  match: { command: { name: "curl" } },
  action: "deny",
  message: "Fetch with the project's own client.",
  instead: "run deno task fetch",
};

Deno.test(
  "without rules nothing is read and nothing is said",
  place(async (p) => {
    assertEquals(await p.bash("curl https://x"), { decision: "nothing", text: "" });
  }),
);

Deno.test(
  "a rule of the operator's folder refuses, says why and what instead",
  place(async (p) => {
    p.operator("mine.jsonc", [NO_CURL]);
    const { decision, text } = await p.bash("sudo curl https://x");
    assertEquals(decision, "deny");
    for (
      const part of [
        "`no-curl`: Fetch with the project's own client.",
        "run deno task fetch.",
        "`curl https://x`",
      ]
    ) {
      assertStringIncludes(text, part);
    }
    assertEquals((await p.bash("wget https://x")).decision, "nothing");
    assertEquals((await p.bash("echo curl")).decision, "nothing");
  }),
);

Deno.test(
  "a rule of the configuration holds too, and profiles and actions count",
  place(async (p) => {
    p.configure({
      rules: [
        { ...NO_CURL, action: "advise" },
        { ...NO_CURL, id: "b", action: "ask", profile: "strict" },
        {
          id: "mcp",
          match: { tool: "mcp__github__*" },
          action: "ask",
          message: "GitHub is for the operator",
        },
      ],
    });
    assertEquals((await p.bash("curl x")).decision, "advise");
    const strict = await p.bash("curl x", { GARFIO_PROFILE: "strict" });
    assertEquals(strict.decision, "ask");
    assertStringIncludes(strict.text, "1 more fit");
    assertEquals((await p.ask("mcp__github__delete", {})).decision, "ask");
    assertEquals((await p.ask("mcp__github__delete", {}, { GARFIO_PROFILE: "advisory" })).decision, "advise");
    assertEquals((await p.bash("curl x", { GARFIO_DISABLED_GUARDS: "custom-rules" })).decision, "nothing");
  }),
);

Deno.test(
  "packs are switched on by name, some by strict, and one rule of them off by id",
  place(async (p) => {
    const push = "git push origin main";
    assertEquals((await p.bash(push)).decision, "nothing");
    assertEquals((await p.bash(push, { GARFIO_PROFILE: "strict" })).decision, "ask");
    p.configure({ packs: ["git", "containers"] });
    assertStringIncludes((await p.bash(push)).text, "git/push-to-main");
    assertEquals((await p.bash("git push --dry-run origin main")).decision, "nothing");
    assertEquals((await p.bash("docker compose down -v")).decision, "ask");
    assertEquals((await p.bash("docker system prune -af")).decision, "nothing");
    assertEquals((await p.bash("docker system prune -af --volumes")).decision, "ask");
    p.operator("off.jsonc", [{ id: "git/push-to-main", action: "off" }]);
    assertEquals((await p.bash(push)).decision, "nothing");
  }),
);

Deno.test(
  "a project's packs tighten, its inline rules do not count",
  place(async (p) => {
    p.put("p/.garfio/config.jsonc", { packs: ["git"], rules: [NO_CURL] });
    assertEquals((await p.bash("git push origin main")).decision, "ask");
    assertEquals((await p.bash("curl x")).decision, "nothing");
  }),
);

Deno.test(
  "a project's rules hold once a person has approved them, until they change",
  place(async (p) => {
    p.project("team.jsonc", [NO_CURL]);
    assertEquals((await p.bash("curl x")).decision, "nothing");
    assertStringIncludes((await p.cli(["list"])).out, "Not approved, so ignored");

    const piped = await p.cli(["approve"]);
    assertEquals(piped.code, 1);
    assertStringIncludes(piped.errors, "terminal");
    assertEquals((await p.cli(["approve"], { terminal: "yes", env: { CLAUDECODE: "1" } })).code, 1);
    assertEquals((await p.cli(["approve"], { terminal: "no" })).code, 1);
    assertEquals((await p.bash("curl x")).decision, "nothing");

    const approved = await p.cli(["approve"], { terminal: "yes" });
    assertEquals(approved.code, 0, approved.errors);
    assertStringIncludes(approved.out, "no-curl  deny  Fetch");
    assertEquals((await p.bash("curl x")).decision, "deny");
    assertStringIncludes((await p.cli(["approve"], { terminal: "yes" })).out, "Nothing waits");

    // Another checkout with the same file; then a file that was changed.
    p.put("p/sub/.git/HEAD", "");
    p.project("team.jsonc", [{ ...NO_CURL, message: "Changed" }]);
    assertEquals((await p.bash("curl x")).decision, "nothing");
  }),
);

Deno.test(
  "a project cannot switch a rule off, and a broken approval file approves nothing",
  place(async (p) => {
    p.operator("mine.jsonc", [NO_CURL]);
    p.project("team.jsonc", [{ id: "no-curl", action: "off" }]);
    const refused = await p.cli(["approve"], { terminal: "yes" });
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.errors, "a project cannot switch a rule off");
    assertEquals((await p.bash("curl x")).decision, "deny");
    for (const text of ["", "{", "[]", '{"approved":7}', '{"approved":[null,{"digest":7}]}']) {
      p.put("home/.config/garfio/approved-rules.json", text);
      assertEquals((await p.bash("curl x")).decision, "deny");
    }
  }),
);

Deno.test(
  "a broken file leaves the others in force",
  place(async (p) => {
    p.operator("good.jsonc", [NO_CURL]);
    p.put("home/.config/garfio/rules/bad.jsonc", "{ rules: [");
    p.put("home/.config/garfio/rules/notes.txt", "{");
    assertEquals((await p.bash("curl x")).decision, "deny");
    const { code, out } = await p.cli(["check"]);
    assertEquals(code, 1);
    assert(/rules\/bad\.jsonc:1: a key stands in double quotes/.test(out), out);
  }),
);

Deno.test(
  "check names file, line and what to write",
  place(async (p) => {
    p.put(
      "p/x.jsonc",
      '// a\n{\n  "rules": [\n    { "id": "a", "match": { "command": { "name": "x" } },\n      "action": "block", "message": "m" }\n  ]\n}\n',
    );
    const { code, out } = await p.cli(["check", "x.jsonc"]);
    assertEquals(code, 1);
    assertStringIncludes(
      out,
      'p/x.jsonc:5: "action" takes off, advise, ask, deny; not "block". Write "deny"',
    );
    const json = JSON.parse((await p.cli(["check", "x.jsonc"], { json: true })).out);
    assertEquals([json.ok, json.problems[0].line], [false, 5]);
    p.operator("good.jsonc", [NO_CURL]);
    assertEquals((await p.cli(["check"])).out, "1 rule, nothing wrong.\n");
  }),
);

Deno.test(
  "list and packs show what holds and where it comes from",
  place(async (p) => {
    p.operator("mine.jsonc", [NO_CURL, { ...NO_CURL, id: "later", profile: "strict" }]);
    p.configure({ packs: ["cloud"] });
    const { code, out } = await p.cli(["list"]);
    assertEquals(code, 0, out);
    assert(/operator: .*mine\.jsonc/.test(out));
    assert(/later +deny .*\(only in strict\)/.test(out));
    assertStringIncludes(out, "cloud/destroy");
    const json = JSON.parse((await p.cli(["list"], { json: true })).out);
    assertEquals(json.rules[0].id, "no-curl");
    const packs = await p.cli(["packs"]);
    assert(
      /^cloud: on$/m.test(packs.out) && /^git: off \(on in the profile strict\)$/m.test(packs.out),
      packs.out,
    );
  }),
);

Deno.test(
  "a team's own cases run, also for rules that nobody has approved yet",
  place(async (p) => {
    p.project("team.jsonc", [NO_CURL, { ...NO_CURL, id: "env", match: { path: ".env*" }, action: "ask" }]);
    p.put(
      "p/cases.jsonl",
      [
        { command: "curl x", expect: "deny", rule: "no-curl" },
        { command: "wget x", expect: "off" },
        { tool: "Write", input: { file_path: ".env.local", content: "" }, expect: "ask" },
      ].map((value) => JSON.stringify(value)).join("\n"),
    );
    const good = await p.cli(["test", "cases.jsonl"]);
    assertEquals(good.code, 0, good.out);
    assertStringIncludes(good.out, "3 of 3 as expected.");

    p.put(
      "p/cases.jsonc",
      '// Ours.\n[\n  { "command": "curl x", "expect": "ask" },\n  { "comand": "x" },\n]',
    );
    const bad = await p.cli(["test", "cases.jsonc"]);
    assertEquals(bad.code, 1);
    assert(/MISS +curl x +ask +deny +no-curl/.test(bad.out), bad.out);
    assertStringIncludes(bad.out, 'line 4: "comand" is not known');
    assertEquals((await p.cli(["test", "none.jsonl"])).code, 1);
    const json = JSON.parse((await p.cli(["test", "cases.jsonl"], { json: true })).out);
    assertEquals([json.ok, json.passed], [true, 3]);
    // Running cases approves nothing.
    assertEquals((await p.bash("curl x")).decision, "nothing");
  }),
);

Deno.test("the command has its place in the help", () => {
  assertEquals(RULES.name, "rules");
  assert(RULES.usage.includes("approve"));
});
