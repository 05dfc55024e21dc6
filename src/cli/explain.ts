import { resolve } from "../base/path.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import type { Effect } from "../effect/effect.ts";
import type { Call } from "../guard/call.ts";
import { answer } from "../hook/answer.ts";
import type { Seen } from "../hook/request.ts";
import type { ShellReading, SimpleCommand } from "../shell/reading.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, printJson } from "./registration.ts";

/** `garfio explain`: the way from a command line, or from any event, to what the harness would get. */
export const EXPLAIN: Command = {
  name: "explain",
  summary: "Show what a command would do, what each guard says and why, and what the harness would get.",
  usage: "'<command>' [--shell bash|powershell] [--project DIR] [--json], or explain --event FILE",
  operands: 1,
  options: [
    { name: "event", value: "FILE", summary: "A hook payload instead of a command; - for standard input." },
    { name: "harness", value: "ID", summary: "Whose dialect the payload is in; without it, Claude Code's." },
    {
      name: "shell",
      value: "SHELL",
      choices: ["bash", "powershell"],
      summary: "The language of the command; without it, bash.",
    },
    {
      name: "project",
      value: "DIR",
      summary: "The working folder of the call; without it, the current one.",
    },
    JSON_OPTION,
  ],
  run,
};

async function run(values: Values, io: Io): Promise<number> {
  const payload = readPayload(values, io);
  const event = typeof payload["hook_event_name"] === "string" ? payload["hook_event_name"] : "PreToolUse";
  const harness = values.text("harness");
  const seen: Seen[] = [];
  let call: Call | undefined;
  const reply = await answer({
    args: [...(harness === undefined ? [] : ["--contract", harness]), event],
    input: { payload },
    env: io.env,
    cwd: io.cwd,
    os: io.os,
    clock: Date.now,
    parentPid: 0,
    assets: io.assets,
    observer: { call: (asked) => call = asked, heard: (item) => seen.push(item) },
  });
  const reading = await call?.shell();
  const effects = await call?.effects();
  if (values.has("json")) {
    printJson(io, {
      event,
      command: call?.command,
      commands: reading?.commands.map(describeCommand),
      incomplete: reading?.incomplete ?? effects?.incomplete,
      effects: effects?.list,
      guards: seen.map(({ id, policy, finding, action }) => ({
        id,
        policy: policy.value,
        source: policy.source,
        action: action ?? "nothing",
        rule: finding?.rule,
        range: finding?.range,
        values: finding?.values,
      })),
      reply: {
        stdout: reply.stdout === "" ? undefined : parsed(reply.stdout),
        stderr: reply.stderr.trim(),
        code: reply.code,
      },
    });
    return 0;
  }
  io.write(`${
    [
      ...(call?.command === undefined ? [] : underline(call.command, seen)),
      ...commandTree(reading),
      ...effectTable(effects?.list ?? []),
      ...(effects?.incomplete === undefined ? [] : ["", `Not read to its end: ${effects.incomplete}`]),
      ...guardTable(seen),
      "",
      "The harness would get",
      ...(reply.stdout === "" ? ["  nothing: silence leaves the decision to it"] : [`  ${reply.stdout}`]),
      ...(reply.stderr === "" ? [] : [`  on standard error: ${reply.stderr.trim()}`]),
    ].join("\n")
  }\n`);
  return 0;
}

function readPayload(values: Values, io: Io): JsonObject {
  const cwd = resolve(io.cwd, values.text("project") ?? ".", io.os);
  const file = values.text("event");
  const [command] = values.operands;
  if ((file === undefined) === (command === undefined)) {
    throw new UsageError("Give a command in quotes, or --event FILE.");
  }
  if (file === undefined) {
    const tool = values.text("shell") === "powershell" ? "PowerShell" : "Bash";
    return {
      session_id: "explain",
      cwd,
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: { command },
    };
  }
  let text: string;
  try {
    text = file === "-"
      ? new TextDecoder().decode(readAll())
      : Deno.readTextFileSync(resolve(io.cwd, file, io.os));
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
  const value = parsed(text);
  if (!isObject(value)) throw new UsageError(`${file} holds no JSON object.`);
  return "cwd" in value ? value : { ...value, cwd };
}

function readAll(): Uint8Array {
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = new Uint8Array(65_536);
    const step = Deno.stdin.readSync(part);
    if (step === null) break;
    parts.push(part.subarray(0, step));
  }
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of the command, with marks under what a guard spoke about. */
function underline(command: string, seen: readonly Seen[]): string[] {
  const ranges = seen.map(({ finding }) => finding?.range).filter((range) => range !== undefined);
  const lines: string[] = [];
  let start = 0;
  for (const line of command.slice(0, 4_000).split("\n")) {
    lines.push(line);
    const marks = [...line].map((_, index) =>
      ranges.some((range) => range.start <= start + index && start + index < range.end) ? "^" : " "
    ).join("").trimEnd();
    if (marks !== "") lines.push(marks);
    start += line.length + 1;
  }
  return lines;
}

function describeCommand(command: SimpleCommand) {
  return {
    words: command.words.map(({ value, raw }) => value ?? raw),
    unknown: command.words.filter(({ value }) => value === undefined).map(({ raw }) => raw),
    cwd: command.cwd,
    via: command.via,
    conditional: command.conditional,
    background: command.background,
    pipedFrom: command.pipedFrom.map(({ name }) => name ?? "?"),
    range: command.range,
  };
}

function commandTree(reading: ShellReading | undefined): string[] {
  if (reading === undefined) return [];
  const lines = ["", `Commands (${reading.commands.length})`];
  for (const command of reading.commands.slice(0, 100)) {
    const { words, cwd, via, conditional, background, pipedFrom } = describeCommand(command);
    const notes = [
      via.length === 0 ? undefined : `via ${via.join(" > ")}`,
      conditional ? "conditional" : undefined,
      background ? "in the background" : undefined,
      pipedFrom.length === 0 ? undefined : `fed by ${pipedFrom.join(", ")}`,
      cwd === undefined ? "in an unknown folder" : `in ${cwd}`,
    ].filter((note) => note !== undefined);
    const assignments = words.length === 0
      ? command.assignments.map(({ name }) => `${name}=…`).join(" ")
      : "";
    lines.push(
      `  ${oneLine(words.join(" ") || assignments || "(redirects only)", 160)}  [${notes.join("; ")}]`,
    );
  }
  return lines;
}

function effectTable(effects: readonly Effect[]): string[] {
  if (effects.length === 0) return ["", "Effects", "  none that is known"];
  const rows = effects.slice(0, 100).map((effect) => [
    effect.verb,
    oneLine(effect.target?.text ?? "", 80),
    effect.target?.place ?? "",
    effect.certainty,
    `${effect.what} (${effect.rule})`,
  ]);
  return ["", "Effects", ...columns(rows)];
}

function guardTable(seen: readonly Seen[]): string[] {
  const rows = seen.map(({ id, policy, finding, action }) => [
    id,
    action ?? (policy.value === "off" ? "off" : "-"),
    `${policy.value} by ${policy.source}`,
    finding === undefined ? "" : oneLine(reason(finding), 160),
  ]);
  return ["", "Guards", ...columns(rows)];
}

function reason({ rule, values }: NonNullable<Seen["finding"]>): string {
  const told = Object.entries(values).filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}: ${value}`).join(", ");
  return rule === undefined ? told : `${rule}; ${told}`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows.map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index]!)).join("  ")}`.trimEnd());
}
