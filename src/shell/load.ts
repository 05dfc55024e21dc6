/**
 * Loads as little of the reader as a command line needs. Each of the files that are imported here becomes a bundle of
 * its own; the simple reader takes most lines, and the whole engine is loaded only for a line in which the shells of
 * both worlds start one another.
 */
import type { ShellLanguage, ShellReading, ShellSurroundings } from "./reading.ts";

/** The commands that `text` would run. Never throws; looks at nothing but its arguments and the clock. */
export async function readLine(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): Promise<ShellReading> {
  if (!isInvolved(text)) {
    const { readSimple } = await import("./simple.ts");
    const simple = readSimple(text, language, surroundings);
    if (simple !== undefined) return simple;
  }
  const partly = await readPart(text, language, surroundings);
  if (partly !== undefined) return partly;
  const { readShell } = await import("./read.ts");
  return readShell(text, language, surroundings);
}

/** Whether the simple reader is hardly worth asking: loops, here-documents, programs that start others. */
function isInvolved(text: string): boolean {
  return text.includes("<<") || text.includes("; do ") || text.includes("; then ") || text.includes("$((") ||
    text.includes("xargs ") || text.includes(" -exec ");
}

/** The reading by that part of the engine which the language asks for; undefined where the line needs all of it. */
async function readPart(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): Promise<ShellReading | undefined> {
  // Loading the wrong part first costs more than a look that is wrong now and then.
  if (language === "posix") {
    return mentionsWindows(text)
      ? undefined
      : (await import("./read_posix.ts")).readPosixLine(text, surroundings);
  }
  return mentionsPosix(text)
    ? undefined
    : (await import("./read_windows.ts")).readWindowsLine(text, language, surroundings);
}

function mentionsWindows(text: string): boolean {
  return text.includes("powershell") || text.includes("pwsh") || text.includes("cmd.exe") ||
    text.includes("cmd /");
}

function mentionsPosix(text: string): boolean {
  return text.includes("bash") || text.includes("sh -c") || text.includes("wsl ") || text.includes("ssh ");
}
