/** The resident and everybody who may knock at its door. */
import { VERSION } from "../../src/base/version.ts";
import { keepResident } from "../../src/hook/keep_resident.ts";
import { LARGEST_BODY } from "../../src/hook/resident.ts";
import { serve } from "../../src/hook/serve.ts";
import { controlTarget } from "../../src/resident/address.ts";
import { knock } from "../../src/resident/knock.ts";
import { ensurePort } from "../../src/resident/port.ts";
import { newNonce, proverOf } from "../../src/resident/proof.ts";
import { renew } from "../../src/resident/renew.ts";
import { ensureToken } from "../../src/resident/token.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import {
  addressIn,
  ASSETS,
  type House,
  NO_PROGRAM,
  readAll,
  residenceIn,
  withResident,
} from "../support/resident.ts";
import { withScratch } from "../support/scratch.ts";

const BAD = JSON.stringify({
  session_id: "s",
  cwd: "/",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "git commit --no-verify -m x" },
});

/** A request as text; a field that is undefined is left out. */
function request(
  { port, token, path }: House,
  given: {
    readonly line?: string;
    readonly body?: string;
    readonly fields?: Readonly<Record<string, string | undefined>>;
  } = {},
): string {
  const body = given.body ?? BAD;
  const fields: Record<string, string | undefined> = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    "Content-Length": String(new TextEncoder().encode(body).length),
    Connection: "close",
    ...given.fields,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`]
  );
  return `${[given.line ?? `POST ${path()} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n${body}`;
}

/** What every stranger hears. */
const NOTHING = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nCache-Control: no-store\r\n" +
  "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n";

Deno.test("resident: one who knows the token is answered", () =>
  withResident(async (house) => {
    const told = await house.raw(request(house));
    assertStringIncludes(told, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
    assertStringIncludes(told, '"permissionDecision":"deny"');
    const silent = await house.send(house.path(), BAD.replace("commit --no-verify -m x", "status"));
    assertEquals([silent.status, silent.type, silent.body], [204, undefined, ""]);
    const { body } = await house.send(house.path(), "not JSON at all");
    assertEquals(body, "");
    for (const host of [`localhost:${house.port}`, `LOCALHOST:${house.port}`]) {
      assertStringIncludes(await house.raw(request(house, { fields: { Host: host } })), "200 OK");
    }
    const type = "application/json; charset=utf-8";
    assertStringIncludes(await house.raw(request(house, { fields: { "Content-Type": type } })), "200 OK");
    const asked = await house.raw(request(house, { fields: { Expect: "100-continue" } }));
    assert(asked.startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
  }));

const strangers: Record<string, (house: House) => string> = {
  "without a token": (house) => request(house, { fields: { Authorization: undefined } }),
  "with an empty token": (house) => request(house, { fields: { Authorization: "Bearer " } }),
  "with another token": (house) => request(house, { fields: { Authorization: `Bearer ${"0".repeat(64)}` } }),
  "with the beginning of the token": (house) =>
    request(house, { fields: { Authorization: `Bearer ${house.token.slice(0, 63)}` } }),
  "with more than the token": (house) =>
    request(house, { fields: { Authorization: `Bearer ${house.token}0` } }),
  "with the token in another scheme": (house) =>
    request(house, { fields: { Authorization: `Basic ${house.token}` } }),
  "with the token in the address": (house) =>
    request(house, {
      line: `POST ${house.path()}?token=${house.token} HTTP/1.1`,
      fields: { Authorization: undefined },
    }),
  "from a page": (house) => request(house, { fields: { Origin: "https://evil.example" } }),
  "from a page of no origin": (house) => request(house, { fields: { Origin: "null" } }),
  "from a page on this machine": (house) =>
    request(house, { fields: { Origin: `http://127.0.0.1:${house.port}` } }),
  "through a name that leads here": (house) => request(house, { fields: { Host: "evil.example" } }),
  "through such a name with the port": (house) =>
    request(house, { fields: { Host: `evil.example:${house.port}` } }),
  "for another port": (house) => request(house, { fields: { Host: "127.0.0.1:1" } }),
  "for no host": (house) => request(house, { fields: { Host: undefined } }),
  "as a form": (house) => request(house, { fields: { "Content-Type": "application/x-www-form-urlencoded" } }),
  "as text, as a page may send it unasked": (house) =>
    request(house, { fields: { "Content-Type": "text/plain" } }),
  "of no type": (house) => request(house, { fields: { "Content-Type": undefined } }),
  "as GET": (house) => request(house, { line: `GET ${house.path()} HTTP/1.1` }),
  "as OPTIONS": (house) => request(house, { line: `OPTIONS ${house.path()} HTTP/1.1` }),
  "to the root": (house) => request(house, { line: "POST / HTTP/1.1" }),
  "to an unknown path": (house) => request(house, { line: "POST /v1/health HTTP/1.1" }),
  "to an unknown word": (house) =>
    request(house, { line: `POST ${controlTarget(house.residence.configuration, "constructor")} HTTP/1.1` }),
  "to another configuration": (house) =>
    request(house, { line: `POST ${house.path({ configuration: "0".repeat(16) })} HTTP/1.1` }),
  "of a newer version": (house) =>
    request(house, { line: `POST ${house.path({ version: "999.0.0" })} HTTP/1.1` }),
  "for a proof without a question": (house) =>
    request(house, {
      line: `POST ${controlTarget(house.residence.configuration, "proof")} HTTP/1.1`,
      body: "",
    }),
  "for a proof with a wrong question": (house) =>
    request(house, {
      line: `POST ${controlTarget(house.residence.configuration, "proof")} HTTP/1.1`,
      body: "",
      fields: { "Garfio-Nonce": newNonce(), "Garfio-Question": "0".repeat(64) },
    }),
  "in another protocol": () => "SSH-2.0-OpenSSH_9.0\r\n\r\n",
  "in a newer protocol": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};
for (const [what, ask] of Object.entries(strangers)) {
  Deno.test(`resident: a request ${what} hears nothing`, () =>
    withResident(async (house) => {
      assertEquals(await house.raw(ask(house)), NOTHING);
      // Only events that were let in are counted.
      assertStringIncludes(
        (await house.send(controlTarget(house.residence.configuration, "status"), "")).body,
        '"events":0',
      );
    }));
}

Deno.test("resident: an entry of an older version is answered", () =>
  withResident(async (house) => {
    assertEquals((await house.send(house.path(), BAD)).status, 200);
  }, { version: "999.0.0" }));

Deno.test("resident: a body that is too large is not read, whoever sends it", () =>
  withResident(async (house) => {
    const fields = { "Content-Length": String(LARGEST_BODY + 1) };
    assertStringIncludes(await house.raw(request(house, { fields })), "HTTP/1.1 413 ");
    assertEquals(
      await house.raw(request(house, { fields: { ...fields, Authorization: undefined } })),
      NOTHING,
    );
    const status = controlTarget(house.residence.configuration, "status");
    assertStringIncludes(
      await house.raw(request(house, { line: `POST ${status} HTTP/1.1` })),
      "HTTP/1.1 413 ",
    );
  }));

Deno.test("resident: a body without an end is cut where it is too large", () =>
  withResident(async (house) => {
    const chunk = new Uint8Array(1024 * 1024 + 10).fill(120);
    chunk.set(new TextEncoder().encode("100000\r\n"));
    chunk.set(new TextEncoder().encode("\r\n"), chunk.length - 2);
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: house.port });
    const head = request(house, {
      body: "",
      fields: { "Content-Length": undefined, "Transfer-Encoding": "chunked" },
    });
    await connection.write(new TextEncoder().encode(head));
    const writing = (async () => {
      for (;;) {
        for (let written = 0; written < chunk.length;) {
          written += await connection.write(chunk.subarray(written));
        }
      }
    })().catch(() => {});
    assertStringIncludes(await readAll(connection), "HTTP/1.1 413 ");
    connection.close();
    await writing;
  }));

Deno.test("resident: one who leaves without a word is told nothing", () =>
  withResident(async (house) => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: house.port });
    await connection.closeWrite();
    assertEquals(await connection.read(new Uint8Array(64)), null);
    connection.close();
  }));

