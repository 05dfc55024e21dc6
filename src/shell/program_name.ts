/** The name of a program. */
import type { Os } from "../base/platform.ts";

/** The program in a first word: without folder and `.exe`, in lower case where `os` ignores case. */
export function programName(text: string, os: Os): string {
  const last = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  const name = last.slice(-4).toLowerCase() === ".exe" ? last.slice(0, -4) : last;
  return os === "linux" ? name : name.toLowerCase();
}
