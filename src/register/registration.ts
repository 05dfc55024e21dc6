/**
 * How a harness is told to call us: the part `registration` of `contracts/<id>.json`. Everything in which
 * harnesses differ is data here: where their files are, how an entry looks, which events and matchers there
 * are, what keeps hooks from running, and one harmless event each to try an entry with.
 */
import { type Contract, DEFAULT_CONTRACT, loadContract, type Places } from "../contract/contract.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import type { Profile } from "../policy/action.ts";
import type { Os } from "../base/platform.ts";
import { Refusal } from "./refusal.ts";

/** For whom entries are: the operator everywhere, everybody in a project, the operator in a project. */
export type Scope = "user" | "project" | "local";

/** All scopes, widest first. */
export const SCOPES: readonly Scope[] = ["user", "project", "local"];

/** How entries stand in a file. */
export type Layout =
  /** `<event>: [{ matcher, hooks: [entry] }]` */
  | "groups"
  /** `<event>: [entry]`, the matcher in the entry. */
  | "entries"
  /** `[entry]`, event and matcher in the entry. */
  | "list"
  /** The whole file is ours, made of a template beside the contracts. */
  | "file";

/** One kind of file in which the harness reads entries. */
export interface Surface {
  /**
   * Where the file is, the first that can be filled in: `$NAME/…` below an absolute path in the environment,
   * `~/…` below the home folder, `{project}/…` below the project. With `{event}` in it there is one file for each event.
   */
  readonly paths: readonly string[];
  /** `json`: possibly with comments and trailing commas, `strict`: without. `text`: only with the layout `file`. */
  readonly format: "json" | "toml" | "text";
  /** The client skips a file with comments or trailing commas, so none of ours may have any. */
  readonly strict?: boolean;
  readonly layout: Layout;
  /** The keys from the root to what holds the entries. */
  readonly container: readonly string[];
  /** Whether a repository may hold this file, so that other machines read it too. */
  readonly committed: boolean;
  /** What a file needs besides entries; added where it is missing. */
  readonly base?: JsonObject;
  /** The file is ours alone: without our entries there is no need for it. */
  readonly owned?: boolean;
  /** It is put on the repository's private list of ignored files (`.git/info/exclude`). */
  readonly exclude?: boolean;
  /** Entries are only written where this folder is there: the program that reads them is an old one. */
  readonly onlyWhere?: string;
  /** The template of the layout `file`: a file beside the contracts, or one for each system. */
  readonly template?: string | Readonly<Record<Os, string>>;
  /** What the name of the file ends in on a system, where that differs. */
  readonly ending?: Readonly<Partial<Record<Os, string>>>;
  /** The client starts the file itself. */
  readonly executable?: boolean;
  /** How an entry looks on this surface, where it is not {@link Registration.entry}. */
  readonly entry?: JsonObject;
  /** Further files that the harness wants beside this one, ours alone: path from the folder of this one → content. */
  readonly companions?: Readonly<Record<string, JsonObject>>;
}

/** One pair of event and matcher; one entry each. */
export interface RegisteredEvent {
  /** The harness's own name of the event. */
  readonly event: string;
  /** Left out: the group or entry has no key `matcher`. */
  readonly matcher?: string;
  /** In the unit of the harness. Left out: the harness has no such key. */
  readonly timeout?: number;
  /** The messages that the entry lists; none: everything that is bound to the event. */
  readonly messages: readonly string[];
  /** What it lists besides in every profile that refuses anything. */
  readonly enforcing?: readonly string[];
  /** In the profile `advisory` there is no such entry. */
  readonly onlyEnforcing?: boolean;
  /** Only in the profile `advisory` there is such an entry. */
  readonly onlyAdvisory?: boolean;
  /**
   * An entry that the harness does not wait for, in the profile `strict` only: what it lists is taken out of the other
   * entries for the event.
   */
  readonly background?: boolean;
  /** It refuses: in the profile `strict` the harness is told to refuse too where the entry fails. */
  readonly failClosed?: boolean;
  /** With the layout `groups`: it stands in the list of its event itself, without a group. */
  readonly flat?: boolean;
  /** Keys of this entry alone. */
  readonly more?: JsonObject;
  /** A harmless event in the harness's dialect, laid over the common {@link Registration.sample}. */
  readonly sample: JsonObject;
}