Deno.test("resident: who is slow is cut, and holds up nobody", async () => {
  let now = 0;
  await withResident(async (house) => {
    const whole = request(house);
    const starts = ["", "P", whole.slice(0, 40), whole.slice(0, whole.indexOf("\r\n\r\n") + 10)];
    const slow = await Promise.all(starts.map(async (start) => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: house.port });
      if (start !== "") await connection.write(new TextEncoder().encode(start));
      return connection;
    }));
    assertEquals((await house.send(house.path(), BAD)).status, 200);
    now += 60_000;
    for (const connection of slow) {
      assertEquals(await readAll(connection), "");
      connection.close();
    }
    assertEquals((await house.send(house.path(), BAD)).status, 200);
  }, { now: () => now });
});

Deno.test("resident: 1,000 connections at once, half of them silent", () =>
  withResident(async (house) => {
    const idle: Deno.Conn[] = [];
    const work = Array.from({ length: 1_000 }, async (_, at) => {
      if (at % 2 === 0) return await house.raw(request(house));
      idle.push(await Deno.connect({ hostname: "127.0.0.1", port: house.port }));
      return "idle";
    });
    const told = await Promise.all(work);
    assertEquals(told.filter((text) => text.includes('"permissionDecision":"deny"')).length, 500);
    for (const connection of idle) connection.close();
    assertEquals((await house.send(house.path(), BAD)).status, 200);
  }));

