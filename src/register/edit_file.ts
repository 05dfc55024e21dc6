/**
 * A file that is ours as a whole: a plugin of the harness that hands its events to us. Its first line says whose it is,
 * and one object in it says what to start on which event.
 */
import { isObject, type JsonObject } from "../base/json.ts";
import type { FoundEntry } from "./edit.ts";
import type { EditJob } from "./json_shape.ts";
import { readOurs } from "./ours.ts";
import { Refusal } from "./refusal.ts";

const BEGIN = "/* garfio:begin */";
const END = "/* garfio:end */";

/** What the plugin is told, as it stands in the file. */
interface PluginSettings {
  readonly command: string;
  readonly leading: readonly string[];
  readonly contract: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** The harness's own names. */
  readonly events: readonly string[];
  /** Whether a call is refused where we give no answer. */
  readonly failClosed: boolean;
}

/** The whole file with the planned entries. @throws Refusal where the file is somebody else's */
export function installFile(text: string, job: EditJob): string {
  if (text.trim() !== "" && !isOurFile(text, job)) throw notOurs(job);
  const template = Deno.readTextFileSync(`${job.harness.assets}/contracts/${job.surface.template}`);
  const start = template.indexOf(BEGIN);
  const end = template.indexOf(END);
  if (start < 0 || end < start) {
    throw new Error(`the template ${job.surface.template} has no place for settings`);
  }
  return `${template.slice(0, start)}${BEGIN} ${JSON.stringify(settingsFor(job))} ${template.slice(end)}`
    .replaceAll("\r\n", "\n");
}

/** Undefined: the file goes. A file of somebody else stays as it is. */
export function removeFile(text: string, job: EditJob): string | undefined {
  return isOurFile(text, job) ? undefined : text;
}

/** One entry for each event that the plugin hands on. */
export function findInFile(text: string, job: EditJob): FoundEntry[] {
  const settings = isOurFile(text, job) ? readPluginSettings(text) : undefined;
  if (settings === undefined) return [];
  const { command, leading, contract, events } = settings;
  return events.flatMap((event) => {
    const handler: JsonObject = { command, args: [...leading, "hook", "--contract", contract, event] };
    const ours = readOurs(handler, job.harness);
    return ours === undefined
      ? []
      : [{ event, matcher: undefined, handler: { ...handler, ...timing(settings) }, ours }];
  });
}

/** The part of an entry that is the same for all events of the file. */
export function timing({ timeout, failClosed }: { timeout: number; failClosed: boolean }): JsonObject {
  return { timeout, failClosed };
}

function settingsFor({ harness, planned }: EditJob): PluginSettings {
  const first = planned[0];
  const command = first?.handler["command"];
  const args = first?.handler["args"];
  if (first === undefined || typeof command !== "string" || !Array.isArray(args)) {
    throw new Error(`the table of ${harness.id} has no entry for its plugin`);
  }
  return {
    command,
    leading: args.slice(0, args.length - first.arguments.length),
    contract: harness.id,
    timeout: Math.max(...planned.map(({ row }) => row.timeout ?? 0)),
    events: planned.map(({ event }) => event),
    failClosed: planned.some(({ row }) => row.failClosed === true),
  };
}

function firstLine({ harness }: EditJob): string {
  return `// Garfio ${harness.id}: written by garfio install, do not edit`;
}

function isOurFile(text: string, job: EditJob): boolean {
  return text.replace(/^\ufeff/, "").startsWith(firstLine(job));
}

function readPluginSettings(text: string): PluginSettings | undefined {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start + BEGIN.length, end));
    if (!isObject(value) || typeof value["command"] !== "string") return undefined;
    const texts = (key: string): string[] =>
      Array.isArray(value[key]) ? value[key].filter((item): item is string => typeof item === "string") : [];
    return {
      command: value["command"],
      leading: texts("leading"),
      contract: String(value["contract"]),
      timeout: Number(value["timeout"]),
      events: texts("events"),
      failClosed: value["failClosed"] === true,
    };
  } catch {
    return undefined;
  }
}

function notOurs({ harness }: EditJob): Refusal {
  return new Refusal(
    "config.unexpected-shape",
    `The file is left as it is: it does not begin as ours does ("${
      firstLine({ harness } as EditJob)
    }"). Move it away, or remove it, and run the command again.`,
  );
}
