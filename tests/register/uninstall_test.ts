import fc from "fast-check";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inSandbox, ourHandlers, type Sandbox, word } from "./sandbox.ts";

const INSTALL = "install --harness claude-code";
const UNINSTALL = "uninstall --harness claude-code";

function test(name: string, body: (box: Sandbox) => Promise<void>): void {
  Deno.test(`uninstall: ${name}`, () => inSandbox(body));
}

const BEFORE: readonly string[] = [
  "",
  "\n",
  "{}",
  "{ }\r\n",
  '{"hooks":{}}',
  '{"hooks": {"Stop": [], "PreToolUse": [{"matcher": "Write", "hooks": []}]}}\n',
  "\ufeff{}",
  '{\n  "hooks": {\n    "Stop": [], // later\n  },\n}\n',
];

for (const before of BEFORE) {
  test(`gives back ${JSON.stringify(before)}`, async (box) => {
    box.put(box.settings, before, 0o640);
    await box.run(INSTALL);
    assert(ourHandlers(jsonOnly(box.read(box.settings))).length > 0);
    const { code, out } = await box.run(UNINSTALL);
    assertEquals(code, 0);
    assertStringIncludes(out, "again what it was before");
    assertEquals(Deno.readFileSync(box.settings), new TextEncoder().encode(before));
    assertEquals(Deno.statSync(box.settings).mode! & 0o777, 0o640);
  });
}

/** A text of the tests above as strict JSON. */
function jsonOnly(text: string): string {
  return text.replace(/^\ufeff/, "").replace(/\/\/ .*/g, "").replace(/,(\s*[}\]])/g, "$1");
}

test("gives back any bytes", async (box) => {
  const text = fc.tuple(fc.json({ maxDepth: 2 }), fc.constantFrom("", " ", "\n")).map(([json, end]) =>
    `{"a":${json}}${end}`
  );
  await fc.assert(
    fc.asyncProperty(text, async (before) => {
      box.put(box.settings, before);
      await box.run(INSTALL);
      await box.run(UNINSTALL);
      assertEquals(box.read(box.settings), before);
    }),
    { numRuns: 20 },
  );
});

test("removes the file and the folders that the install made", async (box) => {
  await box.run(INSTALL);
  await box.run(UNINSTALL);
  assertEquals([...Deno.readDirSync(box.home)].map(({ name }) => name), [".local"]);
});

test("leaves a folder that something else is in by now", async (box) => {
  await box.run(INSTALL);
  box.put("home/.claude/other.json", "{}");
  await box.run(UNINSTALL);
  assertEquals([...Deno.readDirSync(`${box.home}/.claude`)].map(({ name }) => name), ["other.json"]);
});

test("goes back over several installs", async (box) => {
  box.put(box.settings, '{"hooks":{}}');
  for (const name of ["a", "b", "c"]) {
    await box.run(`${INSTALL} --executable ${word(box.put(`${name}/garfio`, "", 0o755))}`);
  }
  await box.run(UNINSTALL);
  assertEquals(box.read(box.settings), '{"hooks":{}}');
});

test("and install again, and again", async (box) => {
  box.put(box.settings, "{ }");
  for (let round = 0; round < 3; round++) {
    await box.run(INSTALL);
    await box.run(UNINSTALL);
    assertEquals(box.read(box.settings), "{ }");
  }
});

test("a file that was changed since only loses our entries", async (box) => {
  box.put(box.settings, '{\n  "hooks": {}\n}\n');
  await box.run(INSTALL);
  const changed = box.read(box.settings).replace("{\n", '{\n  // mine\n  "model": "x",\n');
  box.put(box.settings, changed);
  const { out } = await box.run(UNINSTALL);
  assertStringIncludes(out, "Our entries are out of the file");
  assertEquals(box.read(box.settings), '{\n  // mine\n  "model": "x"\n}\n');
});

test("without the kept bytes too", async (box) => {
  box.put(box.settings, '{\n  "model": "x"\n}\n');
  await box.run(INSTALL);
  Deno.removeSync(box.backups, { recursive: true });
  await box.run(UNINSTALL);
  assertEquals(box.read(box.settings), '{\n  "model": "x"\n}\n');
});

test("kept bytes that were touched are not trusted", async (box) => {
  box.put(box.settings, '{"model":"x"}');
  await box.run(INSTALL);
  for (const { name } of Deno.readDirSync(box.backups)) {
    box.put(`${box.backups}/${name}/before`, '{"evil":1}');
  }
  await box.run(UNINSTALL);
  assertEquals(box.read(box.settings), '{"model":"x"}');
});

test("the shared file and the operator's comments stay, no empty key is left", async (box) => {
  const entry = JSON.stringify({ type: "command", command: "/gone/garfio", args: ["hook", "Stop", "stop"] });
  box.put(box.settings, `{"permissions":{"deny":["Bash(sudo:*)"]},"hooks":{"Stop":[{"hooks":[${entry}]}]}}`);
  await box.run(UNINSTALL);
  assertEquals(box.read(box.settings), '{"permissions":{"deny":["Bash(sudo:*)"]}}');
});

test("the operator's entries stay", async (box) => {
  const text = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"other-tool"}]}]}}';
  box.put(box.settings, text);
  await box.run(INSTALL);
  box.put(box.settings, box.read(box.settings) + "\n");
  await box.run(UNINSTALL);
  assertEquals(box.read(box.settings), `${text}\n`);
});

test("with nothing of ours there, nothing happens", async (box) => {
  const { code, out } = await box.run(UNINSTALL);
  assertEquals(code, 0);
  assertStringIncludes(out, "Nothing to do");
  box.put(box.settings, '{"hooks":{}}');
  assertEquals((await box.json(UNINSTALL))["changed"], false);
  assertEquals(box.read(box.settings), '{"hooks":{}}');
});

test("a dry run only shows", async (box) => {
  await box.run(INSTALL);
  const before = box.read(box.settings);
  const { out } = await box.run(`${UNINSTALL} --dry-run`);
  assertStringIncludes(out, "+++ (no file)");
  assertStringIncludes(out, "dry run");
  assertEquals(box.read(box.settings), before);
});

for (const bytes of ["{", new Uint8Array([0xff, 0xfe]), '{"hooks":3}']) {
  test(`a file of ${JSON.stringify(bytes)} is skipped, said, and not touched`, async (box) => {
    box.put(box.settings, bytes);
    const before = Deno.readFileSync(box.settings);
    const { code, out } = await box.run(UNINSTALL);
    assertEquals(code, 0);
    assertStringIncludes(out, "Skipped:");
    const report = await box.json(UNINSTALL);
    assertEquals([report["ok"], report["changed"], report["way"]], [true, false, "skipped"]);
    assertEquals(Deno.readFileSync(box.settings), before);
  });
}

test("works with a program that could not be registered, and in a project that could not", async (box) => {
  const project = `${box.root}/a$b`;
  const entry = { type: "command", command: "/x/garfio", args: ["hook", "Stop"] };
  box.put(
    `${project}/.claude/settings.local.json`,
    JSON.stringify({ hooks: { Stop: [{ hooks: [entry] }] } }),
  );
  const { code } = await box.run(`${UNINSTALL} --scope local`, { cwd: project, executable: "/x/renamed" });
  assertEquals(code, 0);
  assertEquals(box.read(`${project}/.claude/settings.local.json`), "{}");
});
