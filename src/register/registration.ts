/**
 * How a harness is told to call us: the part `registration` of `contracts/<id>.json`. Everything in which
 * harnesses differ is data here: where their files are, how an entry looks, which events and matchers there
 * are, what keeps hooks from running, and one harmless event each to try an entry with.
 */
import { type Contract, DEFAULT_CONTRACT, loadContract } from "../contract/contract.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import type { Profile } from "../policy/action.ts";
import type { Os } from "../base/platform.ts";
import { Refusal } from "./refusal.ts";

/** For whom entries are: the operator everywhere, everybody in a project, the operator in a project. */
export type Scope = "user" | "project" | "local";

/** All scopes, widest first. */
export const SCOPES: readonly Scope[] = ["user", "project", "local"];

/** One kind of file in which the harness reads entries. */
export interface Surface {
  /**
   * Where the file is, the first that can be filled in: `$NAME/…` below an absolute path in the environment,
   * `~/…` below the home folder, `{project}/…` below the project.
   */
  readonly paths: readonly string[];
  /** JSON, possibly with comments and trailing commas. */
  readonly format: "json";
  /** The keys from the root to the object that holds `<event>: [{ matcher, hooks: [entry] }]`. */
  readonly container: readonly string[];
  /** Whether a repository may hold this file, so that other machines read it too. */
  readonly committed: boolean;
}

/** One pair of event and matcher; one entry each. */
export interface RegisteredEvent {
  /** The harness's own name of the event. */
  readonly event: string;
  /** Left out: the group has no key `matcher`. */
  readonly matcher?: string;
  /** In the unit of the harness. */
  readonly timeout: number;
  /** The messages that the entry lists. */
  readonly messages: readonly string[];
  /** What it lists besides in every profile that refuses anything. */
  readonly enforcing?: readonly string[];
  /** In the profile `advisory` there is no such entry. */
  readonly onlyEnforcing?: boolean;
  /**
   * An entry that the harness does not wait for, in the profile `strict` only: what it lists is taken out of the other
   * entries for the event.
   */
  readonly background?: boolean;
  /** A harmless event in the harness's dialect, laid over the common {@link Registration.sample}. */
  readonly sample: JsonObject;
}

/** A setting of the harness that keeps entries from running. */
export interface OffSwitch {
  /** The key at the top of the file. */
  readonly key: string;
  /** The value that switches off. */
  readonly value: unknown;
  /** The files in which it counts. */
  readonly in: readonly (Scope | "managed")[];
  /** What it does, as the end of the sentence "it …". */
  readonly effect: string;
}

/** Another program that reads this harness's entries as well. */
export interface Importer {
  readonly host: string;
  /** The name of that program's setting that stops it. */
  readonly switch: string;
}

/** The whole part. */
export interface Registration {
  readonly defaultScope: Scope;
  readonly surfaces: Readonly<Partial<Record<Scope, Surface>>>;
  /** The file of the machine's administrator, if the harness has one. Only read. */
  readonly managed?: Readonly<Partial<Record<Os, string>>>;
  /** Whether entries say `--contract <id>`. */
  readonly contractArgument: boolean;
  readonly timeoutUnit: "seconds" | "milliseconds";
  /**
   * An entry. As a whole value, `{program}` stands for the path of the program, `{arguments}` for the list of
   * its arguments, `{timeout}` for the number.
   */
  readonly entry: JsonObject;
  /** What is added to an entry that the harness shall not wait for. */
  readonly backgroundEntry?: JsonObject;
  /** Texts that the harness replaces inside an entry, so that no path may hold them. */
  readonly reserved: readonly string[];
  /** The variable in which the harness gives its commands the project's folder. */
  readonly projectVariable?: string;
  readonly switches: readonly OffSwitch[];
  readonly importedBy: readonly Importer[];
  /** What is in every event. `{project}` and `{event}` inside its texts are replaced. */
  readonly sample: JsonObject;
  readonly events: readonly RegisteredEvent[];
  /** Where an answer names its event; what stands beside it only counts with the right name. */
  readonly answerEvent?: readonly string[];
}

/** A harness that we can register with. */
export interface Harness {
  readonly id: string;
  readonly title: string;
  /** Every name that `--contract` may have in an entry for it. */
  readonly names: readonly string[];
  /** Whether an entry without `--contract` is for it. */
  readonly isDefault: boolean;
  readonly registration: Registration;
  /** Every event for which an entry of ours may stand in a file, whatever the profile is now. */
  readonly knownEvents: readonly string[];
}

/**
 * The rows that `profile` registers: `advisory` has no entry for guards that only refuse, and only `strict`, which runs
 * tools after each edit, has entries that the harness does not wait for.
 */
function rowsFor(profile: Profile, rows: readonly RegisteredEvent[]): RegisteredEvent[] {
  if (profile === "advisory") {
    return rows.filter((row) => row.onlyEnforcing !== true && row.background !== true);
  }
  const all = rows.filter((row) => row.background !== true || profile === "strict")
    .map((row) => ({ ...row, messages: [...row.messages, ...(row.enforcing ?? [])] }));
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
  return {
    id: contract.id,
    title: contract.title,
    names: [contract.id, ...contract.aliases],
    isDefault: contract.id === DEFAULT_CONTRACT,
    registration: { ...registration, events: rowsFor(profile, registration.events) },
    knownEvents: registration.events.map(({ event }) => event),
  };
}

function registrationOf(assets: string, contract: Contract): Registration | undefined {
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
