import type { JsonObject } from "../base/json.ts";
import type { Program } from "./program.ts";
import type { Harness, RegisteredEvent } from "./registration.ts";

/** An entry that has to be in the file, and where. */
export interface PlannedEntry {
  readonly event: string;
  /** Undefined: its group has no key `matcher`. */
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
}

/** The arguments of the entry for `row`, from `hook` on. */
export function hookArguments(harness: Harness, row: RegisteredEvent): string[] {
  const contract = harness.registration.contractArgument ? ["--contract", harness.id] : [];
  const background = row.background === true ? ["--background"] : [];
  return ["hook", ...contract, row.event, ...background, ...row.messages];
}

/** Every entry of `harness`, in the order of its table. */
export function plannedEntries(harness: Harness, program: Program): PlannedEntry[] {
  return harness.registration.events.map((row) => ({
    event: row.event,
    matcher: row.matcher,
    handler: {
      ...fillEntry(harness.registration.entry, {
        "{program}": program.command,
        "{arguments}": [...program.leading, ...hookArguments(harness, row)],
        "{timeout}": row.timeout,
      }),
      ...(row.background === true ? harness.registration.backgroundEntry : {}),
    },
  }));
}

function fillEntry(template: JsonObject, values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [
      key,
      typeof value === "string" && Object.hasOwn(values, value) ? values[value] : value,
    ]),
  );
}

/** `entries` as the object to put under the container's key by hand. */
export function asBlock(entries: readonly PlannedEntry[]): JsonObject {
  const block: Record<string, unknown[]> = {};
  for (const { event, matcher, handler } of entries) (block[event] ??= []).push(asGroup(matcher, handler));
  return block;
}

/** A group that holds one handler. */
export function asGroup(matcher: string | undefined, handler: JsonObject): JsonObject {
  return matcher === undefined ? { hooks: [handler] } : { matcher, hooks: [handler] };
}

/** An event and its matcher as an operator reads them. */
export function slotName(entry: { readonly event: string; readonly matcher: string | undefined }): string {
  return entry.matcher === undefined ? entry.event : `${entry.event} ${entry.matcher}`;
}