Deno.test("resident: an event that takes long holds up no other", () =>
  withScratch(async (base) => {
    const program = `${base}/program`;
    const script =
      `#!/bin/sh\ncat > /dev/null\nwhile [ ! -e ${base}/go ]; do sleep 0.02; done\necho '{"late":true}'\n`;
    Deno.writeTextFileSync(program, script, { mode: 0o755 });
    await withResident(async (house) => {
      // What is as large as this is answered by a process of its own, and so is a command that is as long.
      const large = JSON.stringify({ session_id: "s", tool_input: { content: "x".repeat(2 * 1024 * 1024) } });
      const long = JSON.stringify({
        session_id: "s",
        tool_name: "Bash",
        tool_input: { command: "true; ".repeat(6_000) },
      });
      const late = [large, long, large].map((body) => house.send(house.path(), body));
      for (let turn = 0; turn < 20; turn++) assertEquals((await house.send(house.path(), BAD)).status, 200);
      Deno.writeTextFileSync(`${base}/go`, "");
      for (const one of await Promise.all(late)) {
        assertEquals([one.status, one.body], [200, '{"late":true}\n']);
      }
    }, { program: { command: program, leading: [] } });
  }));

Deno.test("resident: an event that cannot be answered is no silence", () =>
  withResident(async (house) => {
    const large = JSON.stringify({ session_id: "s", tool_input: { content: "x".repeat(2 * 1024 * 1024) } });
    assertEquals((await house.send(house.path(), large)).status, 500);
    const found = await knock(house.residence);
    assert(found.kind === "resident");
    const { events, problems, lastProblem } = await found.status();
    found.close();
    assertEquals([events, problems], [1, 1]);
    assertStringIncludes(lastProblem ?? "", "garfio");
  }));

Deno.test("resident: a session's own surroundings count for it, and for no other", () =>
  withResident(async (house) => {
    const found = await knock(house.residence);
    assert(found.kind === "resident");
    const variables = { ...house.residence.variables, GARFIO_HOOKS_DISABLE: "1" };
    await found.note({ session: "quiet", cwd: "/", variables });
    await found.note({ session: "loud", cwd: "/", variables: house.residence.variables });
    found.close();
    const ask = async (session: string) =>
      (await house.send(house.path(), BAD.replace('"s"', `"${session}"`))).status;
    assertEquals([await ask("quiet"), await ask("loud"), await ask("unknown")], [204, 200, 200]);
  }));

Deno.test("resident: a change of the configuration, and the kill switch, count at the next event", () =>
  withResident(async (house) => {
    const folder = `${house.base}/home/.config/garfio`;
    const path = house.path({ messages: ["no-verify"] });
    const action = async () => (await house.send(path, BAD)).body.match(/"permissionDecision":"(\w+)"/)?.[1];
    assertEquals(await action(), "deny");
    for (
      const [wanted, seen] of [["off", undefined], ["ask", "ask"], ["deny", "deny"], [
        "off",
        undefined,
      ]] as const
    ) {
      const text = JSON.stringify({ guards: { "no-verify": wanted } });
      Deno.writeTextFileSync(`${folder}/config.jsonc`, text);
      assertEquals([await action(), await action()], [seen, seen]);
    }
    Deno.removeSync(`${folder}/config.jsonc`);
    assertEquals(await action(), "deny");
    Deno.writeTextFileSync(`${folder}/disabled`, "");
    assertEquals(await action(), undefined);
  }));

