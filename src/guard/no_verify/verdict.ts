/** What one part of the guard thinks of one command. */
import type { OneShotSetting } from "./git_run.ts";

export interface Verdict {
  /** `ask`: it is likely, or only the operator can tell. */
  readonly action: "deny" | "ask";
  /** What does it, for the message. */
  readonly found: string;
  /** Which part of the guard says so. */
  readonly rule: string;
}

/** The stronger of two verdicts; the first where they are equal. */
export function stronger(one: Verdict | undefined, other: Verdict | undefined): Verdict | undefined {
  return one === undefined || (one.action === "ask" && other?.action === "deny") ? other : one;
}

/** What a setting that holds for one call only does to that call's hooks. */
export function settingVerdict({ key, certain, written }: OneShotSetting): Verdict | undefined {
  if (key === "core.hookspath") return { action: "deny", found: written, rule: "config" };
  const includes = key === "include.path" || key.startsWith("includeif.");
  const couldBe = !certain && ("core.hookspath".startsWith(key) || "include.path".startsWith(key));
  return includes || couldBe ? { action: "ask", found: written, rule: "config" } : undefined;
}
