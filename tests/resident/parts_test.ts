/** The small parts of a resident: token, port, lock, proof, sessions, statistics. */
import { takeLock } from "../../src/resident/lock.ts";
import { ensurePort, movePort, readPort } from "../../src/resident/port.ts";
import { newNonce, proverOf, sameSecret } from "../../src/resident/proof.ts";
import { residenceOf } from "../../src/resident/residence.ts";
import { asSessionNote, sessionOf, Sessions } from "../../src/resident/sessions.ts";
import { Statistics } from "../../src/resident/statistics.ts";
import { steadyEnvironment } from "../../src/resident/steady_environment.ts";
import { ensureToken, readToken, rotateToken } from "../../src/resident/token.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { residenceIn } from "../support/resident.ts";
import { withScratch } from "../support/scratch.ts";

const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;

Deno.test("resident: another configuration or state folder is another resident", () =>
  withScratch((base) => {
    const of = (more: Record<string, string>) => residenceOf({ HOME: base, ...more }, "linux").configuration;
    const ids = [
      of({}),
      of({ XDG_CONFIG_HOME: `${base}/c` }),
      of({ GARFIO_STATE_DIR: `${base}/s` }),
      residenceOf({ HOME: `${base}/other` }, "linux").configuration,
    ];
    assertEquals(new Set(ids).size, ids.length);
    assert(ids.every((id) => /^[0-9a-f]{16}$/.test(id)));
    assertEquals(of({ CLAUDE_PLUGIN_DATA: `${base}/p`, GARFIO_PROFILE: "strict", TMUX: "x" }), ids[0]!);
  }));

Deno.test("resident: what belongs to a session is not lived with", () => {
  const kept = steadyEnvironment({
    HOME: "/h",
    Path: "/bin",
    GARFIO_HOOKS_DISABLE: "1",
    GARFIO_STATE_DIR: "/s",
    ANTHROPIC_API_KEY: "secret",
    CLAUDE_PROJECT_DIR: "/p",
    CLAUDE_CODE_MESSAGING_TOKEN: "secret",
  });
  assertEquals(kept, { HOME: "/h", Path: "/bin", GARFIO_STATE_DIR: "/s" });
});

Deno.test("token: made once, for its owner only, of 32 bytes", () =>
  withScratch((base) => {
    const residence = residenceIn(base);
    assertEquals(readToken(residence), undefined);
    const token = ensureToken(residence);
    assert(/^[0-9a-f]{64}$/.test(token));
    assertEquals(ensureToken(residence), token);
    assertEquals([modeOf(residence.tokenFile), modeOf(`${base}/state/resident`)], [0o600, 0o700]);
    const next = rotateToken(residence);
    assert(next !== token);
    assertEquals([readToken(residence), modeOf(residence.tokenFile)], [next, 0o600]);
    const left = [...Deno.readDirSync(`${base}/state/resident`)].map(({ name }) => name);
    assertEquals(left, [`${residence.configuration}.token`]);
  }));

Deno.test("token: what others could have read, or is none, is no secret", () =>
  withScratch((base) => {
    const residence = residenceIn(base);
    const token = ensureToken(residence);
    Deno.chmodSync(residence.tokenFile, 0o644);
    assertThrows(() => readToken(residence), Error, "made anew");
    Deno.removeSync(residence.tokenFile);
    Deno.writeTextFileSync(`${base}/elsewhere`, token, { mode: 0o600 });
    Deno.symlinkSync(`${base}/elsewhere`, residence.tokenFile);
    assertThrows(() => readToken(residence), Error, "made anew");
    Deno.removeSync(residence.tokenFile);
    Deno.writeTextFileSync(residence.tokenFile, "short", { mode: 0o600 });
    assertThrows(() => ensureToken(residence), Error, "made anew");
  }));

