/** The port of a resident: chosen once, since it stands in the entries of harnesses. */
import { writeAtomic } from "../base/atomic.ts";
import { isObject } from "../base/json.ts";
import { readSmall } from "../base/read_small.ts";
import type { Residence } from "./residence.ts";
import { writeOnce } from "./write_once.ts";

/** The address that a resident listens at, and nothing else. */
export const LOOPBACK = "127.0.0.1";

/** Below the ports that systems hand out for outgoing connections, so that none of those takes it. */
const FIRST = 20_000;
const LAST = 31_999;
const ATTEMPTS = 64;

/** The port that was chosen; undefined where none was. */
export function readPort({ portFile }: Residence): number | undefined {
  try {
    const value: unknown = JSON.parse(readSmall(portFile, 1024) ?? "");
    const port = isObject(value) ? value["port"] : undefined;
    return typeof port === "number" && Number.isInteger(port) && port >= 1024 && port <= 65_535
      ? port
      : undefined;
  } catch {
    return undefined;
  }
}

/** The port of `residence`, chosen where there is none. @throws Error where no port is free */
export function ensurePort(residence: Residence): number {
  const known = readPort(residence);
  if (known !== undefined) return known;
  writeOnce(residence.portFile, asText(freePort()), residence.place.os);
  // What stands there cannot be read as a port: it is replaced.
  return readPort(residence) ?? movePort(residence);
}

/**
 * Chooses another port. Entries still name the old one until they are written anew, and a resident that runs stays
 * where it is until it is stopped.
 *
 * @throws Error where no port is free
 */
export function movePort(residence: Residence): number {
  const port = freePort(readPort(residence));
  writeAtomic(residence.portFile, asText(port), residence.place.os, 0o600);
  return port;
}

const asText = (port: number): string => `${JSON.stringify({ port })}\n`;

/** A port on which nobody listens now. */
function freePort(less?: number): number {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST + crypto.getRandomValues(new Uint32Array(1))[0]! % (LAST - FIRST + 1);
    if (port !== less && isFree(port)) return port;
  }
  throw new Error(`no free port was found between ${FIRST} and ${LAST}`);
}

/** Whether somebody could listen on `port` now. */
function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: LOOPBACK, port }).close();
    return true;
  } catch {
    return false;
  }
}
