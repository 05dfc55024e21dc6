/** `garfio contracts`: what is said of the harnesses. */
import { contractIds, loadContract } from "../../src/contract/contract.ts";
import { ABILITIES, abilitiesOf } from "../../src/cli/contracts/abilities.ts";
import { registrationOf } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inSandbox } from "../register/sandbox.ts";

Deno.test("contracts: the list names every harness, and what is not certain of one", () =>
  inSandbox(async ({ run, json }) => {
    const { code, out } = await run("contracts");
    assertEquals(code, 0);
    assertEquals((await run("contracts list")).out, out);
    for (const id of contractIds(ASSETS)) {
      const line = out.split("\n").find((one) => one.startsWith(`${id} `));
      assert(line !== undefined, id);
      assertEquals(line.includes("(experimental)"), loadContract(ASSETS, id)!.unknown !== undefined, id);
    }
    const { contracts } = await json("contracts list") as { contracts: { id: string }[] };
    assertEquals(contracts.map(({ id }) => id), contractIds(ASSETS));
  }));

Deno.test("contracts: one is explained, by any of its names", () =>
  inSandbox(async ({ run, json }) => {
    const { out } = await run("contracts show codex");
    for (const part of ["Codex", "PreToolUse", "context, ", "~/.codex/hooks.json", "/hooks"]) {
      assertStringIncludes(out, part);
    }
    assertEquals((await run("contracts show claude")).out, (await run("contracts show claude-code")).out);
    const whole = await json("contracts show kiro");
    assertEquals([whole["id"], typeof whole["registration"], typeof whole["abilities"]], [
      "kiro",
      "object",
      "object",
    ]);
  }));

Deno.test("contracts: what cannot be shown is said", () =>
  inSandbox(async ({ run }) => {
    for (
      const [args, part] of [
        ["contracts show", "Say which"],
        ["contracts show nobody", '"nobody" is none of'],
        ["contracts paint", "list, show ID or matrix"],
        ["contracts list codex", "one argument too many"],
      ] as const
    ) {
      const { code, err } = await run(args);
      assertEquals(code, 1);
      assertStringIncludes(err, part);
    }
  }));

/** Some of what is known of clients that were watched, or whose papers leave no doubt. */
const KNOWN: readonly [string, Partial<Record<typeof ABILITIES[number]["id"], string>>][] = [
  ["claude-code", {
    start: "yes",
    before: "yes",
    refuse: "yes",
    ask: "yes",
    rewrite: "yes",
    hold: "yes",
    exec: "yes",
    closed: "yes",
  }],
  ["codex", {
    before: "yes",
    ask: "refused if it protects, else told",
    rewrite: "yes",
    exec: "no",
    closed: "no",
  }],
  ["qwen-code", { before: "after the tool", ask: "yes", rewrite: "told only", exec: "no" }],
  ["gemini-cli", { before: "after the tool", refuse: "yes", rewrite: "yes", hold: "yes" }],
  ["opencode", { before: "after the tool", refuse: "yes", rewrite: "yes" }],
  ["cursor", { start: "yes", refuse: "yes", ask: "yes", closed: "yes" }],
  ["kiro", { start: "yes", after: "no", refuse: "yes", rewrite: "told only", hold: "no" }],
  ["windsurf", { start: "no", refuse: "yes", rewrite: "told only", exec: "no" }],
];
for (const [id, known] of KNOWN) {
  Deno.test(`contracts: what ${id} can carry`, () => {
    const contract = loadContract(ASSETS, id)!;
    const found = abilitiesOf(contract, registrationOf(ASSETS, contract));
    for (const [ability, value] of Object.entries(known)) {
      assertEquals(found[ability as keyof typeof found], value, ability);
    }
  });
}

Deno.test("contracts: the matrix has a row for each harness and a column for each ability", () =>
  inSandbox(async ({ run }) => {
    const lines = (await run("contracts matrix")).out.trimEnd().split("\n");
    assertEquals(lines.length, contractIds(ASSETS).length + 2);
    for (const line of lines) assertEquals(line.split("|").length, ABILITIES.length + 3);
  }));
