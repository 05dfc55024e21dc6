/** A real client: where it comes from, how it is pointed at the scripted model, and how it is told to do something. */
import type { JsonObject } from "../../src/base/json.ts";
import type { Call } from "./model.ts";

/** Where one run takes place. */
export interface World {
  readonly home: string;
  readonly project: string;
  /** Programs of ours in front of the machine's: see `scenario.ts`. */
  readonly bin: string;
  readonly temp: string;
  /** The port of the model. */
  readonly port: number;
}

/** What a client left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Messages to and from a client, one line of JSON each. */
export interface Talk {
  readonly send: (message: JsonObject) => void;
  /** The result of a call; an error ends the run. */
  readonly ask: (method: string, params: JsonObject) => Promise<JsonObject>;
  /** The next message that fits. */
  readonly until: (fits: (message: JsonObject) => boolean) => Promise<JsonObject>;
}

/** One client. */
export interface Client {
  /** The id of its contract. */
  readonly id: string;
  /** Its package in the npm registry. */
  readonly package: string;
  /** The oldest major version of Node that runs it; undefined: it is a program of its own. */
  readonly node?: number;
  /** The words that start it, in the folder that holds its `node_modules`; `node` is put in front where it needs one. */
  readonly program: (modules: string) => string;
  /** Calls of its tools. */
  readonly shell: (command: string) => Call;
  readonly write: (path: string, content: string) => Call;
  readonly edit: (path: string, before: string, after: string) => Call;
  /** Writes its settings, before Garfio is installed. */
  readonly prepare?: (world: World) => void;
  readonly env: (world: World) => Readonly<Record<string, string>>;
  readonly args: (world: World, prompt: string) => readonly string[];
  /** Talks to a client that is not given the prompt as an argument. */
  readonly converse?: (talk: Talk, world: World, prompt: string) => Promise<void>;
  /** What it reports about hooks that failed, to the operator or in a log of its own. */
  readonly faults: (ran: Ran, world: World) => readonly string[];
  /** Variables that `garfio install` is started with besides. */
  readonly installEnv?: Readonly<Record<string, string>>;
  /** What it is called in the command line and in the table, where that is not its contract's id and title. */
  readonly variant?: { readonly id: string; readonly title: string };
  /** What `garfio install` is given, once for each; left out: its own id. */
  readonly install?: readonly (readonly string[])[];
  /** Without a person it ends with the turn, whatever is said at its end. */
  readonly endsWithTurn?: true;
  /** How the operator's consent is given here, if it needs one. */
  readonly consent?: string;
}

/** Writes a file, with its folders. */
export function put(path: string, content: string | object, mode?: number): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  if (mode !== undefined) Deno.chmodSync(path, mode);
}

/** The lines of `text` that fit `pattern`. */
export function linesWith(text: string, pattern: RegExp): string[] {
  return text.split("\n").filter((line) => pattern.test(line)).map((line) => line.trim().slice(0, 300));
}

/** The objects of a stream of JSON lines. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as Record<string, unknown>] : [];
    } catch {
      return [];
    }
  });
}

/** The text of all files below `folder` whose names fit. */
export function logsBelow(folder: string, name: RegExp): string {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) return logsBelow(path, name);
      return entry.isFile && name.test(entry.name) ? Deno.readTextFileSync(path) : "";
    }).join("");
  } catch {
    return "";
  }
}

/** `arch` of npm's names of native packages. */
export const ARCH = Deno.build.arch === "aarch64" ? "arm64" : "x64";
/** `os` of npm's names of native packages. */
export const PLATFORM = Deno.build.os === "windows" ? "win32" : Deno.build.os;
