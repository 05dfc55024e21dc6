/** The name of a program. */
import type { Os } from "../base/platform.ts";

/** The program in a first word: without folder and `.exe`, in lower case where `os` ignores case. */
export function programName(text: string, os: Os): string {
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
  return os === "linux" ? name : name.toLowerCase();
}
