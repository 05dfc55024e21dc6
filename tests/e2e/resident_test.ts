/** The resident as a harness meets it: the program itself, its processes and its files. */
import { checkCase, readCases } from "../support/hook_case.ts";
import { openChannel } from "../../src/resident/http/channel.ts";
import { knock, type ResidentStatus } from "../../src/resident/knock.ts";
import { readPort } from "../../src/resident/port.ts";
import { type Residence, residenceOf } from "../../src/resident/residence.ts";
import { readToken } from "../../src/resident/token.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { PROGRAM, runProgram } from "../support/executable.ts";
import { addressIn, isSendable, overHttp } from "../support/resident.ts";
import { withScratch } from "../support/scratch.ts";

const compiled = Deno.env.get("GARFIO_EXECUTABLE") !== undefined;

interface Place {
  readonly base: string;
  readonly residence: Residence;
  readonly env: Record<string, string>;
  /** A prompt of the session `session`, as a harness calls it. */
  readonly prompt: (session?: string, env?: Record<string, string>) => Promise<void>;
  /** The status of the one that runs; undefined for none. */
  readonly status: () => Promise<ResidentStatus | undefined>;
  readonly send: (body: string) => Promise<{ status: number; body: string }>;
}

/** Runs `body` in a home of its own, whose resident, if any, has ended afterwards. */
function inPlace(body: (place: Place) => Promise<void>): Promise<void> {
  return withScratch(async (base) => {
    Deno.mkdirSync(`${base}/home`);
    Deno.mkdirSync(`${base}/proj/.git`, { recursive: true });
    const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
    const env: Record<string, string> = {
      HOME: `${base}/home`,
      GARFIO_STATE_DIR: `${base}/state`,
      PATH: "/usr/bin:/bin",
    };
    if (!compiled) env["DENO_DIR"] = cache;
    const residence = residenceOf(env, "linux");
    const status = async () => {
      const found = await knock(residence, 10_000);
      if (found.kind !== "resident") return undefined;
      try {
        return await found.status();
      } finally {
        found.close();
      }
    };
    try {
      await body({
        base,
        residence,
        env,
        status,
        prompt: async (session = "s", more = {}) => {
          const stdin = JSON.stringify({ session_id: session, cwd: `${base}/proj`, prompt: "Go on." });
          const args = ["hook", "--resident", "UserPromptSubmit"];
          const ran = await runProgram({ args, stdin, env: { ...env, ...more }, cwd: `${base}/proj` });
          assertEquals([ran.code, ran.stderr], [0, ""]);
        },
        send: async (body) => {
          const channel = await openChannel(readPort(residence)!);
          try {
            const fields = { Authorization: `Bearer ${readToken(residence)}` };
            return await channel.ask({ target: addressIn(residence), fields, body });
          } finally {
            channel.close();
          }
        },
      });
    } finally {
      const found = await knock(residence, 10_000);
      if (found.kind === "resident") {
        const { pid } = await found.status();
        await found.stop();
        found.close();
        await untilGone(pid);
      }
    }
  });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

async function untilGone(pid: number): Promise<void> {
  while (await isThere(pid)) await pause();
}

/** Whether process `pid` runs; one that has ended and that nobody has asked about does not. */
async function isThere(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", {
    args: ["-o", "stat=", "-p", String(pid)],
    stderr: "null",
  }).output();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

/** The processes that live with the home below `base`. */
function processesIn(base: string): number[] {
  return [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => {
    try {
      return pid > 0 && Deno.readTextFileSync(`/proc/${pid}/environ`).includes(`HOME=${base}/home\0`);
    } catch {
      return false;
    }
  });
}

const event = (session: string, command: string): string =>
  JSON.stringify({ session_id: session, cwd: "/", tool_name: "Bash", tool_input: { command } });
const BAD = "git commit --no-verify -m x";

Deno.test("executable, resident: the cases, through one that was started by a prompt", () =>
  inPlace(async (place) => {
    await place.prompt();
    const backend = overHttp(place.residence);
    for (const { name } of [...Deno.readDirSync(new URL("../cases", import.meta.url))]) {
      for (const [index, hookCase] of readCases(name.replace(/\.jsonl$/, "")).entries()) {
        if (isSendable(hookCase) && (compiled || index % 10 === 0)) await checkCase(hookCase, backend);
      }
    }
    assert((await place.status())!.events > 100);
  }));

