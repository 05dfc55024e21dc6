/** What doctor finds and repair mends: faults of entries, of programs, of folders and of switches. */
import { assert, assertEquals } from "../support/assert.ts";
import { inSandbox, type Sandbox } from "../register/sandbox.ts";

const INSTALL = "install --harness claude-code";

interface Finding {
  readonly area: string;
  readonly level: string;
  readonly text: string;
  readonly next?: string;
}

interface Row {
  readonly name: string;
  /** Makes the fault in a machine on which everything was well. */
  readonly fault: (box: Sandbox) => Promise<unknown> | unknown;
  /** What the finding says. */
  readonly says: RegExp;
  /** Whether repair mends it, or what has to be done by hand. */
  readonly mended: boolean;
}

/** Changes the text of a file. */
function edit(box: Sandbox, path: string, change: (text: string) => string): void {
  box.put(path, change(box.read(path)));
}

const ROWS: readonly Row[] = [
  {
    name: "an entry names a program that is gone",
    fault: (box) => edit(box, box.settings, (text) => text.replaceAll(box.executable, "/old/place/garfio")),
    says: /\/old\/place\/garfio does not exist/,
    mended: true,
  },
  {
    name: "an entry names a path of Windows",
    fault: (box) =>
      edit(box, box.settings, (text) => text.replaceAll(box.executable, "C:\\\\dev\\\\garfio.exe")),
    says: /Windows path in a hook file of Linux/,
    mended: true,
  },
  {
    name: "an entry names a relative path",
    fault: (box) => edit(box, box.settings, (text) => text.replaceAll(box.executable, "bin/garfio")),
    says: /is a relative path/,
    mended: true,
  },
  {
    name: "an entry is missing",
    fault: (box) =>
      edit(
        box,
        box.settings,
        (text) => text.replace('"hook",\n              "Stop"', '"nothing",\n              "Stop"'),
      ),
    says: /Stop: missing/,
    mended: true,
  },
  {
    name: "an entry stands there twice",
    fault: (box) =>
      edit(box, box.settings, (text) => {
        const value = JSON.parse(text);
        value.hooks.Stop.push(value.hooks.Stop[0]);
        return JSON.stringify(value);
      }),
    says: /Stop: duplicate/,
    mended: true,
  },
  {
    name: "an entry of an older version",
    fault: (box) =>
      edit(box, box.settings, (text) => {
        const value = JSON.parse(text);
        value.hooks.Stop[0].hooks[0].timeout = 5;
        return JSON.stringify(value);
      }),
    says: /Stop: outdated: its timeout is 5/,
    mended: true,
  },
  {
    name: "an entry for an event that this version registers no more",
    fault: (box) =>
      edit(box, box.settings, (text) => {
        const value = JSON.parse(text);
        value.hooks.Notification = [{
          hooks: [{ ...value.hooks.Stop[0].hooks[0], args: ["hook", "Notification"] }],
        }];
        return JSON.stringify(value);
      }),
    says: /An old entry stands at Notification/,
    mended: true,
  },
  {
    name: "entries in two scopes",
    fault: (box) => box.run(`${INSTALL} --scope project`),
    says: /Double registration: entries stand in the scopes user and project/,
    mended: false,
  },
  {
    name: "the plugin beside the entries",
    fault: (box) =>
      box.put(
        `${box.home}/.claude/plugins/cache/somewhere/garfio/1.0.0/.claude-plugin/plugin.json`,
        '{"name":"garfio","hooks":"./hooks/hooks.json"}',
      ),
    says: /^Double registration: the plugin in .*|names hooks\/hooks\.json, which is loaded anyway/,
    mended: false,
  },
  {
    name: "a setting of the client that switches hooks off",
    fault: (box) => edit(box, box.settings, (text) => text.replace("{", '{\n  "disableAllHooks": true,')),
    says: /"disableAllHooks" in .* switches off every hook/,
    mended: false,
  },
  {
    name: "a file that is no JSON",
    fault: (box) => box.put(box.settings, box.read(box.settings).slice(0, -3)),
    says: /settings\.json: The file is left as it is: it is no JSON/,
    mended: false,
  },
  {
    name: "the switch that turns everything off",
    fault: (box) => box.put(`${box.home}/.config/garfio/disabled`, ""),
    says: /switched off/,
    mended: false,
  },
  {
    name: "a folder of state that others can read",
    fault: (box) => {
      Deno.mkdirSync(`${box.home}/.local/state/garfio`, { recursive: true });
      Deno.chmodSync(`${box.home}/.local/state/garfio`, 0o755);
    },
    says: /open to other accounts \(mode 755, not 700\)/,
    mended: true,
  },
  {
    name: "a program that hangs",
    fault: (box) => box.put(box.executable, "#!/bin/sh\nexit 3\n", 0o755),
    says: /failed: ended with exit code 3/,
    mended: false,
  },
];

