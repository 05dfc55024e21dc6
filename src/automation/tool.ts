/** A program that a project uses on its files: how a project shows it, where it lies, and how it is called. */
import type { Os } from "../base/platform.ts";

/** A file that shows that a folder uses a tool. */
export interface Config {
  readonly name: string;
  /** Only this part of the file counts; undefined where the file does not speak of the tool. */
  readonly part?: (text: string) => string | undefined;
  /** It shows the kind of project only: nothing in it decides what the tool runs. */
  readonly marker?: true;
}

/** Files of one folder that one call works on. */
export interface Batch {
  readonly files: readonly string[];
  /** The folder of the configuration: where the tool is started. */
  readonly folder: string;
  readonly root: string;
  readonly os: Os;
}

/** What a tool has put out. */
export interface Output {
  readonly out: string;
  readonly err: string;
}

/** One thing that a tool has to say about a file. */
export interface Issue {
  readonly file: string;
  readonly text: string;
}

/** A tool. */
export interface Tool {
  readonly id: string;
  /** Extensions of the files that it works on, without dots. */
  readonly extensions: readonly string[];
  /** Any of them makes a folder one that uses the tool; undefined: the project's root, whatever is in it. */
  readonly configs: readonly Config[] | undefined;
  /** Only files for which this holds. `path` is relative to the root, with `/`. */
  readonly only?: (path: string) => boolean;
  /** Names of the program; the first that is found counts. */
  readonly programs: readonly string[];
  /** Where a project keeps it: `node_modules/.bin`, `.venv/bin`, `vendor/bin`. */
  readonly home?: "node" | "python" | "php";
  /** A copy on the search path will do, too. */
  readonly onPath: boolean;
  /** For `node`: the script below `node_modules`, for systems on which the link cannot be started. */
  readonly script?: string;
  /** The argument lists of the calls, one each. */
  readonly calls: (batch: Batch) => readonly (readonly string[])[];
  /** What the output says about the files; without it nothing is read. */
  readonly read?: (output: Output, batch: Batch) => readonly Issue[];
}
