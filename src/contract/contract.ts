/** The table that describes one harness's dialect: `contracts/<id>.json`, checked by `contracts/contract.schema.json`. */
import { isObject, type JsonObject } from "../base/json.ts";
import type { Os } from "../base/platform.ts";

/** What can be said through a harness, if it listens. */
export type Channel = "context" | "ask" | "deny" | "note" | "rewrite";

/**
 * The answer that carries one channel: an object in which `$event` stands for the harness's own event name, `$canonical`
 * for the canonical one, `$text` for the text and `$input` for the tool's whole new input in the harness's own keys; or a
 * string, which is printed as it is. The templates of several channels are merged. At the top, `$stderr` is a text for
 * standard error and `$code` the exit code: for a harness that reads a refusal there.
 */
export type Template = string | number | boolean | readonly Template[] | { readonly [key: string]: Template };

/** Where a canonical value is: `a.b.0` descends; of several places the first that holds something counts. */
export type Places = string | readonly string[];

/**
 * A canonical input value: where it is, or how it is made of what is there. An empty list: nowhere, since the harness
 * calls something else so.
 */
export type InputSource = Places | Conversion;

/** A value of another form than the canonical one. */
export interface Conversion {
  readonly from: Places;
  /**
   * `search-replace`: a text of SEARCH and REPLACE blocks as a list of edits. `edits`: a list of edits, or one, whose keys
   * have other names, see `keys`. `numbered-edits`: keys that end in a number, see `keys`. `deletion`: paths of files that
   * go, as a patch. `texts`: a list of texts, or of objects that hold one each, see `keys`. `lines`: the same as the lines
   * of one text; an object may be a program with its arguments.
   */
  readonly as: "search-replace" | "edits" | "numbered-edits" | "deletion" | "texts" | "lines";
  /**
   * Canonical key of one edit → the harness's key, or the beginning of a numbered one. With `texts` and `lines` `text` is
   * the key of the text, and `arguments` that of a program's arguments.
   */
  readonly keys?: Readonly<Record<string, string>>;
}

/** A tool of the harness in canonical terms. */
export interface ContractTool {
  /**
   * `{path}` stands for what the payload has there: a pattern whose payload has nothing there does not fit. In a pattern
   * `$1` … stand for what its groups found.
   */
  readonly name: string;
  /** It is this tool only if each of these keys of the input holds this text; `true`: anything. */
  readonly when?: Readonly<Record<string, string | true>>;
  /** It is this tool only on this system: a shell tool that runs another shell there. */
  readonly os?: Os;
  /**
   * Canonical input key → where it is in the harness's input, where that differs; `workdir` is the folder of a shell call.
   * A text: the whole input is there.
   */
  readonly input?: string | Readonly<Record<string, InputSource>>;
}

/** Tools that are known by the form of their names. */
export interface ToolPattern extends ContractTool {
  /** A regular expression for the whole name. */
  readonly pattern: string;
}

/** One event of the harness. */
export interface ContractEvent {
  /** The canonical name. */
  readonly canonical: string;
  /** The channels that the harness reads on this event. None: the event is dropped. */
  readonly channels: Readonly<Partial<Record<Channel, Template>>>;
  /**
   * The tool call that the event is about, where its name is not in the payload, or several that differ in `os` or
   * `when`; paths start at the payload.
   */
  readonly tool?: ContractTool | readonly ContractTool[];
  /** Context that is not read here is kept, and told with the next event of the session that has the channel. */
  readonly contextLater?: boolean;
  /** The harness has no event for the start of a session: the first one of this kind brings what is told there. */
  readonly beginsSession?: boolean;
  /** The longest text on this event, where it is less than elsewhere. */
  readonly limit?: number;
  /** The model reads standard error here, so that faults of ours are not written there. */
  readonly readsErrors?: boolean;
}

/** What replaces a channel that the harness does not read on an event. */
export interface Degradation {
  /** `ask` of a guard that protects against loss, and of any other guard. */
  readonly ask: { readonly protecting: "deny" | "context"; readonly other: "context" };
  readonly deny: "context";
}

/** A harness that runs the entries of this one as well, and how to tell that it is the one that calls. */
export interface Caller {
  /** The id of its contract. */
  readonly id: string;
  /** One of these variables is set. Left out: the payload alone tells. */
  readonly variables?: readonly string[];
  /** One of these keys is in the payload. */
  readonly keys?: readonly string[];
  /** None of these keys is in the payload. */
  readonly without?: readonly string[];
  /** Its own files that may hold an entry of ours: `~/…` below the home folder, `{cwd}/…` below the working folder. */
  readonly files?: readonly string[];
}

/** The whole table. */
export interface Contract {
  readonly id: string;
  readonly title: string;
  /** Other names by which `--contract` knows it. */
  readonly aliases: readonly string[];
  /** What is not certain about the harness, as one sentence; such a contract is experimental. */
  readonly unknown?: string;
  /** The longest text, in UTF-16 units, that the harness takes whole. */
  readonly limit: number;
  /** What is printed where there is nothing to say: for a harness to which an empty answer is a fault. */
  readonly silence?: string;
  /** Canonical payload key → where the harness has it (`a.b.0` descends), first that is there. Left out: as it is. */
  readonly payload: Readonly<Record<string, readonly string[]>>;
  /**
   * Where the payload names its event, if that is not `hook_event_name`. Of two events that stand for the same canonical
   * one the payload's counts: builds of a harness differ, and one entry serves them all.
   */
  readonly eventKeys?: readonly string[];
  /** Where the working directory is in the environment if the payload has none. */
  readonly cwdVariables: readonly string[];
  /** The harness's tool name → the canonical tool, or several that differ in `when`. Left out: the same name. */
  readonly tools: Readonly<Record<string, ContractTool | readonly ContractTool[]>>;
  readonly toolPatterns?: readonly ToolPattern[];
  readonly sources: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, ContractEvent>>;
  readonly degrade: Degradation;
  /** It also loads the hook entries of Claude Code's settings, so a session start may reach us twice. */
  readonly importsClaudeCode: boolean;
  /** Variables that name a harness which imports this one's entries: one of them set means that it is the caller. */
  readonly importerVariables: readonly string[];
  /** The variable in which it gives its commands the id of the session: where that is the payload's, it calls itself. */
  readonly sessionVariable?: string;
  /** Harnesses that run this one's entries; the first that fits is the one that calls. */
  readonly callers?: readonly Caller[];
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

/** The name that `payload` gives its event. */
export function toldEvent(contract: Contract, payload: JsonObject | undefined): string | undefined {
  for (const key of contract.eventKeys ?? ["hook_event_name"]) {
    const name = payload?.[key];
    if (typeof name === "string") return name;
  }
  return undefined;
}

/** An event and its name in the harness's dialect. */
export interface FoundEvent {
  readonly native: string;
  readonly event: ContractEvent;
}

/**
 * The event that the command line calls `name`: the harness's own name, else the canonical one.
 *
 * @param told the name that the payload gives, which counts where it stands for the same canonical event
 */
export function findEvent(contract: Contract, name: string, told?: string): FoundEvent | undefined {
  const named = Object.hasOwn(contract.events, name) ? contract.events[name]! : undefined;
  if (told !== undefined && Object.hasOwn(contract.events, told)) {
    const event = contract.events[told]!;
    if (event.canonical === (named?.canonical ?? name)) return { native: told, event };
  }
  if (named !== undefined) return { native: name, event: named };
  for (const [native, event] of Object.entries(contract.events)) {
    if (event.canonical === name) return { native, event };
  }
  return undefined;
}