/** A setting of the harness that keeps entries from running. */
export interface OffSwitch {
  /** The key; `a.b` is `b` inside `a`. */
  readonly key: string;
  /** The value that switches off. */
  readonly value: unknown;
  /** The files in which it counts. */
  readonly in: readonly (Scope | "managed")[];
  /** Another file in which it counts, in the form of {@link Surface.paths}; TOML where it ends so. */
  readonly file?: Places;
  /** What it does, as the end of the sentence "it …". */
  readonly effect: string;
}

/** Another program that reads this harness's entries as well. */
export interface Importer {
  readonly host: string;
  /** The name of that program's setting that stops it. */
  readonly switch: string;
}

/** What the operator has to agree to before entries run. */
export interface Consent {
  /** The scopes whose entries need it. */
  readonly scopes: readonly Scope[];
  /** What to do, as a whole sentence with the exact step. */
  readonly step: string;
  /** How a file tells whether it was given. */
  readonly check?: TrustCheck;
}

/** A file of the harness that tells whether it trusts something: where it is, in the form of {@link Surface.paths}. */
export type TrustCheck = { readonly file: Places } & TrustForm;

/** How the file tells it. */
export type TrustForm =
  /** Codex: a digest of each entry in a TOML file. */
  | { readonly kind: "codex-entries" }
  /** An object whose keys are folders, at `key` in the JSON file; one of these values means trusted. */
  | {
    readonly kind: "folder-map";
    readonly key?: string;
    readonly trusted: readonly unknown[];
  }
  /** A list of folders at `key` in the JSON file. */
  | { readonly kind: "folder-list"; readonly key: string }
  /** A table per folder in a TOML file, `[<key>."<folder>"]`, whose `field` has the value. */
  | {
    readonly kind: "folder-toml";
    readonly key: string;
    readonly field: string;
    readonly value: unknown;
  };

/** How the harness calls the resident; see `docs/resident.md`. */
export interface HttpEntries {
  /** As {@link Registration.entry}, with `{url}`, `{authorization}` and `{timeout}`. */
  readonly entry: JsonObject;
  /** Events that it does not send over HTTP, or not to a plain address: their entries stay commands. */
  readonly commandEvents: readonly string[];
  /** Of those, the ones whose command also sees to it that the resident runs. */
  readonly keepers: readonly string[];
  /** The setting that lists the addresses that may be called, if it is there. */
  readonly allowList?: string;
  /** The client calls this machine only where it was started with this variable. */
  readonly needs?: { readonly variable: string; readonly value: string };
}

/** How a machine shows that the harness is on it. */
export interface Signs {
  /** Names of its program on the path. */
  readonly programs: readonly string[];
  /** Folders that it makes, in the form of {@link Surface.paths}. */
  readonly folders: readonly string[];
}

/** The shells that read a line. `any-windows`: cmd and PowerShell both, as either may be used. */
export type EntryShell = "posix" | "powershell" | "cmd" | "any-windows";

/** The whole part. */
export interface Registration {
  readonly defaultScope: Scope;
  readonly surfaces: Readonly<Partial<Record<Scope, Surface>>>;
  /** The file of the machine's administrator, if the harness has one. Only read. */
  readonly managed?: Readonly<Partial<Record<Os, string>>>;
  readonly signs: Signs;
  /** Whether entries say `--contract <id>`. */
  readonly contractArgument: boolean;
  readonly timeoutUnit: "seconds" | "milliseconds";
  /** The shell that reads an entry's line. Left out: the harness starts programs without one. */
  readonly shell?: Readonly<Record<Os, EntryShell>>;
  /**
   * An entry. As a whole value, `{program}` stands for the path of the program, `{arguments}` for the list of its
   * arguments, `{timeout}` for the number, `{event}`, `{matcher}` and `{name}` (a name of its own for the entry);
   * `{line}` for the line that starts it in the shell of this system, `{posix}`, `{powershell}`, `{cmd}` and
   * `{any-windows}` for the line for that shell. A key whose value is missing is left out.
   */
  readonly entry: JsonObject;
  /** Left out: the harness has no hooks over HTTP. */
  readonly http?: HttpEntries;
  /** What is added to every entry on Windows. */
  readonly onWindows?: JsonObject;
  /** What is added to an entry that the harness shall not wait for. */
  readonly backgroundEntry?: JsonObject;
  /** What is added to an entry so that its failure refuses. */
  readonly failClosedEntry?: JsonObject;
  /** Texts that the harness replaces inside an entry, so that no path may hold them. */
  readonly reserved: readonly string[];
  /** The variable in which the harness gives its commands the project's folder. */
  readonly projectVariable?: string;
  readonly switches: readonly OffSwitch[];
  readonly importedBy: readonly Importer[];
  readonly consent?: readonly Consent[];
  /** Where it keeps plugins, which may hold hooks of ours too; the manifest is below the folder of each. */
  readonly plugins?: { readonly folder: string; readonly manifest: string };
  /** What this harness cannot do or does not promise, one sentence each; `verify` says them. */
  readonly gaps?: readonly string[];
  /** What is in every event. `{project}` and `{event}` inside its texts are replaced. */
  readonly sample: JsonObject;
  readonly events: readonly RegisteredEvent[];
}

