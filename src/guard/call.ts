/** A tool call as guards see it: canonical, with paths and new text already found, whichever tool it is. */
import type { Surroundings } from "../base/folders.ts";
import type { Event } from "../contract/event.ts";
import type { Effects } from "../effect/effect.ts";
import type { Profile } from "../policy/action.ts";
import type { Operation } from "../state/operation.ts";
import type { RuleSources } from "../policy/rule_sources.ts";
import type { ShellReading } from "../shell/reading.ts";

/** One file that the call would change. */
export interface Target {
  /** The path as the call gives it. */
  readonly path: string;
  /** `path` as an absolute path, against the call's working directory, links not followed. */
  readonly absolute: string;
  /** The text that the call brings in: whole content, replacement text, cell source, added lines of a patch. */
  readonly text: string;
  /** The text that is replaced, where the tool names it. */
  readonly oldText: string | undefined;
  /** `content`: `text` is the whole new file. `part`: it replaces a part. `cell`: a notebook cell. `delete`: the file goes. */
  readonly form: "content" | "part" | "cell" | "delete";
}

/** Settings that guards read; from the policy. */
export interface GuardSettings {
  /** The header that the project declares, such as `SPDX-License-Identifier: MIT`. */
  readonly header: string | undefined;
  /** The profile that holds. */
  readonly profile?: Profile;
  /** The operator allows running `git` to read what a commit would add. */
  readonly runGit?: boolean;
  /** A server of tools that does not answer is only warned of. */
  readonly mcpFailOpen?: boolean;
  /** Where rules of the operator and of the project come from; undefined where there are none. */
  readonly rules?: RuleSources;
}

/** A tool call with its surroundings. */
export interface Call extends Surroundings {
  readonly event: Event;
  readonly home: string | undefined;
  /** The working directory of the call. */
  readonly cwd: string;
  /** The git root above the working directory, else the working directory itself. Links followed. */
  readonly root: () => string;
  /** The files that the tool would change; empty for tools that change none. */
  readonly targets: readonly Target[];
  /** The command line of a shell tool. */
  readonly command: string | undefined;
  /** What the command line would run, read once per event. Undefined for tools that are no shell. */
  readonly shell: () => Promise<ShellReading | undefined>;
  /** What the call would do: read once per event. */
  readonly effects: () => Promise<Effects>;
  readonly settings: GuardSettings;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Puts a line into the audit log; undefined where somebody only looks on, so that nothing may be kept. */
  readonly keep?: ((operation: Operation) => Promise<void>) | undefined;
  /** Throws when the time for guards is used up; long loops call it now and then. */
  readonly checkTime: () => void;
}
