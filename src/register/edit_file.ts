/**
 * A file that is ours as a whole: a plugin of the harness that hands its events to us, or a script for one of them. Its
 * beginning says whose it is; one object in a plugin says what to start on which event, one line of a script starts it.
 */
import { isObject, type JsonObject } from "../base/json.ts";
import { commandLine } from "./command_line.ts";
import { commandWords } from "./command_words.ts";
import type { FoundEntry } from "./edit.ts";
import type { EditJob } from "./json_shape.ts";
import { readOurs } from "./ours.ts";
import { pluginText, scriptText } from "./plugin_text.ts";
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
  const { surface, place, harness } = job;
  const name = String(typeof surface.template === "string" ? surface.template : surface.template?.[place.os]);
  const settings = settingsFor(job);
  if (!/\.js$/.test(name)) {
    return scriptText(harness.assets, name).replace("{line}", () => startLine(job, settings));
  }
  const template = pluginText(harness.assets, name, `// ${mark(job)}`);
  const start = template.indexOf(BEGIN);
  const end = template.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the template ${name} has no place for settings`);
  return `${template.slice(0, start)}${BEGIN} ${JSON.stringify(settings)} ${template.slice(end)}`;
}

/** The line of a script that starts the program for its one event. */
function startLine({ harness, place, planned }: EditJob, { command, leading }: PluginSettings): string {
  const words = [command, ...leading, ...planned[0]!.arguments];
  return commandLine(words, harness.registration.shell?.[place.os] ?? "posix");
}

/** Undefined: the file goes. A file of somebody else stays as it is. */
export function removeFile(text: string, job: EditJob): string | undefined {
  return isOurFile(text, job) ? undefined : text;
}

/** One entry for each event that the file hands on. */
export function findInFile(text: string, job: EditJob): FoundEntry[] {
  if (!isOurFile(text, job)) return [];
  const settings = readPluginSettings(text);
  if (settings === undefined) return inScript(text, job);
  const { command, leading, contract, events } = settings;
  return events.flatMap((event) => {
    const handler: JsonObject = { command, args: [...leading, "hook", "--contract", contract, event] };
    const ours = readOurs(handler, job.harness);
    return ours === undefined
      ? []
      : [{ event, matcher: undefined, handler: { ...handler, ...timing(settings) }, ours }];
  });
}

/** A script is one entry: its last line but what hands on the input, and the exit code, starts the program. */
function inScript(text: string, { harness }: EditJob): FoundEntry[] {
  for (const line of text.split("\n")) {
    const start = /^(?:exec |.*\| )(.*)$/.exec(line.replace(/\r$/, ""))?.[1];
    const words = start === undefined ? undefined : commandWords(start);
    if (words === undefined) continue;
    const handler: JsonObject = { command: words[0], args: words.slice(1) };
    const ours = readOurs(handler, harness);
    if (ours !== undefined) return [{ event: ours.event, matcher: undefined, handler, ours }];
  }
  return [];
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
    events: [...new Set(planned.map(({ event }) => event))],
    failClosed: planned.some(({ row }) => row.failClosed === true),
  };
}

function mark({ harness }: EditJob): string {
  return `Garfio ${harness.id}: written by garfio install, do not edit`;
}

/** The mark stands in the first line, or below the one that names an interpreter. */
function isOurFile(text: string, job: EditJob): boolean {
  return text.split(/\r?\n/, 2).some((line) => line.replace(/^(?:\/\/|#) /, "") === mark(job));
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

function notOurs(job: EditJob): Refusal {
  return new Refusal(
    "config.unexpected-shape",
    `The file is left as it is: its beginning does not say "${
      mark(job)
    }". Move it away, or remove it, and run the ` +
      "command again.",
  );
}
