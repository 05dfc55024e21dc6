/** Tells the failure of a server from an ordinary error of one of its tools. */
import type { Event } from "../contract/event.ts";
import { toolOutput } from "../contract/tool_output.ts";

/** What the error says, and what we call it. A page that a browser could not reach says nothing of the server. */
const OUTAGES: readonly (readonly [why: string, pattern: RegExp])[] = [
  ["connection refused", /\b(?:ECONNREFUSED|connection refused)\b/i],
  [
    "connection lost",
    /\b(?:ECONNRESET|EPIPE|socket hang up|connection (?:was )?(?:closed|reset|lost|terminated)|(?:transport|stream|server) (?:was |has )?(?:closed|disconnected)|not connected|-32000\b)/i,
  ],
  ["host not found", /\b(?:ENOTFOUND|EAI_AGAIN|getaddrinfo)\b/i],
  [
    "host not reachable",
    /\b(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|no route to host|network is unreachable)\b/i,
  ],
  [
    "no answer in time",
    /\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|(?:mcp )?(?:request|connection|connect|transport) timed out|connection timeout|-32001\b)/i,
  ],
  [
    "request failed on the way",
    /\b(?:fetch failed|transport error|failed to (?:connect|reconnect)|could not connect to (?:the )?(?:mcp )?server|network error)\b/i,
  ],
  ["login needed (401)", status(401, "unauthorized")],
  ["access refused (403)", status(403, "forbidden")],
  ["too many requests (429)", status(429, "too many requests")],
  ["not available (503)", status(503, "service unavailable")],
];

/** The number as a status of HTTP, not as any number: with its words, or behind a word that announces it. */
function status(code: number, words: string): RegExp {
  return new RegExp(
    `\\b(?:http(?:/[\\d.]+)?|status(?: code)?|response(?: code)?|statuscode|error(?: code)?|code)["']?\\s*[:=(]?\\s*["']?${code}\\b|` +
      `\\b${code}\\b["']?[:,)\\s-]{1,3}${words}\\b|^\\W*${words}\\W*$|\\b${words}\\b[\\s:(]{1,3}${code}\\b`,
    "im",
  );
}

/** Longer errors are answers of tools rather than failures. */
const LONGEST = 4_000;

/** Why the server of a failed call is taken to be out of order; undefined where the failure is the tool's own. */
export function outageIn(event: Event): string | undefined {
  if (event.payload?.["is_interrupt"] === true) return undefined;
  const { errors, text } = toolOutput(event);
  const said = (errors.trim() === "" ? text : errors).slice(0, LONGEST);
  if (/\bnet::ERR_/.test(said)) return undefined;
  return OUTAGES.find(([, pattern]) => pattern.test(said))?.[0];
}
