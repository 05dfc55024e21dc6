import { environmentOf } from "../../src/base/environment.ts";
import type { ProfileActions } from "../../src/policy/action.ts";
import { isSwitchedOff, loadPolicy } from "../../src/policy/policy.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const guard: ProfileActions = { advisory: "advise", minimal: "off", standard: "ask", strict: "deny" };

interface Layers {
  operator?: string;
  project?: string;
  env?: Record<string, string>;
}

async function policyOf(folder: string, { operator, project, env = {} }: Layers) {
  Deno.mkdirSync(`${folder}/home/.config/garfio`, { recursive: true });
  Deno.mkdirSync(`${folder}/p/.garfio`, { recursive: true });
  if (operator !== undefined) Deno.writeTextFileSync(`${folder}/home/.config/garfio/config.jsonc`, operator);
  if (project !== undefined) Deno.writeTextFileSync(`${folder}/p/.garfio/config.jsonc`, project);
  return await loadPolicy(
    { os: "linux", env: environmentOf({ HOME: `${folder}/home`, ...env }) },
    `${folder}/p`,
  );
}

const rows: { what: string; layers: Layers; action: string; problems?: number }[] = [
  { what: "without any file the standard profile holds", layers: {}, action: "ask" },
  {
    what: "the operator chooses a profile",
    layers: { operator: '{"profile":"advisory"}' },
    action: "advise",
  },
  {
    what: "the operator sets one guard",
    layers: { operator: '{"profile":"strict","guards":{"g":"off"}}' },
    action: "off",
  },
  {
    what: "comments and trailing commas are fine",
    layers: { operator: '{ // mine\n "profile": "minimal", }' },
    action: "off",
  },
  {
    what: "a byte-order mark is harmless",
    layers: { operator: '\ufeff{"profile":"minimal"}' },
    action: "off",
  },
  { what: "a project may tighten by profile", layers: { project: '{"profile":"strict"}' }, action: "deny" },
  { what: "a project may tighten one guard", layers: { project: '{"guards":{"g":"deny"}}' }, action: "deny" },
  { what: "a project cannot loosen by profile", layers: { project: '{"profile":"minimal"}' }, action: "ask" },
  {
    what: "a project cannot loosen one guard",
    layers: { operator: '{"guards":{"g":"deny"}}', project: '{"guards":{"g":"off"}}' },
    action: "deny",
  },
  {
    what: "the environment chooses over both",
    layers: {
      operator: '{"profile":"strict"}',
      project: '{"profile":"strict"}',
      env: { GARFIO_PROFILE: "advisory" },
    },
    action: "advise",
  },
  {
    what: "the environment switches one guard off",
    layers: { operator: '{"profile":"strict"}', env: { GARFIO_DISABLED_GUARDS: "x, g.md" } },
    action: "off",
  },
  {
    what: "an unknown profile in the environment is reported",
    layers: { env: { GARFIO_PROFILE: "lax" } },
    action: "ask",
    problems: 1,
  },
  {
    what: "a broken file leaves the safe default",
    layers: { operator: '{"profile": ' },
    action: "ask",
    problems: 1,
  },
  {
    what: "a file that holds no object leaves the safe default",
    layers: { operator: "[1]" },
    action: "ask",
    problems: 1,
  },
  {
    what: "one wrong value costs only itself",
    layers: { operator: '{"profile":"strict","guards":{"g":"explode","h":1},"x":1,"header":"a\\nb"}' },
    action: "deny",
    problems: 4,
  },
  {
    what: "a file that is not UTF-8 is reported",
    layers: { operator: "\u0000" },
    action: "ask",
    problems: 1,
  },
];
for (const { what, layers, action, problems = 0 } of rows) {
  Deno.test(what, () =>
    withScratch(async (folder) => {
      const policy = await policyOf(folder, layers);
      assertEquals(policy.actionOf("g", guard).value, action);
      assertEquals(policy.problems.length, problems, policy.problems.join("\n"));
    }));
}

Deno.test("a folder in the place of the file is reported and changes nothing", () =>
  withScratch(async (folder) => {
    Deno.mkdirSync(`${folder}/home/.config/garfio/config.jsonc`, { recursive: true });
    const policy = await policyOf(folder, {});
    assertEquals(policy.actionOf("g", guard).value, "ask");
    assertEquals(policy.problems.length, 1);
  }));

Deno.test("the layer of each action is told, and what a project would loosen", () =>
  withScratch(async (folder) => {
    const policy = await policyOf(folder, {
      operator: '{"guards":{"g":"deny"}}',
      project: '{"guards":{"g":"off","h":"deny"}}',
    });
    assert(policy.actionOf("g", guard).source.endsWith("home/.config/garfio/config.jsonc"));
    assert(policy.actionOf("h", guard).source.endsWith("p/.garfio/config.jsonc"));
    assertEquals(policy.actionOf("i", guard).source, "profile standard (built-in)");
    const loosening = policy.loosening([{ id: "g", actions: guard }, { id: "h", actions: guard }]);
    assertEquals(loosening.length, 1);
    assert(loosening[0]!.includes("guards.g"));
  }));

Deno.test("only whole numbers above zero are thresholds", () =>
  withScratch(async (folder) => {
    const values = async (text: string) =>
      (await policyOf(folder, { env: { GARFIO_PROACTIVE_COMPACTION_TOOL_THRESHOLD: text } })).compaction
        .calls;
    assertEquals(await values("5"), 5);
    for (const text of ["-4", "0", "x", "1.5", "1e3", ""]) assertEquals(await values(text), undefined, text);
  }));

Deno.test("hooks are switched off by a variable or by a file, and by nothing else", () =>
  withScratch((folder) => {
    const off = (env: Record<string, string>) =>
      isSwitchedOff({ os: "linux", env: environmentOf({ HOME: folder, ...env }) });
    assertEquals(off({}), false);
    for (const word of ["1", "true", "YES", "on"]) {
      assertEquals(off({ GARFIO_HOOKS_DISABLE: word }), true, word);
    }
    for (const word of ["0", "anything", " "]) assertEquals(off({ GARFIO_HOOKS_DISABLE: word }), false, word);
    Deno.mkdirSync(`${folder}/.config/garfio`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/.config/garfio/disabled`, "");
    assertEquals(off({}), true);
  }));
