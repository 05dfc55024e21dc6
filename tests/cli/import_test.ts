/** Settings of ECC taken over, and its variables understood. */
import { environmentOf } from "../../src/base/environment.ts";
import { AUTOMATIONS } from "../../src/automation/registry.ts";
import { CONTEXTS, START_PARTS } from "../../src/context/registry.ts";
import { GUARDS } from "../../src/guard/registry.ts";
import { ECC_HOOKS, offByEcc, profileOfEcc } from "../../src/policy/ecc.ts";
import { loadPolicy } from "../../src/policy/policy.ts";
import { readEccSettings, wantedConfiguration } from "../../src/cli/import/ecc_settings.ts";
import { mergeConfiguration } from "../../src/cli/import/merge.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { inSandbox } from "../register/sandbox.ts";

const SETTINGS = JSON.stringify({
  env: {
    ECC_HOOK_PROFILE: " Strict ",
    ECC_DISABLED_HOOKS: "pre:bash:tmux-reminder, POST:edit:format,stop:desktop-notify,,foo:bar",
    ECC_SESSION_START_MAX_CHARS: "1000",
    ECC_SESSION_RETENTION_DAYS: 14,
    ECC_CONTEXT_MONITOR_COST_WARNINGS: "off",
    ECC_MCP_HEALTH_FAIL_OPEN: "1",
    ECC_GOVERNANCE_CAPTURE: "1",
    ECC_SKIP_OBSERVE: "1",
    OTHER: "x",
  },
  hooks: { Stop: [{ hooks: [{ type: "command", command: "node scripts/hooks/run-with-flags.js stop:x" }] }] },
});
const WANTED = {
  profile: "strict",
  guards: { "tmux-reminder": "off", "format": "off" },
  session: { maxCharacters: 1000, keepDays: 14 },
  monitor: { cost: false },
  mcp: { failOpen: true },
};

Deno.test("every hook of the table leads to something that is there", () => {
  const ids = [...GUARDS, ...CONTEXTS, ...START_PARTS, ...AUTOMATIONS].map(({ id }) => id);
  for (const [theirs, ours] of Object.entries(ECC_HOOKS)) {
    assertEquals(theirs, theirs.toLowerCase());
    for (const id of ours) assert(ids.includes(id), `${theirs} leads to ${id}`);
  }
});

Deno.test("their words: lists in any case, profiles they do not know, ids of ours", () => {
  assertEquals(offByEcc(" PRE:bash:Block-No-Verify ,, x:y, secret-read"), ["no-verify", "secret-read"]);
  assertEquals(offByEcc(""), []);
  assertEquals(["minimal", " STRICT ", "standard", "loud", ""].map(profileOfEcc), [
    "minimal",
    "strict",
    "standard",
    "standard",
    "standard",
  ]);
});

Deno.test("their variables count where ours are not set, each for itself", () =>
  withScratch(async (folder) => {
    const policy = (env: Record<string, string>) =>
      loadPolicy({ env: environmentOf({ HOME: folder, ...env }), os: "linux" }, folder);
    const deny = { advisory: "deny", minimal: "deny", standard: "deny", strict: "deny" } as const;
    const theirs = { ECC_HOOK_PROFILE: "Minimal", ECC_DISABLED_HOOKS: "pre:bash:block-no-verify" };
    const first = await policy(theirs);
    assertEquals(first.profile, { value: "minimal", source: "ECC_HOOK_PROFILE" });
    assertEquals(first.actionOf("no-verify", deny), { value: "off", source: "ECC_DISABLED_HOOKS" });
    assertEquals(first.actionOf("secret-read", deny).value, "deny");
    const second = await policy({
      ...theirs,
      GARFIO_PROFILE: "strict",
      GARFIO_DISABLED_GUARDS: "secret-read",
    });
    assertEquals(second.profile.value, "strict");
    assertEquals(second.actionOf("no-verify", deny).value, "deny");
    assertEquals(second.actionOf("secret-read", deny).value, "off");
    // A slip of the pen in ours is reported, and theirs does not step in unseen.
    const third = await policy({ ...theirs, GARFIO_PROFILE: "loud" });
    assertEquals(third.profile.value, "standard");
    assertEquals(third.problems.length, 1);
  }));