Deno.test("executable, resident: many prompts at once start one, and later ones find it", () =>
  inPlace(async (place) => {
    await Promise.all(Array.from({ length: compiled ? 12 : 3 }, (_, at) => place.prompt(`s${at}`)));
    const first = await place.status();
    assert(first !== undefined);
    await place.prompt("later");
    assertEquals((await place.status())?.pid, first.pid);
    // The others see that they are not needed.
    while (processesIn(place.base).length > 1) await pause();
    assertEquals(processesIn(place.base), [first.pid]);
  }));

Deno.test("executable, resident: it outlives what started it, and comes back after kill -9", () =>
  inPlace(async (place) => {
    const words = [...PROGRAM, "hook", "--resident", "UserPromptSubmit"].map((word) => `'${word}'`).join(" ");
    // A harness that ends takes its whole group of processes with it.
    const script = `echo '{"session_id":"s","prompt":"x"}' | ${words}; kill -KILL 0`;
    const { code } = await new Deno.Command("setsid", {
      args: ["--wait", "sh", "-c", script],
      clearEnv: true,
      env: place.env,
      cwd: `${place.base}/proj`,
    }).output();
    assert(code !== 0);
    const first = await place.status();
    assert(first !== undefined, "it ended with its starter");
    // It holds no folder that somebody may want to remove.
    Deno.removeSync(`${place.base}/proj`, { recursive: true });
    Deno.mkdirSync(`${place.base}/proj/.git`, { recursive: true });
    Deno.kill(first.pid, "SIGKILL");
    await untilGone(first.pid);
    assertEquals(await place.status(), undefined);
    await place.prompt();
    const second = await place.status();
    assert(second !== undefined && second.pid !== first.pid);
    assertStringIncludes((await place.send(event("s", BAD))).body, '"permissionDecision":"deny"');
  }));

Deno.test("executable, resident: what a session was started with counts for it", () =>
  inPlace(async (place) => {
    await place.prompt("loud");
    await place.prompt("quiet", { GARFIO_HOOKS_DISABLE: "1" });
    await place.prompt("advised", { GARFIO_PROFILE: "advisory" });
    assertStringIncludes((await place.send(event("loud", BAD))).body, '"permissionDecision":"deny"');
    assertEquals((await place.send(event("quiet", BAD))).body, "");
    const { body } = await place.send(event("advised", BAD));
    assert(body !== "" && !body.includes("permissionDecision"), body);
  }));

Deno.test("executable, resident: while everything is switched off none is started", () =>
  inPlace(async (place) => {
    await place.prompt("quiet", { GARFIO_HOOKS_DISABLE: "1" });
    assertEquals(await place.status(), undefined);
  }));

Deno.test("executable, resident: a payload of megabytes is answered as the command answers it", () =>
  inPlace(async (place) => {
    await place.prompt();
    const stdin = JSON.stringify({
      session_id: "s",
      cwd: "/",
      tool_name: "Write",
      tool_input: { file_path: "/p/package.json", content: "line }\n".repeat(1_000_000) },
    });
    const ran = await runProgram({
      args: ["hook", "PreToolUse"],
      stdin,
      env: place.env,
      cwd: `${place.base}/proj`,
    });
    assertEquals([(await place.send(stdin)).body, ran.stdout.includes("package.json")], [ran.stdout, true]);
  }));

Deno.test("executable, resident: an agent cannot stop it, and the operator's serve says that it runs", () =>
  inPlace(async (place) => {
    await place.prompt();
    const { pid } = (await place.status())!;
    const run = (args: string[]) => runProgram({ args, stdin: "", env: place.env, cwd: place.base });
    assertEquals((await run(["stop"])).code, 1);
    for (const args of [["serve"], ["serve", "--detach"]]) {
      const again = await run(args);
      assertEquals(again.code, 0);
      assertStringIncludes(again.stdout, `process ${pid}`);
    }
    const replaced = await run(["serve", "--detach", "--replace"]);
    assertEquals(replaced.code, 0, replaced.stderr);
    const after = await place.status();
    assert(after !== undefined && after.pid !== pid);
    await untilGone(pid);
  }));

