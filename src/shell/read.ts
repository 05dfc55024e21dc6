/** The whole shell engine: every language, every program. It brings in the parser and is the largest module of all. */
import { readCmd } from "./cmd.ts";
import { readWith } from "./engine.ts";
import type { Frame, Output } from "./job.ts";
import { readPowershell } from "./powershell.ts";
import { programHandler } from "./programs.ts";
import { windowsHandler } from "./programs_windows.ts";
import type { Range, ShellLanguage, ShellReading, ShellSurroundings } from "./reading.ts";
import { readPosix, walkBody } from "./walk.ts";

const PARTS = {
  read: readText,
  walk: walkBody,
  handlerOf: (name: string) => windowsHandler(name) ?? programHandler(name),
};

/** The commands that `text` would run. Never throws; looks at nothing but its arguments and the clock. */
export function readShell(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading {
  return readWith(PARTS, text, language, surroundings);
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
