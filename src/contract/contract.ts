/** The table that describes one harness's dialect: `contracts/<id>.json`, checked by `contracts/contract.schema.json`. */
import { isObject } from "../base/json.ts";

/** What can be said through a harness, if it listens. */
export type Channel = "context" | "ask" | "deny" | "note" | "rewrite";

/**
 * The answer that carries one channel: an object in which `$event` stands for the harness's own event name and
 * `$text` for the text, `$input` for the tool's whole new input; or a string, which is printed as it is. The templates of several channels are merged.
 */
export type Template = string | { readonly [key: string]: Template };

/** One event of the harness. */
export interface ContractEvent {
  /** The canonical name. */
  readonly canonical: string;
  /** The channels that the harness reads on this event. None: the event is dropped. */
  readonly channels: Readonly<Partial<Record<Channel, Template>>>;
}

/** What replaces a channel that the harness does not read on an event. */
export interface Degradation {
  /** `ask` of a guard that protects against loss, and of any other guard. */
  readonly ask: { readonly protecting: "deny" | "context"; readonly other: "context" };
  readonly deny: "context";
}

/** A tool of the harness in canonical terms. */
export interface ContractTool {
  readonly name: string;
  /** Canonical input key → the harness's key, where it differs. */
  readonly input?: Readonly<Record<string, string>>;
}

/** The whole table. */
export interface Contract {
  readonly id: string;
  readonly title: string;
  /** Other names by which `--contract` knows it. */
  readonly aliases: readonly string[];
  /** The longest text, in UTF-16 units, that the harness takes whole. */
  readonly limit: number;
  /** Canonical payload key → where the harness has it (`a.b.0` descends), first that is there. Left out: as it is. */
  readonly payload: Readonly<Record<string, readonly string[]>>;
  /** Where the working directory is in the environment if the payload has none. */
  readonly cwdVariables: readonly string[];
  /** The harness's tool name → the canonical tool. Left out: the same name. */
  readonly tools: Readonly<Record<string, ContractTool>>;
  readonly sources: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, ContractEvent>>;
  readonly degrade: Degradation;
  /** It also loads the hook entries of Claude Code's settings, so a session start may reach us twice. */
  readonly importsClaudeCode: boolean;
  /** Variables that name a harness which imports this one's entries: one of them set means that it is the caller. */
  readonly importerVariables: readonly string[];
}

const ID = /^[a-z0-9][a-z0-9-]{0,40}$/;

/** The contract without `--contract`. */
export const DEFAULT_CONTRACT = "claude-code";

/**
 * Reads the contract `name` (an id or another name of one) from the folder `contracts/` below `assets`.
 * Undefined where there is none.
 */
export function loadContract(assets: string, name: string): Contract | undefined {
  if (name !== DEFAULT_CONTRACT && !ID.test(name)) return undefined;
  return readTable(assets, name) ??
    contractIds(assets).map((id) => readTable(assets, id)).find((table) => table?.aliases.includes(name));
}

/** The ids of all contracts below `assets`, sorted. */
export function contractIds(assets: string): string[] {
  const ids: string[] = [];
  for (const entry of Deno.readDirSync(`${assets}/contracts`)) {
    const id = entry.name.replace(/\.json$/, "");
    if (ID.test(id) && id !== entry.name) ids.push(id);
  }
  return ids.sort();
}

function readTable(assets: string, id: string): Contract | undefined {
  try {
    const table: unknown = JSON.parse(Deno.readTextFileSync(`${assets}/contracts/${id}.json`));
    return isObject(table) && table["id"] === id ? table as unknown as Contract : undefined;
  } catch {
    return undefined;
  }
}

/** The event that the command line calls `name`: the harness's own name, else the canonical one. */
export function findEvent(
  contract: Contract,
  name: string,
): { native: string; event: ContractEvent } | undefined {
  if (Object.hasOwn(contract.events, name)) return { native: name, event: contract.events[name]! };
  for (const [native, event] of Object.entries(contract.events)) {
    if (event.canonical === name) return { native, event };
  }
  return undefined;
}
