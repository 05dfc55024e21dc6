/** The shell engine without the readers of Windows' shells. */
import { readPartly } from "./engine.ts";
import { type Frame, type Handler, Missing, type Output } from "./job.ts";
import { programHandler } from "./programs.ts";
import type { Range, ShellLanguage, ShellReading, ShellSurroundings } from "./reading.ts";
import { readPosix, walkBody } from "./walk.ts";
import { isWindowsShell } from "./windows_shell.ts";

const missing: Handler = () => {
  throw new Missing();
};
const PARTS = {
  read: readText,
  walk: walkBody,
  handlerOf: (name: string) => isWindowsShell(name) ? missing : programHandler(name),
};

/** What `readShell` gives for a POSIX line; undefined where it needs the other languages. */
export function readPosixLine(text: string, surroundings: ShellSurroundings): ShellReading | undefined {
  return readPartly(PARTS, text, "posix", surroundings);
}

function readText(frame: Frame, text: string, language: ShellLanguage, place: Range | undefined): Output {
  if (language !== "posix") throw new Missing();
  return readPosix({ ...frame, language, place }, text);
}