async function findings(box: Sandbox, command: string): Promise<Finding[]> {
  return (await box.json(command) as { findings: Finding[] }).findings;
}

for (const row of ROWS) {
  Deno.test(`doctor: ${row.name}${row.mended ? ", which repair mends" : ""}`, () =>
    inSandbox(async (box) => {
      await box.run(INSTALL);
      assertEquals((await box.run("doctor")).code, 0, (await box.run("doctor")).out);
      await row.fault(box);
      const found = (await findings(box, "doctor")).filter(({ text }) => row.says.test(text));
      assert(found.length > 0, (await box.run("doctor")).out);
      const isNote = row.name === "the plugin beside the entries";
      assertEquals(found[0]!.level, isNote ? "note" : "problem");
      assertEquals((await box.run("doctor")).code, isNote ? 0 : 1);
      const after = await findings(box, "repair");
      assertEquals(after.some(({ text, level }) => level !== "ok" && row.says.test(text)), !row.mended);
      if (row.mended) assertEquals((await box.run("doctor")).code, 0, (await box.run("doctor")).out);
    }));
}

Deno.test("doctor: changes nothing", () =>
  inSandbox(async (box) => {
    await box.run(INSTALL);
    edit(box, box.settings, (text) => text.replaceAll(box.executable, "/old/garfio"));
    const before = box.read(box.settings);
    await box.run("doctor");
    assertEquals(box.read(box.settings), before);
    assertEquals((await box.run("repair --dry-run")).out.includes("would mend"), true);
    assertEquals(box.read(box.settings), before);
  }));

Deno.test("doctor: names the command to run next, and says what a file cannot prove", () =>
  inSandbox(async (box) => {
    const alone = await box.run("doctor");
    assert(alone.out.includes("No harness that Garfio knows was found here."), alone.out);
    Deno.mkdirSync(`${box.home}/.claude`);
    assert((await box.run("doctor")).out.endsWith("Next: garfio install --harness claude-code\n"));
    await box.run(INSTALL);
    assert((await box.run("doctor")).out.includes("No event of Claude Code has come yet."));
    edit(box, box.settings, (text) => text.replaceAll(box.executable, "/old/garfio"));
    assert((await box.run("doctor")).out.endsWith("Next: garfio repair\n"));
  }));

Deno.test("repair: leaves the operator's hooks and their matchers as they are", () =>
  inSandbox(async (box) => {
    await box.run(INSTALL);
    edit(box, box.settings, (text) => {
      const value = JSON.parse(text);
      value.hooks.PreToolUse.push({
        matcher: "Bash",
        hooks: [{ type: "command", command: "node some-script.js" }],
      });
      return JSON.stringify(value, null, 2).replaceAll(box.executable, "/old/garfio");
    });
    assertEquals((await box.run("repair")).code, 0);
    const { hooks } = JSON.parse(box.read(box.settings));
    const other = hooks.PreToolUse.filter(({ matcher }: { matcher: string }) => matcher === "Bash");
    assertEquals(other, [{ matcher: "Bash", hooks: [{ type: "command", command: "node some-script.js" }] }]);
    assert(!box.read(box.settings).includes("/old/garfio"));
  }));

Deno.test("install, verify and uninstall for several harnesses tell of each, and one fault stops no other", () =>
  inSandbox(async (box) => {
    box.put(box.executable, "#!/bin/sh\ncat > /dev/null\n", 0o755);
    box.put(`${box.home}/.qwen/settings.json`, "broken");
    const installed = await box.run("install --harness claude-code,qwen-code,codex --scope user");
    assertEquals(installed.code, 1);
    for (const title of ["Claude Code", "qwen-code", "Codex"]) assert(installed.out.includes(title), title);
    assertEquals(box.read(`${box.home}/.qwen/settings.json`), "broken");
    assert(box.read(`${box.home}/.codex/hooks.json`).includes("--contract codex"));
    const removed = await box.json("uninstall --all") as { harnesses: { harness: string; way: string }[] };
    assertEquals(
      removed.harnesses.filter(({ way }) => way === "restored").map(({ harness }) => harness).sort(),
      ["claude-code", "codex"],
    );
  }));
