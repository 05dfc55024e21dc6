/** What a call would do, whatever tool and whatever spelling it comes in. Guards judge effects, not text. */
import type { Range } from "../shell/reading.ts";

/** The closed list of what can happen. */
export type Verb =
  /** A file or folder goes. */
  | "delete"
  /** An existing file loses its content: `>`, `truncate`, `cp`/`mv`/`tee` onto it, Write of an existing file. */
  | "overwrite"
  /** A file is made or changed in part: `>>`, `sed -i`, Edit, a new file. */
  | "write"
  /** A file or folder is moved or renamed; the target is what leaves its place. */
  | "move"
  /** A file's content is read (and may reach the model or be sent). */
  | "read"
  /** Work that is not committed, or commits, stashes and refs that nothing else holds, are lost. */
  | "discard"
  /** History or branches of a remote repository are overwritten or removed. */
  | "rewrite-remote"
  /** A disk, partition or file system is overwritten. */
  | "destroy-device"
  /** Modes or owners of many files change. */
  | "permissions"
  /** Processes are killed broadly, or the machine is brought down. */
  | "kill"
  /** Rows, tables or databases go. */
  | "drop-data"
  /** Infrastructure goes: clusters, volumes, buckets, repositories. */
  | "destroy-resource"
  /** Something becomes public that cannot be taken back. */
  | "publish"
  /** What the network or a decoder gives is run as a program. */
  | "run-unseen"
  /** A program that was not read could do anything: a shell fed from something unknown. */
  | "run-unknown";

/** Where a path lies, nearest description first. */
export type Place =
  /** The root of the file system, or a drive. */
  | "root"
  /** A folder of the operating system, or something in it. */
  | "system"
  /** A home folder itself, or a folder right in it that holds a person's things (`~/Documents`, `~/.ssh`). */
  | "home"
  /** Outside the project, and none of the above or below. */
  | "outside"
  /** The project's root itself, all of it, or a parent of it. */
  | "project"
  /** A `.git` folder or something in it. */
  | "git"
  /** Inside the project and in git's index. */
  | "tracked"
  /** Inside the project, not tracked, or not known to be. */
  | "inside"
  /** Build output, caches and dependencies, which can be made again. */
  | "build"
  /** A temporary folder's content. */
  | "temporary"
  /** A device file that takes bytes for good (`/dev/sda`). */
  | "device"
  /** `/dev/null` and its like. */
  | "nowhere"
  /** It cannot be told where. */
  | "unknown";

/** What an effect hits. */
export interface EffectTarget {
  /** As it would be shown: the path, the ref, the table, the resource. */
  readonly text: string;
  /** The absolute path with links followed, for files whose path is known. */
  readonly path: string | undefined;
  readonly place: Place;
  /** Whether the file exists now; undefined where that cannot be told. */
  readonly exists: boolean | undefined;
  /** The path holds a variable that may be empty, and what it would be then (`"$X/"` is `/`). */
  readonly ifEmpty?: Place;
}

/** One thing that the call would do. */
export interface Effect {
  readonly verb: Verb;
  readonly target: EffectTarget | undefined;
  /** `unknown`: whether it happens, or to what, is decided at run time. */
  readonly certainty: "definite" | "conditional" | "unknown";
  /** What does it, in a few words that an operator knows: `rm -rf`, `git reset --hard`, `DROP TABLE`. */
  readonly what: string;
  /** The row of the table that says so, for `garfio explain`: `rm`, `git/reset`, `sql/drop`. */
  readonly rule: string;
  /** With everything below it, by force, or otherwise beyond the ordinary. */
  readonly recursive: boolean;
  /** On another machine, in a container, or by a service. */
  readonly remote: boolean;
  /** What to do instead, where the row knows something better than the guard's own words. */
  readonly instead: string | undefined;
  /** For file tools and writes whose text is known: what is written. */
  readonly text: string | undefined;
  /** Where it comes from in the command line; undefined for file tools. */
  readonly range: Range | undefined;
}

/** All that was found, in order. */
export interface Effects {
  readonly list: readonly Effect[];
  /** Something could not be read to its end; guards about loss then ask. */
  readonly incomplete: string | undefined;
}
