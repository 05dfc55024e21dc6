/** By what way a harness reaches us: a command for each event, or the resident over HTTP. */
import type { Residence } from "../resident/residence.ts";
import type { Environment } from "../base/environment.ts";
import { readPort } from "../resident/port.ts";
import { readToken } from "../resident/token.ts";
import { VERSION } from "../base/version.ts";
import { urlOf } from "../resident/address.ts";
import type { Harness, RegisteredEvent, Surface } from "./registration.ts";

/** What entries for the resident name. */
export interface ResidentAddress {
  readonly residence: Residence;
  readonly port: number;
  readonly token: string;
}

/** The ways, as `--transport` names them. */
export const TRANSPORTS = ["command", "resident"] as const;
export type Transport = typeof TRANSPORTS[number];

/** The address of the resident of `residence`; undefined where none was chosen yet. @throws Error for an unsafe token */
export function addressOf(residence: Residence): ResidentAddress | undefined {
  const port = readPort(residence);
  const token = readToken(residence);
  return port === undefined || token === undefined ? undefined : { residence, port, token };
}

/** Whether the surroundings let the client call this machine. */
export function isCallable({ registration }: Harness, env: Environment): boolean {
  const needs = registration.http?.needs;
  return needs === undefined || env(needs.variable) === needs.value;
}

/** Whether entries on `surface` may call the resident: they hold a secret, which no repository may get. */
export function mayCallResident({ registration }: Harness, surface: Surface): boolean {
  return registration.http !== undefined && !surface.committed;
}

/** How the entry for `row` reaches us; `keeper`: a command that also sees to it that the resident runs. */
export function wayOf(
  harness: Harness,
  surface: Surface,
  row: RegisteredEvent,
  resident: ResidentAddress | undefined,
): "command" | "keeper" | "http" {
  const { http } = harness.registration;
  if (resident === undefined || http === undefined || !mayCallResident(harness, surface)) return "command";
  if (http.keepers.includes(row.event)) return "keeper";
  return row.background === true || http.commandEvents.includes(row.event) ? "command" : "http";
}

/** The URL of the entry for `row`. */
export function entryUrl(
  { id }: Harness,
  row: RegisteredEvent,
  { residence, port }: ResidentAddress,
): string {
  return urlOf(port, {
    version: VERSION,
    configuration: residence.configuration,
    contract: id,
    event: row.event,
    messages: row.messages,
    strict: false,
    background: false,
  });
}
