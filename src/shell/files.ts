/** Files that the line writes with text that is known, so that `echo … > s.sh && sh s.sh` can be followed. */
import { resolve } from "../base/path.ts";
import { type Field, holesIn, isKnown } from "./hole.ts";
import { type Frame, joined, type Output } from "./job.ts";
import type { ShellRedirect } from "./reading.ts";

/** A redirect as the walker expands it. */
interface Opened {
  readonly seen: ShellRedirect;
  readonly file: Field | undefined;
  readonly text: string | undefined;
}

/** The absolute path that `text` names, or undefined where it is not known. */
export function fileKey(frame: Frame, text: string): string | undefined {
  if (text.startsWith("/dev/fd/")) return text;
  const { scope, job: { surroundings } } = frame;
  if (!isKnown(text)) return undefined;
  if (scope.cwd === undefined) return text.startsWith("/") ? resolve("/", text, surroundings.os) : undefined;
  return resolve(scope.cwd, text, surroundings.os);
}

/** The text of a file that the line has written; undefined: it says nothing of it. */
export function fileText(frame: Frame, text: string): Output {
  if (text === "/dev/null") return "";
  const key = fileKey(frame, text);
  return key === undefined ? undefined : frame.job.files.get(key);
}

/** Notes that the file has got `text`; an unknown text makes the file unknown. */
export function writeFile(frame: Frame, file: string, text: Output, append = false): void {
  const key = fileKey(frame, file);
  if (key === undefined || key.startsWith("/dev/")) return;
  const { files } = frame.job;
  const whole = append ? joined(files.get(key), text) : text;
  if (whole === undefined) files.delete(key);
  else files.set(key, whole);
}

/** What a redirect of the standard input changes; undefined: it is not one. */
export function readInput(frame: Frame, { seen, file, text }: Opened): Partial<Frame> | undefined {
  if ((seen.descriptor ?? 0) !== 0 || !seen.operator.startsWith("<")) return undefined;
  if (text !== undefined) {
    const from = holesIn(frame.job.holes, text).flatMap((hole) => hole.from);
    return { stdin: text, pipedFrom: from };
  }
  if (file === undefined) return undefined;
  const from = holesIn(frame.job.holes, file.text).flatMap((hole) => hole.from);
  return { stdin: fileText(frame, file.text), pipedFrom: from };
}

/** Puts `output` into the file that the standard output goes to; what is left is printed. */
export function keepOutput(frame: Frame, redirects: readonly Opened[], output: Output): Output {
  let left = output;
  for (const { seen, file } of redirects) {
    const { operator, descriptor } = seen;
    if (file === undefined || operator === "<>" || !operator.includes(">")) continue;
    if ((descriptor ?? 1) !== 1) continue;
    writeFile(frame, file.text, left, operator.includes(">>"));
    left = "";
  }
  return left;
}
