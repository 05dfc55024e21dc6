/** From a call to its effects. */
import type { Environment } from "../base/environment.ts";
import type { JsonObject } from "../base/json.ts";
import type { Os } from "../base/platform.ts";
import type { ShellReading } from "../shell/reading.ts";
import type { Effects } from "./effect.ts";

/** One file that a file tool changes, as `src/guard/targets.ts` finds it. */
export interface FileChange {
  readonly absolute: string;
  readonly text: string;
  readonly form: "content" | "part" | "cell" | "delete";
}

/** What effects are found in. */
export interface EffectInput {
  readonly toolName: string | undefined;
  readonly toolInput: JsonObject | undefined;
  readonly cwd: string;
  readonly root: string;
  readonly home: string | undefined;
  readonly os: Os;
  readonly env: Environment;
  readonly changes: readonly FileChange[];
  /** What the command line would run; undefined for tools that are no shell. */
  readonly reading: ShellReading | undefined;
  readonly checkTime: () => void;
}

/** Every effect of the call, in order. Never throws for odd input; the file system is looked at, never changed. */
export function findEffects(input: EffectInput): Effects {
  return { list: [], incomplete: input.reading?.incomplete };
}
