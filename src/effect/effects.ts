/** From a call to its effects. */
import type { Environment } from "../base/environment.ts";
import type { JsonObject } from "../base/json.ts";
import type { Os } from "../base/platform.ts";
import type { ShellReading } from "../shell/reading.ts";
import { commandEffects } from "./commands.ts";
import type { Effect, Effects } from "./effect.ts";
import { fileToolEffects } from "./file_tools.ts";
import { makeGround } from "./ground.ts";
import type { Sink } from "./invocation.ts";
import { scriptEffects } from "./scripts.ts";

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

const NOTHING: ShellReading = { text: "", language: "posix", commands: [], incomplete: undefined };

/**
 * Every effect of the call, in order; those of scripts that it starts come last. Never throws for odd input; the file
 * system is looked at, never changed.
 */
export async function findEffects(input: EffectInput): Promise<Effects> {
  const sink: Sink & { list: Effect[] } = {
    list: [],
    ground: makeGround(input),
    reading: input.reading ?? NOTHING,
  };
  if (input.reading === undefined) fileToolEffects(sink, input);
  else {
    commandEffects(sink);
    await scriptEffects(sink);
  }
  return { list: sink.list, incomplete: input.reading?.incomplete };
}