Deno.test("squatter: one who was there first is recognised, whatever it answers", () =>
  withScratch(async (base) => {
    const residence = residenceIn(base);
    ensureToken(residence);
    const port = ensurePort(residence);
    const answers = [
      "HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\n" + "0".repeat(64),
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}",
      "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
      "SSH-2.0-OpenSSH_9.0\r\n\r\n",
      "x".repeat(3_000_000),
      "",
    ];
    const heard: string[] = [];
    const listener = Deno.listen({ hostname: "127.0.0.1", port });
    const squatting = (async () => {
      for (let turn = 0;; turn++) {
        const connection = await listener.accept();
        const buffer = new Uint8Array(4096);
        const size = await connection.read(buffer);
        heard.push(new TextDecoder().decode(buffer.subarray(0, size ?? 0)));
        await connection.write(new TextEncoder().encode(answers[turn % answers.length])).catch(() => {});
        connection.close();
      }
    })().catch(() => {});
    try {
      for (const answer of answers) {
        assertEquals((await knock(residence)).kind, "stranger", answer.slice(0, 40));
      }
      assertEquals(await serve({ residence, program: NO_PROGRAM, assets: ASSETS }), { kind: "taken", port });
      const kept = {
        payload: undefined,
        variables: residence.variables,
        cwd: "/",
        os: "linux",
        assets: ASSETS,
        off: false,
      } as const;
      assertStringIncludes(await keepResident(kept) ?? "", "garfio repair");
      const token = ensureToken(residence);
      assert(
        heard.length >= answers.length && heard.every((text) => !text.includes(token)),
        "the token was told",
      );
      // What repair does.
      const renewed = await renew(residence);
      assert(renewed.port !== port && renewed.token !== token);
      const came = await serve({ residence, program: NO_PROGRAM, assets: ASSETS });
      assert(came.kind === "serving");
      const found = await knock(residence);
      assertEquals(found.kind, "resident");
      if (found.kind === "resident") found.close();
      came.resident.stop();
      await came.resident.finished;
    } finally {
      listener.close();
      await squatting;
    }
  }));

Deno.test("squatter: one who passes the question on to the resident proves nothing", () =>
  withResident(async (house) => {
    const { residence, port: real } = house;
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const port = (listener.addr as Deno.NetAddr).port;
    const relaying = (async () => {
      const [near, far] = await Promise.all([
        listener.accept(),
        Deno.connect({ hostname: "127.0.0.1", port: real }),
      ]);
      const buffer = new Uint8Array(4096);
      const size = await near.read(buffer);
      const text = new TextDecoder().decode(buffer.subarray(0, size ?? 0)).replaceAll(
        String(port),
        String(real),
      );
      await far.write(new TextEncoder().encode(text));
      const back = await far.read(buffer);
      await near.write(buffer.subarray(0, back ?? 0));
      near.close();
      far.close();
    })();
    Deno.writeTextFileSync(residence.portFile, JSON.stringify({ port }));
    assertEquals((await knock(residence)).kind, "stranger");
    await relaying;
    listener.close();
  }));

Deno.test("squatter: one who says nothing is not trusted", () =>
  withScratch(async (base) => {
    const residence = residenceIn(base);
    ensureToken(residence);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: ensurePort(residence) });
    assertEquals((await knock(residence, 20)).kind, "silent");
    listener.close();
  }));

Deno.test("resident: nobody listens where there is none", () =>
  withScratch(async (base) => {
    const residence = residenceIn(base);
    assertEquals((await knock(residence)).kind, "absent");
    ensureToken(residence);
    ensurePort(residence);
    assertEquals((await knock(residence)).kind, "absent");
  }));

Deno.test("resident: a proof is for its own port", () =>
  withResident(async (house) => {
    const nonce = newNonce();
    const question = await proverOf(house.token)("question", house.port + 1, nonce);
    const fields = { "Garfio-Nonce": nonce, "Garfio-Question": question };
    const { status } = await house.send(controlTarget(house.residence.configuration, "proof"), "", fields);
    assertEquals(status, 404);
    assertEquals(addressIn(house.residence).split("/")[2], VERSION);
  }));

Deno.test("resident: one that runs ends when port and token are made anew, also a token that others could read", () =>
  withResident(async (house) => {
    const { residence, resident, port, token } = house;
    const first = await renew(residence);
    assert(first.port !== port && first.token !== token);
    await resident.finished;
    Deno.chmodSync(residence.tokenFile, 0o644);
    const second = await renew(residence);
    assertEquals(ensureToken(residence), second.token);
    assert(second.token !== first.token && second.port !== first.port);
  }));
