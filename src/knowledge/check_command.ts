/** Whether a command line ran a check, so that its success is the check's success. */
import { isObject, type JsonObject } from "../base/json.ts";
import type { ShellReading, SimpleCommand } from "../shell/reading.ts";

/**
 * Whether `reading` ran `run` and ended with it: the same words, by itself or behind `cd <folder> &&` and assignments,
 * perhaps with its output redirected; nothing behind it that could succeed in its place, and no wrapper that could
 * swallow its failure.
 *
 * @param isPlace whether a folder is one in which the check may run
 */
export function ranCheck(
  reading: ShellReading,
  run: readonly string[],
  isPlace: (folder: string) => boolean,
): boolean {
  if (reading.incomplete !== undefined) return false;
  const { commands } = reading;
  const last = commands.at(-1);
  if (last === undefined || !hasWords(last, run)) return false;
  if (last.via.length > 0 || last.background || last.pipedFrom.length > 0) return false;
  if (last.cwd === undefined || !isPlace(last.cwd)) return false;
  // A failure must end the line: nothing but what prepares it, each step bound to the next by `&&`.
  const before = commands.slice(0, -1);
  if (
    !before.every((command) =>
      command.name === "cd" || (command.words.length === 0 && command.via.length === 0)
    )
  ) {
    return false;
  }
  const tail = reading.text.slice(last.range.end);
  if (/[|;&]|\n\s*\S/.test(tail.replace(/[0-9]*>&[0-9-]|&>>?/g, " ").replace(/#.*/g, ""))) return false;
  // `!` turns failure into success, and so does being the condition of something.
  const lead = reading.text.slice(0, last.range.start);
  return !/(?:^|[\s;&|({])(?:!|if|while|until)\s*$/.test(lead) && !/\|\||[;\n]/.test(lead);
}

function hasWords({ words }: SimpleCommand, run: readonly string[]): boolean {
  return words.length === run.length &&
    words.every(({ value, glob }, index) => !glob && value === run[index]);
}

/** Whether a command succeeded, as far as the harness tells. */
export function outcomeOf(response: unknown, input: JsonObject | undefined): "passed" | "failed" | "unknown" {
  // In the background its start has succeeded, nothing more.
  if (input?.["run_in_background"] === true) return "failed";
  if (!isObject(response)) return "unknown";
  for (const key of ["exit_code", "exitCode", "returnCode", "status"]) {
    if (typeof response[key] === "number") return response[key] === 0 ? "passed" : "failed";
  }
  if (response["interrupted"] === true || response["is_error"] === true || response["backgroundTaskId"]) {
    return "failed";
  }
  // This form is sent only for a command that ended with 0; a failure comes as an event of its own.
  return typeof response["stdout"] === "string" && response["interrupted"] === false ? "passed" : "unknown";
}
