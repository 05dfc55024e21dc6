/** What a session was about, from its transcript: what was asked, which tools ran, which files changed, what failed. */
import { isObject } from "../../base/json.ts";
import type { Moment } from "../moment.ts";
import { type Count, type Counted, follow } from "./follow.ts";
import { addDecision } from "./decisions.ts";
import { newestOf, type Parts, partsOf } from "./record_parts.ts";
import { fingerprint } from "../../state/key.ts";
import { addTasks, type OpenTask } from "./tasks.ts";
import { keepable } from "./words.ts";

/** What was gathered so far. Every text in it may be kept: one line, without secrets. */
export interface Digest {
  /** All user messages. */
  messages: number;
  /** The last of them. */
  asked: string[];
  calls: number;
  tools: Record<string, number>;
  /** Changed files with how often, the last changed at the end. */
  files: [path: string, times: number][];
  commands: string[];
  errors: { key: string; text: string }[];
  decisions: string[];
  tasks: OpenTask[];
  /** Calls whose result has not come. */
  pending: { id: string; key: string; tool: string; shown: string; file?: string; asks?: boolean }[];
  first: string | undefined;
  last: string | undefined;
}

/** The last user messages, and how much of each. */
const MESSAGES_KEPT = 10;
const MESSAGE_LENGTH = 200;
const COMMANDS_KEPT = 15;
const ERRORS_KEPT = 8;
const FILES_KEPT = 1_000;
const TOOLS_KEPT = 200;
const PENDING_KEPT = 100;

/** Tools that change the file they name, and the key that names it. */
const CHANGERS: Readonly<Record<string, string>> = {
  Edit: "file_path",
  Write: "file_path",
  MultiEdit: "file_path",
  NotebookEdit: "notebook_path",
};
const SHELLS = ["Bash", "PowerShell"];

function newDigest(): Digest {
  return {
    messages: 0,
    asked: [],
    calls: 0,
    tools: {},
    files: [],
    commands: [],
    errors: [],
    decisions: [],
    tasks: [],
    pending: [],
    first: undefined,
    last: undefined,
  };
}

/** Counts a line of a transcript. */
export function addLine(digest: Digest, line: string): void {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return;
  }
  const parts = isObject(record) ? partsOf(record) : undefined;
  if (parts === undefined) return;
  if (parts.time !== undefined) {
    digest.first ??= parts.time;
    digest.last = parts.time;
  }
  if (parts.asked !== undefined) addMessage(digest, parts.asked);
  for (const call of parts.calls) addCall(digest, call);
  for (const result of parts.results) addResult(digest, result);
  for (const text of parts.said) addDecision(digest, text);
}

function addMessage(digest: Digest, text: string): void {
  const kept = keepable(text, MESSAGE_LENGTH);
  if (kept === "") return;
  digest.messages++;
  digest.asked = newestOf([...digest.asked, kept], MESSAGES_KEPT);
}

function addCall(digest: Digest, { id, tool, input }: Parts["calls"][number]): void {
  digest.calls++;
  if (Object.hasOwn(digest.tools, tool) || Object.keys(digest.tools).length < TOOLS_KEPT) {
    digest.tools[tool] = (Object.hasOwn(digest.tools, tool) ? digest.tools[tool]! : 0) + 1;
  }
  const named = Object.hasOwn(CHANGERS, tool) ? input[CHANGERS[tool]!] : undefined;
  const file = typeof named === "string" && named !== "" ? keepable(named, 300) : undefined;
  if (file !== undefined) touch(digest, file, 1);
  const command = SHELLS.includes(tool) && typeof input["command"] === "string"
    ? keepable(input["command"], 160)
    : undefined;
  if (command !== undefined && command !== "") {
    digest.commands = newestOf(
      [...digest.commands.filter((one) => one !== command), command],
      COMMANDS_KEPT,
    );
  }
  addTasks(digest.tasks, tool, input, id);
  if (id === "") return;
  const asks = tool === "AskUserQuestion";
  digest.pending = newestOf([
    ...digest.pending,
    {
      id,
      key: fingerprint(`${tool}\n${JSON.stringify(command === undefined ? input : input["command"])}`),
      tool,
      shown: file ?? command ?? "",
      ...(file === undefined ? {} : { file }),
      ...(asks ? { asks } : {}),
    },
  ], PENDING_KEPT);
}

function addResult(digest: Digest, { id, failed, text }: Parts["results"][number]): void {
  const call = digest.pending.find((one) => one.id === id);
  if (call === undefined) return;
  digest.pending = digest.pending.filter((one) => one !== call);
  // What failed and went through later is no open error.
  digest.errors = digest.errors.filter(({ key }) => key !== call.key);
  if (!failed) {
    if (call.asks === true) addDecision(digest, text, true);
    addTasks(digest.tasks, call.tool, {}, id, text);
    return;
  }
  if (call.file !== undefined) touch(digest, call.file, -1);
  const of = call.shown === "" ? call.tool : `${call.tool} ${call.shown}`;
  digest.errors = newestOf(
    [...digest.errors, { key: call.key, text: `${keepable(of, 120)}: ${keepable(text, 160)}` }],
    ERRORS_KEPT,
  );
}

/** A change more, or one less where it turns out that there was none. */
function touch(digest: Digest, path: string, by: 1 | -1): void {
  const times = digest.files.find(([one]) => one === path)?.[1] ?? 0;
  const others = digest.files.filter(([one]) => one !== path);
  if (by > 0) digest.files = newestOf([...others, [path, times + 1]], FILES_KEPT);
  else if (times <= 1) digest.files = others;
  else digest.files = digest.files.map(([one, count]) => [one, one === path ? count - 1 : count]);
}

const isList = (value: unknown): boolean => Array.isArray(value);

const DIGEST: Count<Digest> = {
  handler: "digest",
  version: 1,
  initial: newDigest,
  // Nobody but us writes there; what has the right shape at its top is ours.
  asState: (value) =>
    isObject(value) && typeof value["messages"] === "number" && isObject(value["tools"]) &&
      ["asked", "files", "commands", "errors", "decisions", "tasks", "pending"].every((key) =>
        isList(value[key])
      )
      ? value as unknown as Digest
      : undefined,
  add: addLine,
};

/** What the session was about; undefined where its transcript cannot be read. */
export function sessionDigest(moment: Moment, most: number): Counted<Digest> | undefined {
  return follow(moment, DIGEST, most);
}
