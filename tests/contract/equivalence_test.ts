/** One call in the dialect of each harness: the same finding, and an answer that the harness honours. */
import { environmentOf } from "../../src/base/environment.ts";
import { type Contract, contractIds, loadContract } from "../../src/contract/contract.ts";
import { answer } from "../../src/hook/answer.ts";
import type { Seen } from "../../src/hook/request.ts";
import { callIn, recordedOf, type Wanted } from "../support/dialect.ts";
import type { Recorded } from "../support/golden.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { READERS } from "./readers/all.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const SHELL = ["Bash", "PowerShell"];
const EDIT = ["Edit", "MultiEdit", "Write", "apply_patch"];

interface Row {
  readonly name: string;
  readonly wanted: (home: string, project: string) => Wanted;
  /** The guard that has to see it, and what is done about it. */
  readonly guard?: string;
  readonly action?: "deny" | "advise";
}

const ROWS: readonly Row[] = [
  {
    name: "a delete outside the project",
    wanted: (home) => ({
      event: "PreToolUse",
      tools: SHELL,
      input: { command: `rm -rf ${home}/Documents` },
    }),
    guard: "destructive-command",
    action: "deny",
  },
  {
    name: "a commit that skips the hooks of git",
    wanted: () => ({ event: "PreToolUse", tools: SHELL, input: { command: "git commit --no-verify -m x" } }),
    guard: "no-verify",
    action: "deny",
  },
  {
    name: "an edit of a linter's configuration",
    wanted: (_, project) => ({
      event: "PreToolUse",
      tools: EDIT,
      input: { file_path: `${project}/.eslintrc.json` },
    }),
    guard: "config-protection",
    action: "deny",
  },
  {
    name: "a secret in a command",
    wanted: () => ({
      event: "PreToolUse",
      tools: SHELL,
      input: { command: `git clone https://dev:ghp_${"a1B2c3D4e5F6".repeat(3)}@example.com/x.git` },
    }),
    guard: "secret-write",
    action: "deny",
  },
  {
    name: "an edit of a manifest",
    wanted: (_, project) => ({
      event: "PreToolUse",
      tools: EDIT,
      input: {
        file_path: `${project}/package.json`,
        content: '  "dependencies": { "left-pad": "1.0.0" }',
        new_string: '"left-pad": "1.0.0"',
      },
    }),
    guard: "pretooluse-dependency-guard",
    action: "advise",
  },
  { name: "the start of a session", wanted: () => ({ event: "SessionStart" }) },
];

for (const id of contractIds(ASSETS)) {
  const contract = loadContract(ASSETS, id)!;
  const fixtures = recordedOf(ASSETS, id);
  for (const row of ROWS) {
    Deno.test(`${id}: ${row.name}`, () => withScratch((folder) => check(contract, fixtures, row, folder)));
  }
}

async function check(
  contract: Contract,
  fixtures: readonly Recorded[],
  row: Row,
  folder: string,
): Promise<void> {
  const home = `${folder}/home`;
  const project = `${folder}/project`;
  for (const made of [`${home}/Documents`, `${project}/.git`]) Deno.mkdirSync(made, { recursive: true });
  Deno.writeTextFileSync(`${project}/package.json`, "{}\n");
  Deno.writeTextFileSync(`${project}/.eslintrc.json`, "{}\n");
  const wanted = row.wanted(home, project);
  const call = callIn(contract, fixtures, wanted, project);
  if (call === undefined) {
    assert(!canCarry(contract, wanted), `${contract.id} has no recorded payload for ${row.name}`);
    return;
  }
  const env = environmentOf({ ...call.env, HOME: home, GARFIO_STATE_DIR: `${folder}/state` });
  const request = {
    args: ["--contract", contract.id, call.event],
    input: { payload: call.payload },
    env,
    cwd: project,
    os: "linux" as const,
    clock: Date.now,
    parentPid: 1,
    assets: ASSETS,
  };
  if (row.guard !== undefined) {
    const seen: Seen[] = [];
    await answer({ ...request, observer: { call: () => {}, heard: (one) => seen.push(one) } });
    const found = seen.find((one) => one.id === row.guard && one.finding !== undefined);
    assert(found !== undefined, `${row.guard} saw nothing in ${JSON.stringify(call.payload)}`);
    if (row.action !== undefined) assertEquals(found.action, row.action);
  }
  const reply = await answer(request);
  const effect = READERS[contract.id]!.read(call.event, reply, call.payload);
  const about = `${JSON.stringify(reply)} becomes ${JSON.stringify(effect)}`;
  assertEquals(effect.fault, undefined, about);
  const { channels, contextLater } = contract.events[call.event]!;
  if (row.action === "deny" && channels.deny !== undefined) {
    assertEquals(effect.goesOn, false, about);
    assert((effect.reason ?? "").length > 20, about);
  } else {
    assertEquals(effect.goesOn, true, about);
    if (channels.context !== undefined) {
      assert((effect.told ?? effect.shown ?? "").length > 20, about);
    } else if (contextLater !== true && channels.rewrite === undefined) assertEquals(reply.stdout, "", about);
  }
}

/** Whether the harness has an event of this kind on which anything can be said. */
function canCarry({ events }: Contract, wanted: Wanted): boolean {
  return Object.values(events).some(({ canonical, channels }) =>
    canonical === wanted.event && (channels.deny !== undefined || channels.context !== undefined)
  );
}