Deno.test("port: chosen once, moved when asked, and garbage is no port", () =>
  withScratch((base) => {
    const residence = residenceIn(base);
    assertEquals(readPort(residence), undefined);
    const port = ensurePort(residence);
    assert(port >= 20_000 && port < 32_000);
    assertEquals([ensurePort(residence), readPort(residence)], [port, port]);
    assert(movePort(residence) !== port);
    for (const garbage of ["", "{", '{"port":80}', '{"port":"20000"}', "[]"]) {
      Deno.writeTextFileSync(residence.portFile, garbage);
      assertEquals(readPort(residence), undefined);
      assertEquals(ensurePort(residence), readPort(residence));
    }
  }));

Deno.test("lock: one at a time, and what lies on the disk means nothing", () =>
  withScratch(async (base) => {
    Deno.writeTextFileSync(`${base}/lock`, "99999 somebody who died\n");
    const first = await takeLock(`${base}/lock`, 5_000);
    assert(first !== undefined);
    const late = takeLock(`${base}/lock`, 10);
    assertEquals(await late, undefined);
    const waits = takeLock(`${base}/lock`, 60_000);
    first.release();
    const next = await waits;
    assert(next !== undefined);
    next.release();
  }));

Deno.test("proof: of one token, one side, one port, one question", async () => {
  const [ours, theirs] = [proverOf("a".repeat(64)), proverOf("b".repeat(64))];
  const nonce = newNonce();
  const proof = await ours("answer", 1, nonce);
  assert(sameSecret(proof, await proverOf("a".repeat(64))("answer", 1, nonce)));
  for (
    const other of [
      theirs("answer", 1, nonce),
      ours("question", 1, nonce),
      ours("answer", 2, nonce),
      ours("answer", 1, newNonce()),
    ]
  ) assert(!sameSecret(proof, await other));
  assert(!sameSecret(proof, ""));
});

Deno.test("sessions: the last heard of are kept, and so many only", () => {
  const sessions = new Sessions();
  const note = (session: string) => sessions.note({ session, cwd: "/", variables: { A: session } });
  note("first");
  for (let at = 0; at < 127; at++) note(`s${at}`);
  assertEquals(sessions.of("first")?.variables, { A: "first" });
  note("one more");
  assertEquals([sessions.size, sessions.of("s0"), sessions.of("first")?.cwd], [128, undefined, "/"]);
  const told = sessions.notes(300).map(({ session }) => session);
  assertEquals(told.at(-1), "first");
  assert(told.length < 10);
});

Deno.test("sessions: a note is of a known form and size", () => {
  assertEquals(asSessionNote({ session: "s", cwd: "/", variables: { A: "b" }, more: 1 }), {
    session: "s",
    cwd: "/",
    variables: { A: "b" },
  });
  for (
    const odd of [
      undefined,
      [],
      {},
      { session: "", cwd: "/", variables: {} },
      { session: "s", variables: {} },
      { session: "s", cwd: "/", variables: { A: 1 } },
      { session: "s", cwd: "/", variables: { A: "x".repeat(300_000) } },
    ]
  ) assertEquals(asSessionNote(odd), undefined);
  assertEquals([sessionOf({ sessionId: "c" }), sessionOf({ session_id: 7 }), sessionOf(undefined)], [
    "c",
    undefined,
    undefined,
  ]);
});

Deno.test("statistics: of the last events, in bounded memory", () => {
  let now = 100;
  const statistics = new Statistics(() => now);
  assertEquals(statistics.measures().median, undefined);
  for (let at = 0; at < 100_000; at++) statistics.count(at < 50_000 ? 1_000 : at % 100);
  now = 1_100;
  statistics.problem("p".repeat(5_000));
  const { uptime, events, median, percentile99, problems, lastProblem } = statistics.measures();
  assertEquals([uptime, events, problems, lastProblem?.length], [1_000, 100_000, 1, 1_000]);
  assert(median === 49 || median === 50, String(median));
  assert(percentile99 === 99 || percentile99 === 98, String(percentile99));
});
