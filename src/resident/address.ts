/**
 * The address of an entry: `/v1/<version>/<configuration>/<contract>/<Event>?message=…`. It says everything that the
 * command line of a command entry says, and which Garfio and which configuration have written it.
 */
import { LOOPBACK } from "./port.ts";

/** What an address says. */
export interface Address {
  /** The version of the Garfio that wrote the entry. */
  readonly version: string;
  /** See `Residence`. */
  readonly configuration: string;
  readonly contract: string;
  /** The event as the entry calls it. */
  readonly event: string;
  readonly messages: readonly string[];
  readonly strict: boolean;
  readonly background: boolean;
}

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,40})?$/;
const CONFIGURATION = /^[0-9a-f]{16}$/;
const CONTRACT = /^[a-z0-9][a-z0-9-]{0,40}$/;
const EVENT = /^[A-Za-z][A-Za-z0-9_.]{0,80}$/;
const MOST_MESSAGES = 64;
const PARAMETERS = ["message", "strict", "background"];

/** `address` as the path and query of a request. */
export function pathOf(address: Address): string {
  const { version, configuration, contract, event, messages, strict, background } = address;
  const query = new URLSearchParams(messages.map((message) => ["message", message]));
  if (strict) query.set("strict", "1");
  if (background) query.set("background", "1");
  const end = query.size === 0 ? "" : `?${query}`;
  return `/v1/${version}/${configuration}/${contract}/${event}${end}`;
}

/** The whole URL of an entry. */
export function urlOf(port: number, address: Address): string {
  return `http://${LOOPBACK}:${port}${pathOf(address)}`;
}

/** The target of a question to a resident itself. */
export function controlTarget(configuration: string, word: string): string {
  return `/resident/${configuration}/${word}`;
}

/** What `target`, the path and query of a request, says; undefined where it is no address of an entry. */
export function readPath(target: string): Address | undefined {
  const split = target.indexOf("?");
  const path = split < 0 ? target : target.slice(0, split);
  const [root, form, version = "", configuration = "", contract = "", event = "", ...rest] = path.split("/");
  const known = root === "" && form === "v1" && VERSION.test(version) && CONFIGURATION.test(configuration) &&
    CONTRACT.test(contract) && EVENT.test(event) && rest.length === 0;
  if (!known) return undefined;
  const query = split < 0 ? [] : readQuery(target.slice(split + 1));
  if (query === undefined) return undefined;
  const messages = query.filter(([key]) => key === "message").map(([, value]) => value);
  const odd = messages.length > MOST_MESSAGES ||
    // It would be read as an option.
    messages.some((message) => message === "" || message.startsWith("-"));
  if (odd) return undefined;
  const isSet = (name: string) => query.find(([key]) => key === name)?.[1] === "1";
  return {
    version,
    configuration,
    contract,
    event,
    messages,
    strict: isSet("strict"),
    background: isSet("background"),
  };
}

/** Keys and values; undefined for keys that are none of ours. Much faster than making a `URLSearchParams`. */
function readQuery(text: string): [key: string, value: string][] | undefined {
  const query: [string, string][] = [];
  for (const pair of text.split("&")) {
    const split = pair.indexOf("=");
    const key = split < 0 ? pair : pair.slice(0, split);
    if (!PARAMETERS.includes(key)) return undefined;
    const value = decoded(split < 0 ? "" : pair.slice(split + 1));
    if (value === undefined) return undefined;
    query.push([key, value]);
  }
  return query;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** The words behind `garfio hook` that mean the same. */
export function argumentsOf({ contract, event, messages, strict, background }: Address): string[] {
  return [
    "--contract",
    contract,
    ...(strict ? ["--strict"] : []),
    ...(background ? ["--background"] : []),
    event,
    ...messages,
  ];
}
