/** The shell engine without the reader of POSIX shells and its parser. */
import { readCmd } from "./cmd.ts";
import { readPartly } from "./engine.ts";
import { type Frame, Missing, type Output } from "./job.ts";
import { readPowershell } from "./powershell.ts";
import { programHandler } from "./programs.ts";
import { windowsHandler } from "./programs_windows.ts";
import type { Range, ShellLanguage, ShellReading, ShellSurroundings } from "./reading.ts";

const PARTS = {
  read: readText,
  walk: missing,
  handlerOf: (name: string) => windowsHandler(name) ?? programHandler(name),
};

/** What `readShell` gives for a line of PowerShell or cmd.exe; undefined where it needs the POSIX reader. */
export function readWindowsLine(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading | undefined {
  return readPartly(PARTS, text, language, surroundings);
}

function missing(): Output {
  throw new Missing();
}

function readText(frame: Frame, text: string, language: ShellLanguage, place: Range | undefined): Output {
  if (language === "posix") throw new Missing();
  const inner = { ...frame, language, place };
  return language === "cmd" ? readCmd(inner, text) : readPowershell(inner, text);
}
