/**
 * Keeps the rules that code is checked against from being changed instead of the code: the files of linters,
 * formatters, type checkers and hook managers, through file tools and through the shell. A file that is not there yet
 * has no rule that could be loosened. Files of pipelines are changed for many good reasons; there only what lets a
 * failed check pass is pointed out.
 */
import { isAbsent } from "../base/errors.ts";
import { readSmall } from "../base/read_small.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";
import { mayNameRules } from "./config_protection/marks.ts";
import { type RuleFile, ruleFileOf } from "./config_protection/rule_files.ts";
import { type Touched, touchedFiles } from "./config_protection/touched.ts";

/** What lets a step of a pipeline fail without a consequence. */
const LOOSENS =
  /continue-on-error:\s*true|allow_failure:\s*true|continueOnError:\s*true|\|\|\s*(?:true|:|exit 0)|if:\s*(?:\$\{\{\s*)?false|when:\s*(?:never|manual)|--no-verify/g;

/** Finds a change of a file with rules. */
export async function judgeConfigProtection(call: Call): Promise<Finding | undefined> {
  if (call.command !== undefined && !mayNameRules(call.command)) return undefined;
  let asked: Finding | undefined;
  for (const touched of await touchedFiles(call, mayNameRules)) {
    call.checkTime();
    const finding = judge(call, touched);
    if (finding !== undefined && finding.atMost === undefined) return finding;
    if (finding?.atMost === "ask" || asked === undefined) asked = finding ?? asked;
  }
  return asked;
}

function judge(call: Call, touched: Touched): Finding | undefined {
  const file = touched.paths.map((path) => ruleFileOf(path, call.os)).find((one) => one !== undefined);
  if (file === undefined) return undefined;
  // An edit that names what it replaces presupposes the file, wherever the call is looked at from.
  const presupposed = touched.how === "write" && !touched.whole && touched.oldText !== undefined;
  if (touched.exists !== true && !presupposed && touched.paths.every(isMissing)) return undefined;
  const action = actionOf(file, touched, call.settings.profile === "strict");
  if (action === undefined) return undefined;
  return {
    values: { path: touched.shown, kind: file.tool },
    ...(action === "deny" ? {} : { atMost: action }),
    ...(touched.range === undefined ? {} : { range: touched.range }),
    rule: `config-protection/${file.kind}`,
  };
}

function actionOf(
  file: RuleFile,
  { how, text, oldText, whole, paths }: Touched,
  isStrict: boolean,
): "deny" | "ask" | "advise" | undefined {
  if (how !== "write") return "ask";
  if (file.kind !== "pipeline") return "deny";
  const before = whole ? readSmall(paths[0]!) : oldText;
  return countLoosened(text) > countLoosened(before) ? (isStrict ? "ask" : "advise") : undefined;
}

function countLoosened(text: string | undefined): number {
  return text?.match(LOOSENS)?.length ?? 0;
}

/** A link that leads nowhere is there, and so is what cannot be looked at. */
function isMissing(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return false;
  } catch (error) {
    return isAbsent(error);
  }
}