Deno.test({
  name: "executable, resident: when the program on the disk is replaced, so is the one that runs",
  ignore: !compiled,
  fn: () =>
    inPlace(async (place) => {
      const program = `${place.base}/garfio`;
      Deno.copyFileSync(PROGRAM[0]!, program);
      const serving = new Deno.Command(program, {
        args: ["serve"],
        clearEnv: true,
        env: place.env,
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
      while (await place.status() === undefined) await pause();
      Deno.copyFileSync(PROGRAM[0]!, `${program}.new`);
      Deno.renameSync(`${program}.new`, program);
      // The first entry of the new version shows it that there is one.
      const channel = await openChannel(readPort(place.residence)!);
      const fields = { Authorization: `Bearer ${readToken(place.residence)}` };
      const target = addressIn(place.residence, { version: "999.0.0" });
      assertEquals((await channel.ask({ target, fields, body: "{}" })).status, 404);
      channel.close();
      let line = await openChannel(readPort(place.residence)!);
      for (let pid = serving.pid; pid === serving.pid;) {
        const asked = { target: addressIn(place.residence), fields, body: event("s", BAD) };
        const { body, last } = await line.ask(asked);
        assertStringIncludes(body, '"permissionDecision":"deny"');
        if (!last) continue;
        line.close();
        line = await openChannel(readPort(place.residence)!);
        pid = (await place.status())!.pid;
      }
      line.close();
      assertEquals((await serving.status).code, 0);
    }),
});

Deno.test("registered, checked, found missing, mended: an entry that calls the resident", () =>
  inPlace(async ({ base, env, status }) => {
    const settings = `${base}/home/.claude/settings.json`;
    const run = async (...args: string[]) => {
      const ran = await runProgram({ args, stdin: "", env, cwd: `${base}/proj` });
      return { ...ran, all: ran.stdout + ran.stderr };
    };
    Deno.mkdirSync(`${base}/home/.claude`);
    const installed = await run("install", "--harness", "claude-code", "--transport", "resident");
    assertEquals(installed.code, 0, installed.all);
    assertStringIncludes(Deno.readTextFileSync(settings), "http://127.0.0.1:");
    assert(await status() !== undefined, "the install starts it");
    const verified = await run("verify", "--harness", "claude-code");
    assertEquals(verified.code, 0, verified.all);
    assertStringIncludes((await run("status")).stdout, "Resident: process ");
    // Trying an entry leaves nothing of a session behind.
    assertEquals([...Deno.readDirSync(`${base}/state`)].filter(({ name }) => name === "seen"), []);

    const { pid } = (await status())!;
    Deno.kill(pid, "SIGKILL");
    await untilGone(pid);
    const silent = await run("verify", "--harness", "claude-code");
    assertEquals(silent.code, 1);
    assertStringIncludes(silent.stdout, "unanswered: nobody listens on port");
    const doctor = await run("doctor");
    assertEquals(doctor.code, 1);
    assertStringIncludes(doctor.stdout, "It does not run, and entries call it.");
    assertStringIncludes(doctor.stdout, "Next: garfio repair");
    const repaired = await run("repair");
    assertEquals(repaired.code, 0, repaired.all);
    assertStringIncludes(repaired.stdout, "mended: the resident is started");

    const back = await run("install", "--harness", "claude-code", "--transport", "command");
    assertEquals(back.code, 0, back.all);
    assert(!Deno.readTextFileSync(settings).includes("http://127.0.0.1:"));
    assertEquals((await run("uninstall", "--harness", "claude-code")).code, 0);
  }));

Deno.test("a stranger on the port is found, and repair moves the port and makes another token", () =>
  inPlace(async ({ base, env, residence, status }) => {
    const settings = `${base}/home/.claude/settings.json`;
    const run = (...args: string[]) => runProgram({ args, stdin: "", env, cwd: `${base}/proj` });
    Deno.mkdirSync(`${base}/home/.claude`);
    await run("install", "--harness", "claude-code", "--transport", "resident");
    const { pid } = (await status())!;
    Deno.kill(pid, "SIGKILL");
    await untilGone(pid);
    const before = { port: readPort(residence)!, token: readToken(residence)! };
    const squatter = Deno.serve({
      hostname: "127.0.0.1",
      port: before.port,
      onListen: () => {},
      handler: () => new Response("{}", { headers: { "content-type": "application/json" } }),
    });
    try {
      const doctor = await run("doctor");
      assertEquals(doctor.code, 1);
      assertStringIncludes(doctor.stdout, `Port ${before.port} belongs to another program`);
      const repaired = await run("repair");
      assertEquals(repaired.code, 0, repaired.stdout + repaired.stderr);
    } finally {
      await squatter.shutdown();
    }
    const after = { port: readPort(residence)!, token: readToken(residence)! };
    assert(after.port !== before.port && after.token !== before.token);
    const text = Deno.readTextFileSync(settings);
    assert(!text.includes(before.token) && text.includes(after.token) && text.includes(`:${after.port}/`));
    assertEquals((await run("verify", "--harness", "claude-code")).code, 0);
  }));
