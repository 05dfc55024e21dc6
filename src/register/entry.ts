import { isObject, type JsonObject } from "../base/json.ts";
import type { Os } from "../base/platform.ts";
import { commandLine } from "./command_line.ts";
import type { Program } from "./program.ts";
import type { EntryShell, Harness, RegisteredEvent, Surface } from "./registration.ts";
import { entryUrl, mayCallResident, type ResidentAddress, wayOf } from "./transport.ts";

/** An entry that has to be in the file, and where. */
export interface PlannedEntry {
  readonly event: string;
  /** Undefined: its group has no key `matcher`. */
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
  /** It stands in the list of its event, where others stand in groups. */
  readonly flat: boolean;
  /** What the program is given, from `hook` on. */
  readonly arguments: readonly string[];
  readonly row: RegisteredEvent;
}

/** The arguments of the entry for `row`, from `hook` on. */
export function hookArguments(harness: Harness, row: RegisteredEvent, keeper = false): string[] {
  const contract = harness.registration.contractArgument ? ["--contract", harness.id] : [];
  const background = row.background === true ? ["--background"] : [];
  return ["hook", ...contract, ...(keeper ? ["--resident"] : []), row.event, ...background, ...row.messages];
}

const SHELLS: readonly EntryShell[] = ["posix", "powershell", "cmd", "any-windows"];

/**
 * Every entry of `harness` on `surface`, in the order of its table, as it is written on `os`.
 *
 * @param resident the one to call, where the harness and the file allow it
 */
export function plannedEntries(
  harness: Harness,
  surface: Surface,
  program: Program,
  os: Os,
  resident?: ResidentAddress,
): PlannedEntry[] {
  const { registration } = harness;
  const names = new Map<string, number>();
  const keepers = resident !== undefined && mayCallResident(harness, surface) ? harness.keepers : [];
  return [...registration.events, ...keepers].map((row) => {
    const way = wayOf(harness, surface, row, resident);
    const words = hookArguments(harness, row, way === "keeper");
    const all = [program.command, ...program.leading, ...words];
    const count = (names.get(row.event) ?? 0) + 1;
    names.set(row.event, count);
    const values: Record<string, unknown> = {
      "{program}": program.command,
      "{arguments}": [...program.leading, ...words],
      "{timeout}": row.timeout,
      "{event}": row.event,
      "{matcher}": row.matcher,
      "{name}": `garfio-${kebab(row.event)}${count > 1 ? `-${count}` : ""}`,
      "{line}": registration.shell === undefined ? undefined : commandLine(all, registration.shell[os]),
      ...Object.fromEntries(SHELLS.map((shell) => [`{${shell}}`, commandLine(all, shell)])),
      "{url}": way === "http" ? entryUrl(harness, row, resident!) : undefined,
      "{authorization}": `Bearer ${resident?.token}`,
    };
    const template = way === "http" ? registration.http!.entry : surface.entry ?? registration.entry;
    return {
      event: row.event,
      matcher: row.matcher,
      flat: row.flat === true,
      arguments: words,
      row,
      handler: {
        ...fillEntry(template, values),
        ...(os === "windows" && way !== "http" ? registration.onWindows : {}),
        ...(row.background === true ? registration.backgroundEntry : {}),
        ...(row.failClosed === true ? registration.failClosedEntry : {}),
        ...row.more,
      },
    };
  });
}

function kebab(event: string): string {
  return event.replace(/([a-z])([A-Z])/g, "$1-$2").replace(/[^A-Za-z0-9]+/g, "-").toLowerCase();
}

/** `template` with its placeholders filled in; a key whose placeholder has no value is left out. */
function fillEntry(template: JsonObject, values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, value]) => {
      if (isObject(value)) return [[key, fillEntry(value, values)]];
      if (typeof value !== "string" || !Object.hasOwn(values, value)) return [[key, value]];
      return values[value] === undefined ? [] : [[key, values[value]]];
    }),
  );
}

/** `entries` as what to put under the container's key by hand. */
export function asBlock(entries: readonly PlannedEntry[], surface: Surface): unknown {
  if (surface.layout === "list") return entries.map(({ handler }) => handler);
  const block: Record<string, unknown[]> = {};
  for (const entry of entries) (block[entry.event] ??= []).push(asMember(entry, surface));
  return block;
}

/** What stands in the list of an event for `entry`: its group, or the handler itself. */
export function asMember({ matcher, handler, flat }: PlannedEntry, surface: Surface): JsonObject {
  if (surface.layout !== "groups" || flat) return handler;
  return matcher === undefined ? { hooks: [handler] } : { matcher, hooks: [handler] };
}

/** An event and its matcher as an operator reads them. */
export function slotName(entry: { readonly event: string; readonly matcher: string | undefined }): string {
  return entry.matcher === undefined ? entry.event : `${entry.event} ${entry.matcher}`;
}
