/** Entries that call the resident: where they may stand, what they say, and when they are out of date. */
import { findEntries, installEntries } from "../../src/register/edit.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { allHarnesses } from "../../src/register/detect.ts";
import { loadHarness } from "../../src/register/registration.ts";
import type { ResidentAddress } from "../../src/register/transport.ts";
import { readPath } from "../../src/resident/address.ts";
import { residenceIn } from "../support/resident.ts";
import { withScratch } from "../support/scratch.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { ASSETS, inSandbox, type Sandbox } from "./sandbox.ts";

const TOKEN = "ab".repeat(32);
const PROGRAM = { command: "/opt/my tools/garfio", leading: [] };

function withAddress(body: (resident: ResidentAddress) => void): Promise<void> {
  return withScratch((base) => body({ residence: residenceIn(base), port: 20_123, token: TOKEN }));
}

Deno.test("transport: no file that a repository may hold gets the token, in any harness", () =>
  withAddress((resident) => {
    for (const harness of allHarnesses(ASSETS, "strict")) {
      for (const surface of Object.values(harness.registration.surfaces)) {
        const planned = plannedEntries(harness, surface, PROGRAM, "linux", resident);
        const text = JSON.stringify(planned.map(({ handler }) => handler));
        if (surface.committed) assert(!text.includes(TOKEN) && !text.includes("--resident"), harness.id);
        else if (harness.registration.http !== undefined) assert(text.includes(TOKEN), harness.id);
      }
    }
  }));

Deno.test("transport: only harnesses that are known to call over HTTP have such entries, and Codex never", () => {
  const ids = allHarnesses(ASSETS, "standard").filter(({ registration }) => registration.http !== undefined);
  assertEquals(ids.map(({ id }) => id), ["claude-code", "copilot", "qwen-code"]);
});

Deno.test("transport: what is not sent over HTTP stays a command, and two of them keep the resident", () =>
  withAddress((resident) => {
    for (const id of ["claude-code", "qwen-code", "copilot"]) {
      const harness = loadHarness(ASSETS, id, "standard");
      const { http, surfaces } = harness.registration;
      for (const entry of plannedEntries(harness, surfaces.user!, PROGRAM, "linux", resident)) {
        const isHttp = entry.handler["type"] === "http";
        assertEquals(isHttp, !http!.commandEvents.includes(entry.event), `${id} ${entry.event}`);
        assertEquals(entry.arguments.includes("--resident"), http!.keepers.includes(entry.event));
        if (!isHttp) continue;
        const url = new URL(String(entry.handler["url"]));
        assertEquals([url.hostname, url.port], ["127.0.0.1", "20123"]);
        const address = readPath(url.pathname + url.search)!;
        assertEquals([address.contract, address.event, address.messages], [id, entry.event, [
          ...entry.row.messages,
        ]]);
        assertEquals(entry.handler["headers"], { Authorization: `Bearer ${TOKEN}` });
      }
    }
  }));

Deno.test("transport: in every profile a prompt brings the resident back", () =>
  withAddress((resident) => {
    for (const profile of ["advisory", "minimal", "standard", "strict"] as const) {
      for (const id of ["claude-code", "qwen-code", "copilot"]) {
        const harness = loadHarness(ASSETS, id, profile);
        const { http, surfaces } = harness.registration;
        const planned = plannedEntries(harness, surfaces.user!, PROGRAM, "linux", resident);
        const keeping = planned.filter((entry) => entry.arguments.includes("--resident")).map(({ event }) =>
          event
        );
        assertEquals([...new Set(keeping)].sort(), [...http!.keepers].sort(), `${id} ${profile}`);
      }
    }
  }));

Deno.test("transport: entries of the other way are replaced, and a file goes back to what it was", () =>
  withAddress((resident) => {
    const harness = loadHarness(ASSETS, "claude-code", "standard");
    const surface = harness.registration.surfaces.user!;
    const job = (address?: ResidentAddress) => ({
      harness,
      surface,
      place: { os: "linux" as const },
      planned: plannedEntries(harness, surface, PROGRAM, "linux", address),
    });
    const commands = installEntries("{}\n", job());
    const called = installEntries(commands, job(resident));
    assertEquals(findEntries(called, job(resident)).length, job(resident).planned.length);
    assertEquals(installEntries(called, job(resident)), called);
    assertEquals(installEntries(called, job()), commands);
    const moved = installEntries(called, job({ ...resident, port: 20_124 }));
    assert(!moved.includes(":20123/") && moved.includes(":20124/"));
  }));

Deno.test("transport: in strict the harness is told to refuse where the resident does not answer", () =>
  withAddress((resident) => {
    const harness = loadHarness(ASSETS, "claude-code", "strict");
    const planned = plannedEntries(harness, harness.registration.surfaces.user!, PROGRAM, "linux", resident);
    const guarding = planned.filter(({ row, handler }) =>
      row.failClosed === true && handler["type"] === "http"
    );
    assert(guarding.length > 5);
    for (const { handler } of guarding) assertEquals(handler["onFailure"], "block");
  }));

/** Everything below the home that holds the token. */
function holdsToken(box: Sandbox, token: string): string[] {
  const walk = (folder: string): string[] =>
    [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
      const path = `${folder}/${name}`;
      if (isDirectory) return walk(path);
      return Deno.readTextFileSync(path).includes(token) ? [path.slice(box.home.length + 1)] : [];
    });
  return walk(box.home);
}

Deno.test("transport: the token is printed nowhere, and stands only in files of the operator's own", () =>
  inSandbox(async (box) => {
    // It is started as it would be, and says nothing: the install waits for it no longer than it has to.
    const env = { env: { GARFIO_PROFILE: "standard", PATH: "/usr/bin:/bin" } };
    const shown = await box.run("install --harness claude-code --transport resident --dry-run", env);
    assert(shown.out.includes("http://127.0.0.1:"), shown.out + shown.err);
    assertEquals([...Deno.readDirSync(box.home)].filter(({ name }) => name === ".claude"), []);
    for (const form of ["", " --json --dry-run"]) {
      const { out } = await box.run(
        `install --harness claude-code --transport resident --scope local${form}`,
        env,
      );
      assert(!/[0-9a-f]{64}/.test(out), out);
    }
    const local = box.read(`${box.project}/.claude/settings.local.json`);
    const token = /Bearer ([0-9a-f]{64})/.exec(local)![1]!;
    const [file, ...others] = holdsToken(box, token);
    assertEquals(others, []);
    assert(file?.startsWith(".local/state/garfio/resident/"), file);
    assertEquals((Deno.statSync(`${box.home}/${file}`).mode ?? 0) & 0o077, 0);
  }));
