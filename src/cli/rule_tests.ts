/** `garfio rules test`: a team's own cases, run through its rules as a hook would. */
import { isObject, type JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import { type Action, ACTIONS } from "../policy/action.ts";
import type { RuleSources } from "../policy/rule_sources.ts";
import { findEvent, loadContract } from "../contract/contract.ts";
import { canonicalCall } from "../contract/tool.ts";
import { translate } from "../contract/translate.ts";
import { judgeRules } from "../guard/custom_rules.ts";
import { buildCall } from "../hook/call.ts";
import type { Request } from "../hook/request.ts";
import { loadPolicy } from "../policy/policy.ts";
import { JsoncError, readJsonc } from "../rule/jsonc.ts";
import type { Io } from "./io.ts";
import { printJson } from "./registration.ts";

/** One case: what is called, and what the rules should say. */
interface RuleCase {
  readonly name: string;
  readonly payload: JsonObject;
  readonly expect: Action;
  readonly rule: string | undefined;
}

interface Result {
  readonly name: string;
  readonly expect: Action;
  readonly got: Action;
  readonly rule: string | undefined;
  readonly ok: boolean;
}

/** Milliseconds. */
const TIME_FOR_A_CASE = 10_000;
const LARGEST = 4 * 1024 * 1024;

/** Runs the cases in `file`; the exit code is 1 where one misses or the file is wrong. */
export async function runRuleTests(
  sources: RuleSources,
  file: string,
  json: boolean,
  io: Io,
): Promise<number> {
  const { cases, problems } = readCases(file, sources);
  const results: Result[] = [];
  for (const one of cases) results.push(await runCase(one, sources, io));
  const missed = results.filter(({ ok }) => !ok);
  const ok = missed.length === 0 && problems.length === 0 && results.length > 0;
  if (json) {
    printJson(io, {
      ok,
      file,
      passed: results.length - missed.length,
      missed: missed.length,
      results,
      problems,
    });
    return ok ? 0 : 1;
  }
  const width = Math.min(60, Math.max(4, ...results.map(({ name }) => name.length)));
  const rows = results.map(({ name, expect, got, rule, ok }) =>
    `${ok ? "ok  " : "MISS"}  ${oneLine(name, width).padEnd(width)}  ${expect.padEnd(6)}  ${got.padEnd(6)}  ${
      rule ?? ""
    }`
      .trimEnd()
  );
  io.write(
    `${
      [
        ...(results.length === 0 ? [] : [`      ${"case".padEnd(width)}  expect  got     rule`]),
        ...rows,
        ...problems.map((problem) => `${file}: ${problem}`),
        results.length === 0
          ? "There is no case to run."
          : `${results.length - missed.length} of ${results.length} as expected.`,
      ].join("\n")
    }\n`,
  );
  return ok ? 0 : 1;
}

/** What the rules say of one case, whatever the profile would make of it. A project's rules need no approval here. */
async function runCase(
  { name, payload, expect, rule }: RuleCase,
  sources: RuleSources,
  io: Io,
): Promise<Result> {
  const contract = loadContract(io.assets, "claude-code")!;
  const found = findEvent(contract, String(payload["hook_event_name"]));
  if (found === undefined) return { name, expect, got: "off", rule: undefined, ok: expect === "off" };
  const place = { ...io, clock: Date.now };
  const event = translate(contract, found.event, payload, place, canonicalCall);
  const policy = await loadPolicy(io, sources.projectRoot);
  const request: Request = {
    args: [],
    input: { payload },
    env: io.env,
    cwd: event.cwd,
    os: io.os,
    clock: Date.now,
    parentPid: 0,
    assets: io.assets,
  };
  const rules: RuleSources = { ...sources, assumeApproved: true };
  const built = buildCall(request, event, policy, sources.projectRoot, Date.now() + TIME_FOR_A_CASE);
  const finding = await judgeRules({ ...built, settings: { ...built.settings, rules } });
  const got: Action = finding === undefined ? "off" : finding.atMost ?? "deny";
  return {
    name,
    expect,
    got,
    rule: finding?.rule,
    ok: got === expect && (rule === undefined || rule === finding?.rule),
  };
}

/** JSONL, or JSONC with a list of cases or `{ "cases": [ … ] }`. */
function readCases(file: string, sources: RuleSources): { cases: RuleCase[]; problems: string[] } {
  const problems: string[] = [];
  const cases: RuleCase[] = [];
  for (const { value, where } of rawCases(file, problems)) {
    const one = asCase(value, sources.projectRoot);
    if (typeof one === "string") problems.push(`${where}: ${one}`);
    else cases.push(one);
  }
  return { cases, problems };
}

function rawCases(file: string, problems: string[]): { value: unknown; where: string }[] {
  let text: string;
  try {
    if (Deno.statSync(file).size > LARGEST) throw new Error("larger than 4 MiB");
    text = Deno.readTextFileSync(file);
  } catch {
    problems.push("there is no such file, or it cannot be read");
    return [];
  }
  const isLines = /\.jsonl$/i.test(file);
  if (!isLines) {
    try {
      const { value, lineOf } = readJsonc(text);
      const list = Array.isArray(value) ? value : isObject(value) ? value["cases"] : undefined;
      if (!Array.isArray(list)) {
        problems.push('a file of cases holds a list: [ { "command": …, "expect": … } ]');
        return [];
      }
      const prefix = Array.isArray(value) ? "" : "cases/";
      return list.map((value, at) => ({ value, where: `line ${lineOf(`${prefix}${at}`)}` }));
    } catch (error) {
      if (!(error instanceof JsoncError)) throw error;
      problems.push(`line ${error.line}: ${error.message}`);
      return [];
    }
  }
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "" || line.trim().startsWith("//")) return [];
    const where = `line ${at + 1}`;
    try {
      return [{ value: readJsonc(line).value, where }];
    } catch (error) {
      problems.push(`${where}: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
}

/** The case in `value`; a text says what is wrong with it. */
function asCase(value: unknown, root: string): RuleCase | string {
  if (!isObject(value)) return 'a case is an object: { "command": …, "expect": … }';
  const known = [
    "name",
    "command",
    "shell",
    "tool",
    "input",
    "prompt",
    "event",
    "cwd",
    "expect",
    "rule",
    "because",
    "response",
  ];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) return `"${unknown.slice(0, 60)}" is not known; a case has ${known.join(", ")}`;
  const { command, tool, input, prompt, expect } = value;
  const action = expect === "silent" || expect === "allow" || expect === false
    ? "off"
    : ACTIONS.find((one) => one === expect);
  if (action === undefined) return `"expect" takes ${ACTIONS.join(", ")} (off: no rule fits)`;
  const text = (key: string) => typeof value[key] === "string" ? value[key] as string : undefined;
  const call = typeof command === "string"
    ? { tool_name: text("shell") === "powershell" ? "PowerShell" : "Bash", tool_input: { command } }
    : typeof tool === "string"
    ? { tool_name: tool, tool_input: isObject(input) ? input : {} }
    : typeof prompt === "string"
    ? { prompt }
    : undefined;
  if (call === undefined) return 'a case has a "command", a "tool" with its "input", or a "prompt"';
  const event = text("event") ?? (typeof prompt === "string" ? "UserPromptSubmit" : "PreToolUse");
  const name = text("name") ?? text("command") ?? text("prompt") ??
    `${text("tool")} ${JSON.stringify(input ?? {})}`;
  return {
    name: oneLine(name, 200),
    payload: {
      session_id: "rules-test",
      hook_event_name: event,
      cwd: text("cwd") ?? root,
      ...call,
      ...(value["response"] === undefined ? {} : { tool_response: value["response"] }),
    },
    expect: action,
    rule: text("rule"),
  };
}