Deno.test("a settings file as a configuration", () => {
  const settings = readEccSettings(SETTINGS);
  assertEquals(wantedConfiguration(settings) as unknown, WANTED);
  assertEquals([settings.hooks, settings.variables], [1, ["ECC_SKIP_OBSERVE"]]);
});

Deno.test("lines of a profile, and an object of variables", () => {
  const lines =
    "# mine\nexport ECC_HOOK_PROFILE=minimal\nECC_SESSION_START_CONTEXT='off' # quiet\nPATH=/bin\n";
  assertEquals(wantedConfiguration(readEccSettings(lines)) as unknown, {
    profile: "minimal",
    session: { maxCharacters: 0 },
  });
  assertEquals(wantedConfiguration(readEccSettings('// x\n{"ECC_HOOK_PROFILE":"standard",}')) as unknown, {
    profile: "standard",
  });
  for (const text of ["", "{}", "PATH=/bin", '{"env":{"GARFIO_PROFILE":"strict"}}']) {
    assertThrows(() => readEccSettings(text), undefined, "no setting of ECC");
  }
  assertThrows(() => readEccSettings("{ broken"), undefined, "no JSON");
});

Deno.test("what the operator has written stays, with its comments", () => {
  const text = '{\n  // mine\n  "profile": "minimal",\n  "guards": { "format": "deny" } // kept\n}\n';
  const merged = mergeConfiguration(text, WANTED as never);
  assertEquals(merged.kept, ["profile", "guards.format"]);
  for (
    const part of ["// mine", '"profile": "minimal"', '"format": "deny"', "// kept", '"tmux-reminder": "off"']
  ) {
    assertStringIncludes(merged.text, part);
  }
  assertEquals(mergeConfiguration(merged.text, WANTED as never).text, merged.text);
  assertEquals(JSON.parse(mergeConfiguration("", WANTED as never).text), WANTED);
  assertThrows(() => mergeConfiguration("[1]", WANTED as never), undefined, "left as it is");
});

Deno.test("import: shows the difference, writes, and keeps the file as it was beside it", () =>
  inSandbox(async (box) => {
    const file = box.put("old/settings.json", SETTINGS);
    const config = `${box.home}/.config/garfio/config.jsonc`;
    const dry = await box.run("import ecc ../old/settings.json --dry-run");
    assertEquals(dry.code, 0);
    assertStringIncludes(dry.out, '+  "profile": "strict"');
    assertStringIncludes(dry.out, "Nothing was written.");
    assertThrows(() => Deno.statSync(config));
    const first = await box.json("import ecc ../old/settings.json");
    assertEquals([first["changed"], first["backup"]], [true, undefined]);
    assertEquals(JSON.parse(box.read(config)), WANTED);
    assertEquals(Deno.statSync(config).mode! & 0o777, 0o600);
    assertEquals(
      (await box.run("import ecc ../old/settings.json")).out.includes("There is nothing to change."),
      true,
    );

    const mine = '{ "profile": "minimal" } // mine\n';
    Deno.writeTextFileSync(config, mine);
    const second = await box.json("import ecc ../old/settings.json");
    assertEquals(box.read(String(second["backup"])), mine);
    assert(String(second["backup"]).startsWith(`${config}.`), "beside it");
    assertStringIncludes(box.read(config), "// mine");
    assertStringIncludes(JSON.stringify(second["notes"]), "profile is left as your configuration has it");
    assertStringIncludes(JSON.stringify(second["notes"]), "still calls 1 hooks of ECC");
    assertEquals(box.read(file), SETTINGS, "theirs is never changed");
  }));

Deno.test("import: a configuration that is broken is left alone, and wrong words are said", () =>
  inSandbox(async (box) => {
    box.put("old/settings.json", SETTINGS);
    const config = box.put("home/.config/garfio/config.jsonc", "{ broken");
    assertEquals((await box.run("import ecc ../old/settings.json")).code, 1);
    assertEquals(box.read(config), "{ broken");
    for (const args of ["import", "import ecc", "import other x", "import ecc nowhere.json"]) {
      assertEquals((await box.run(args)).code, 1, args);
    }
  }));
