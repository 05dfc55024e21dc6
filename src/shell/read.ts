/** The entry of the shell engine. It brings in the parser and is loaded only when a command line needs it. */
import { readCmd } from "./cmd.ts";
import { withoutMarkers } from "./hole.ts";
import { type Frame, giveUp, type Job, maxSteps, type Output, Stop } from "./job.ts";
import { launch } from "./launch.ts";
import { readPowershell } from "./powershell.ts";
import type { Range, ShellLanguage, ShellReading, ShellSurroundings } from "./reading.ts";
import { outerScope } from "./scope.ts";
import { readPosix, walkBody } from "./walk.ts";

/** Rounds of literal loops that are tried one by one, over the whole line. */
const MAX_ROUNDS = 1_000;

/** The commands that `text` would run. Never throws; looks at nothing but its arguments and the clock. */
export function readShell(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading {
  const job: Job = {
    surroundings,
    commands: [],
    holes: [],
    files: new Map(),
    unset: new Map(),
    incomplete: undefined,
    steps: 0,
    maxSteps: maxSteps(text.length),
    rounds: MAX_ROUNDS,
    nounset: false,
    launch,
    read: readText,
    walk: walkBody,
  };
  const frame: Frame = {
    job,
    language,
    source: "",
    place: undefined,
    scope: outerScope(surroundings.cwd),
    via: [],
    conditional: false,
    background: false,
    pipedFrom: [],
    stdin: undefined,
    inherited: [],
    rehearsing: false,
    calling: [],
    depth: 0,
  };
  try {
    readText(frame, withoutMarkers(text), language, undefined);
  } catch (error) {
    // The outermost bounds: what was found so far still counts.
    giveUp(
      job,
      error instanceof Stop ? error.message : error instanceof RangeError ? "nested too deeply" : "failed",
    );
  }
  return { text, language, commands: job.commands, incomplete: job.incomplete };
}

function readText(frame: Frame, text: string, language: ShellLanguage, place: Range | undefined): Output {
  const inner = { ...frame, language, place };
  switch (language) {
    case "posix":
      return readPosix(inner, text);
    case "powershell":
      return readPowershell(inner, text);
    case "cmd":
      return readCmd(inner, text);
  }
}