/** A harness that we can register with. */
export interface Harness {
  readonly id: string;
  readonly title: string;
  readonly contract: Contract;
  readonly profile: Profile;
  /** The folder that holds `contracts/`. */
  readonly assets: string;
  /** Every name that `--contract` may have in an entry for it. */
  readonly names: readonly string[];
  /** Whether an entry without `--contract` is for it. */
  readonly isDefault: boolean;
  readonly registration: Registration;
  /** Entries that the profile has not, and that the resident needs to be kept running. */
  readonly keepers: readonly RegisteredEvent[];
  /** Every event for which an entry of ours may stand in a file, whatever the profile is now. */
  readonly knownEvents: readonly string[];
}

/**
 * The rows that `profile` registers: `advisory` has no entry for guards that only refuse, and only `strict`, which runs
 * tools after each edit, has entries that the harness does not wait for.
 */
function rowsFor(profile: Profile, rows: readonly RegisteredEvent[]): RegisteredEvent[] {
  if (profile === "advisory") {
    return rows.filter((row) => row.onlyEnforcing !== true && row.background !== true)
      .map(({ failClosed: _, ...row }) => row);
  }
  const all = rows.filter((row) => row.onlyAdvisory !== true)
    .filter((row) => row.background !== true || profile === "strict")
    .map(({ failClosed = false, ...row }) => ({
      ...row,
      messages: [...row.messages, ...(row.enforcing ?? [])],
      ...(failClosed && profile === "strict" ? { failClosed } : {}),
    }));
  return all.map((row) => row.background === true ? row : { ...row, messages: withoutBackground(row, all) });
}

function withoutBackground({ event, messages }: RegisteredEvent, rows: readonly RegisteredEvent[]): string[] {
  const elsewhere = rows.filter((row) => row.background === true && row.event === event)
    .flatMap((row) => row.messages);
  return messages.filter((message) => !elsewhere.includes(message));
}

/**
 * Reads the harness `name` (an id or another name of one) from `contracts/` below `assets`.
 *
 * @param profile decides which entries there are
 * @throws Refusal where there is none, or it cannot be registered with
 */
export function loadHarness(assets: string, name: string, profile: Profile = "advisory"): Harness {
  const contract = loadContract(assets, name);
  if (contract === undefined) {
    throw new Refusal("harness.unknown", `"${name}" is no harness that Garfio knows.`);
  }
  const registration = registrationOf(assets, contract);
  if (registration === undefined) {
    throw new Refusal("harness.unknown", `Garfio cannot register itself with ${contract.title} yet.`);
  }
  const events = rowsFor(profile, registration.events);
  return {
    id: contract.id,
    title: contract.title,
    contract,
    profile,
    assets,
    names: [contract.id, ...contract.aliases],
    isDefault: contract.id === DEFAULT_CONTRACT,
    registration: { ...registration, events },
    keepers: registration.events.filter(({ event }) =>
      registration.http?.keepers.includes(event) === true && events.every((row) => row.event !== event)
    ),
    knownEvents: registration.events.map(({ event }) => event),
  };
}

/** The part `registration` of the table of `contract`; undefined where it has none. */
export function registrationOf(assets: string, contract: Contract): Registration | undefined {
  const inside = (contract as { registration?: unknown }).registration;
  if (isObject(inside)) return inside as unknown as Registration;
  try {
    const beside: unknown = JSON.parse(
      Deno.readTextFileSync(`${assets}/contracts/${contract.id}.registration.json`),
    );
    return isObject(beside) ? beside as unknown as Registration : undefined;
  } catch {
    return undefined;
  }
}
