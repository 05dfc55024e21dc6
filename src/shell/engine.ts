/** The frame of every reading by the engine; which languages and programs it knows is up to who calls. */
import { withoutMarkers } from "./hole.ts";
import { giveUp, Missing, outerFrame, Stop, type Ways } from "./job.ts";
import { launch } from "./launch.ts";
import type { ShellLanguage, ShellReading, ShellSurroundings } from "./reading.ts";

/** What a reading is made with. */
export type Parts = Omit<Ways, "launch">;

/**
 * The commands that `text` would run. Throws {@link Missing} where `parts` lack something, and nothing else; looks at
 * nothing but its arguments and the clock.
 */
export function readWith(
  parts: Parts,
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading {
  const frame = outerFrame(text, language, surroundings, { ...parts, launch });
  const { job } = frame;
  try {
    parts.read(frame, withoutMarkers(text), language, undefined);
  } catch (error) {
    if (error instanceof Missing) throw error;
    // The outermost bounds: what was found so far still counts.
    giveUp(
      job,
      error instanceof Stop ? error.message : error instanceof RangeError ? "nested too deeply" : "failed",
    );
  }
  return { text, language, commands: job.commands, incomplete: job.incomplete };
}

/** {@link readWith} for parts that are not all of them; undefined where one was missing. */
export function readPartly(...all: Parameters<typeof readWith>): ShellReading | undefined {
  try {
    return readWith(...all);
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}
