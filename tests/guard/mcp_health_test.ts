/** Servers of tools: what tells of an outage, and how long they are left alone. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inSession, type Session } from "../support/session.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");

const event = (
  session: Session,
  name: string,
  tool: string,
  more: Record<string, unknown> = {},
  around: { now?: number; env?: Record<string, string> } = {},
) =>
  session.tell([name, "mcp-health"], { tool_name: tool, tool_input: {}, ...more }, { now: NOW, ...around });
const fails = (session: Session, error: string, now = NOW, tool = "mcp__x__y") =>
  event(session, "PostToolUseFailure", tool, { error }, { now });
const before = (session: Session, now = NOW, env: Record<string, string> = {}, tool = "mcp__x__y") =>
  event(session, "PreToolUse", tool, {}, { now, env });
const decisionOf = (stdout: string) =>
  stdout === "" ? "pass" : JSON.parse(stdout).hookSpecificOutput.permissionDecision ?? "advise";

Deno.test("mcp health: inside the pause a call is refused with the time, after it one may try", () =>
  inSession(async (session) => {
    const { text } = await fails(session, "connect ECONNREFUSED 127.0.0.1:3000");
    assertStringIncludes(text, "Server: `x`");
    assertStringIncludes(text, "another try in 30 seconds");
    const reply = await before(session, NOW + 10_000);
    assertEquals(decisionOf(reply.stdout), "deny");
    assertStringIncludes(reply.text, "another try in 20 seconds");
    assertEquals((await before(session, NOW + 30_000)).stdout, "");
    // A clock that was set back does not hold a server for ever.
    assertEquals((await before(session, NOW - 24 * 3_600_000)).stdout, "");
  }));

Deno.test("mcp health: other servers, tools of the harness and unknown servers are left in peace", () =>
  inSession(async (session) => {
    await fails(session, "ECONNREFUSED");
    for (const tool of ["Bash", "mcp__xx__y", "mcp__other__y", "mcp__", "mcp__x"]) {
      assertEquals((await before(session, NOW + 1_000, {}, tool)).stdout, "", tool);
    }
    assertEquals(decisionOf((await before(session, NOW + 1_000, {}, "mcp__x__other")).stdout), "deny");
  }));

Deno.test("mcp health: pauses double up to ten minutes, what fails together counts once, success ends it", () =>
  inSession(async (session) => {
    const pauses: number[] = [];
    let now = NOW;
    for (let failure = 0; failure < 7; failure++) {
      const { text } = await fails(session, "fetch failed", now);
      await fails(session, "fetch failed", now + 1);
      const seconds = Number(/another try in (\d+) seconds/.exec(text)?.[1]);
      pauses.push(seconds);
      now += seconds * 1_000;
    }
    assertEquals(pauses, [30, 60, 120, 240, 480, 600, 600]);
    await event(session, "PostToolUse", "mcp__x__y", { tool_response: "fine" }, { now });
    assertEquals((await before(session, now)).stdout, "");
    assertStringIncludes((await fails(session, "fetch failed", now)).text, "in 30 seconds");
  }));

Deno.test("mcp health: warned of only, by the variables, the configuration and the profile", () =>
  inSession(async (session) => {
    await fails(session, "ECONNRESET");
    for (
      const env of [{ GARFIO_MCP_HEALTH_FAIL_OPEN: "1" }, { ECC_MCP_HEALTH_FAIL_OPEN: "true" }, {
        GARFIO_PROFILE: "advisory",
      }]
    ) {
      assertEquals(decisionOf((await before(session, NOW, env as Record<string, string>)).stdout), "advise");
    }
    assertEquals((await before(session, NOW, { GARFIO_PROFILE: "minimal" })).stdout, "");
    session.put(`${session.home}/.config/garfio/config.jsonc`, '{ "mcp": { "failOpen": true } }');
    assertEquals(decisionOf((await before(session)).stdout), "advise");
  }));

Deno.test("mcp health: a broken state passes", () =>
  inSession(async (session) => {
    await fails(session, "ECONNREFUSED");
    for (const file of session.kept("/mcp-health/")) {
      Deno.writeTextFileSync(file, '{"upTo":0,"state":{"failures":"x"}}\n');
    }
    assertEquals((await before(session)).stdout, "");
  }));

const OUTAGES = [
  "ECONNREFUSED 127.0.0.1:3000",
  "MCP error -32000: Connection closed",
  "MCP error -32001: Request timed out",
  "TypeError: fetch failed",
  "getaddrinfo ENOTFOUND mcp.example.com",
  "socket hang up",
  "Error POSTing to endpoint (HTTP 503): Service Unavailable",
  "HTTP 401 Unauthorized",
  "Request failed with status code 403",
  "429 Too Many Requests",
  "Not connected",
  '{"status":503,"message":"try later"}',
  "The server disconnected",
];
const ORDINARY = [
  "validation failed: name is required",
  "issue 503 was not found",
  "the file has 401 lines",
  "no repository #429",
  "page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/",
  "Unknown tool: y",
  "permission denied for table users",
  "404 Not Found",
  "",
];

for (const error of OUTAGES) {
  Deno.test(`mcp health: an outage: ${error}`, () =>
    inSession(async (session) => {
      assert((await fails(session, error)).stdout !== "");
      assertEquals(decisionOf((await before(session)).stdout), "deny");
    }));
}
for (const error of ORDINARY) {
  Deno.test(`mcp health: no outage: ${error}`, () =>
    inSession(async (session) => {
      assertEquals((await fails(session, error)).stdout, "");
      assertEquals((await before(session)).stdout, "");
    }));
}

Deno.test("mcp health: a call that the operator has stopped says nothing of the server", () =>
  inSession(async (session) => {
    await event(session, "PostToolUseFailure", "mcp__x__y", {
      error: "Request timed out",
      is_interrupt: true,
    });
    assertEquals((await before(session)).stdout, "");
  }));
