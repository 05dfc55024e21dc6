/**
 * The cases of `tests/cases/*.jsonl`: one line per case, the same for the function and for the executable. A case has
 * its own throw-away folder, into which the paths it names (`/proj`, `/home/u`, …) are moved.
 */
import { environmentOf } from "../../src/base/environment.ts";
import { budgetFold } from "../../src/context/compaction_budget.ts";
import { endsFold } from "../../src/context/session_end.ts";
import { editsFold } from "../../src/context/suggest_compact.ts";
import { answer } from "../../src/hook/answer.ts";
import { asInput, parseJson } from "../../src/hook/payload.ts";
import { fileKey } from "../../src/state/key.ts";
import { type Fold, peek } from "../../src/state/journal.ts";
import { assert, assertEquals, assertStringIncludes } from "./assert.ts";
import { runProgram } from "./executable.ts";

/** One line of a case file. */
export interface HookCase {
  readonly name: string;
  /** The words behind `garfio hook`. */
  readonly args: readonly string[];
  /** The payload in Claude Code's form, or the exact text of standard input. */
  readonly payload: Record<string, unknown> | string;
  readonly given?: {
    readonly env?: Record<string, string>;
    /** The header that the project declares. */
    readonly header?: string;
    /** Files before the call: text, null for an empty file or (name ending in `/`) a folder, `-> x` for a link. */
    readonly files?: Record<string, string | null>;
    /** Files that can be run. */
    readonly executables?: readonly string[];
    /** Files whose mode is taken away. */
    readonly chmod?: Record<string, string>;
    /** Records of the transcript, oldest first: usage numbers, other records, or raw lines. */
    readonly transcript?: readonly (Record<string, unknown> | string)[];
    /** What the session's journal adds up to beforehand, or its raw text. */
    readonly state?: Record<string, unknown>;
    readonly state_raw?: string;
    /** The session that the state belongs to, where it is not that of the call. */
    readonly state_session?: string;
    readonly prior_calls?: number;
    readonly prior_bytes?: number;
    /** Calls made before this one. */
    readonly prior?: readonly {
      args?: string[];
      argv?: string[];
      source?: string;
      seconds_ago: number;
      same_session: boolean;
    }[];
    /** Calls made before this one, oldest first: what their payload has instead, and how long ago they were. */
    readonly earlier?: readonly {
      readonly payload?: Record<string, unknown>;
      readonly seconds_ago?: number;
    }[];
    readonly platform?: string;
  };
  /** `deny`, `ask`, `rewrite`: that decision. `advise`, `context`: text for the model. `allow`: none of the three. */
  readonly expect: "silent" | "advise" | "context" | "deny" | "ask" | "rewrite" | "allow";
  readonly contains?: readonly string[];
  readonly lacks?: readonly string[];
  readonly state_after?: Record<string, unknown>;
  /** Another command line that must answer with the same bytes. */
  readonly same_as_args?: readonly string[];
  readonly because: string;
}

/** Runs one call; the same for both backends. */
export type Backend = (call: {
  args: readonly string[];
  stdin: string;
  env: Record<string, string>;
  cwd: string;
}) => Promise<{ code: number; stdout: string; stderr: string }>;

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** Calls the function `answer`. */
export const inProcess: Backend = async ({ args, stdin, env, cwd }) => {
  const bytes = new TextEncoder().encode(stdin);
  return await answer({
    args,
    input: asInput(parseJson(bytes), bytes.length),
    env: environmentOf(env),
    cwd,
    os: "linux",
    clock: Date.now,
    parentPid: 1,
    assets,
  });
};

/** Starts the program. */
export const asProcess: Backend = ({ args, stdin, env, cwd }) =>
  runProgram({ args: ["hook", ...args], stdin, env, cwd });

/** The cases of the file `name` in `tests/cases`. */
export function readCases(name: string): HookCase[] {
  const text = Deno.readTextFileSync(`${assets}/tests/cases/${name}.jsonl`);
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as HookCase);
}

const PLACES = /(^|[\s"'=>])\/(proj-old|proj|home\/u|opt\/hooks-tool|other|plug|elsewhere)(?=[/"'\s]|$)/g;

/**
 * Runs `hookCase` through `backend` and checks everything that the case says. Its folder is made at `folder`, where an
 * answer shall be the same each time: paths are told, and cut.
 */
export async function checkCase(hookCase: HookCase, backend: Backend, folder?: string): Promise<void> {
  if (folder !== undefined) Deno.mkdirSync(folder);
  const base = Deno.realPathSync(folder ?? Deno.makeTempDirSync({ prefix: "garfio-case-" }));
  try {
    await checkCaseIn(base, hookCase, backend);
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

async function checkCaseIn(base: string, hookCase: HookCase, backend: Backend): Promise<void> {
  const moved = <T>(value: T): T => move(value, base);
  const given = hookCase.given ?? {};
  const project = `${base}/proj`;
  const home = `${base}/home/u`;
  for (const folder of [`${project}/.git`, home, `${base}/state`]) {
    Deno.mkdirSync(folder, { recursive: true });
  }
  for (const [path, content] of Object.entries(given.files ?? {})) makeFile(moved(path), moved(content));
  if (given.header !== undefined) {
    makeFile(`${project}/.garfio/config.jsonc`, JSON.stringify({ header: given.header }));
  }
  for (const path of given.executables ?? []) {
    makeFile(moved(path), "");
    Deno.chmodSync(moved(path), 0o755);
  }
  for (const path of Object.keys(given.chmod ?? {})) Deno.chmodSync(moved(path), 0);

  const payload = moved(hookCase.payload);
  if (typeof payload === "object") placeTranscript(payload, given.transcript);
  const session = typeof payload === "object" ? String(payload["session_id"]) : "";
  const journal = seedState(`${base}/state`, given.state_session ?? session, hookCase);
  const env = { HOME: home, GARFIO_STATE_DIR: `${base}/state`, ...moved(given.env ?? {}) };

  for (const prior of given.prior ?? []) {
    const earlier = { ...(payload as Record<string, unknown>), source: prior.source ?? "startup" };
    if (!prior.same_session) Object.assign(earlier, { session_id: "another-session" });
    const args = prior.argv ?? prior.args ?? [];
    const stdin = vendorForm(args, earlier);
    const first = await backend({ args, stdin, env: { CURSOR_VERSION: "1.7", ...env }, cwd: project });
    assert(first.stdout !== "", "the earlier call speaks");
    age(`${base}/state/session-start`, prior.seconds_ago);
  }

  for (const { payload: other, seconds_ago = 0 } of given.earlier ?? []) {
    const started = Date.now();
    const earlier = { ...(payload as Record<string, unknown>), ...moved(other ?? {}) };
    await backend({ args: hookCase.args, stdin: vendorForm(hookCase.args, earlier), env, cwd: project });
    ageRecords(`${base}/state`, started, seconds_ago);
  }

  const stdin = vendorForm(hookCase.args, payload);
  const reply = await backend({ args: hookCase.args, stdin, env, cwd: project });
  checkReply(reply, hookCase, moved);
  if (hookCase.state_after !== undefined) {
    const after: Record<string, unknown> = journal === undefined ? {} : { ...journal.peek() };
    for (const [key, value] of Object.entries(hookCase.state_after)) {
      assertEquals(after[key], value, `state: ${key}`);
    }
  }
  if (hookCase.same_as_args !== undefined) {
    const other = await backend({ args: hookCase.same_as_args, stdin, env, cwd: project });
    assertEquals(reply.stdout, other.stdout);
  }
}

/** The texts that reach a model, a refusal's reason included. */
export function textsIn(stdout: string): string[] {
  if (!stdout.startsWith("{")) return [stdout];
  const texts: string[] = [];
  JSON.parse(stdout, (_key, value) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts;
}

function checkReply(
  reply: { code: number; stdout: string; stderr: string },
  hookCase: HookCase,
  moved: <T>(value: T) => T,
): void {
  assertEquals(reply.code, 0, reply.stderr);
  const stdout = reply.stdout.trimEnd();
  if (hookCase.expect === "silent") {
    // Cursor takes an empty answer for a fault.
    assertEquals(stdout, hookCase.args.includes("cursor") ? "{}" : "");
    return;
  }
  const answer = stdout.startsWith("{") ? JSON.parse(stdout) : undefined;
  const decision = answer?.hookSpecificOutput?.permissionDecision ??
    (answer?.decision === "block" ? "deny" : undefined) ??
    (answer?.hookSpecificOutput?.updatedInput === undefined ? "none" : "rewrite");
  if (hookCase.expect === "allow") {
    assertEquals(decision, "none", stdout);
    return;
  }
  assert(stdout !== "", `silent, but: ${hookCase.because} ${reply.stderr}`);
  const texts = textsIn(stdout);
  for (const text of texts) assert(text.length <= 10_000, "longer than 10,000 characters");
  const decides = ["deny", "ask", "rewrite"].includes(hookCase.expect);
  assertEquals(decision, decides ? hookCase.expect : "none", stdout);
  const all = texts.join("\n");
  for (const part of hookCase.contains ?? []) assertStringIncludes(all, moved(part));
  for (const part of hookCase.lacks ?? []) {
    assert(!all.includes(moved(part)), `holds ${JSON.stringify(part)}: ${all}`);
  }
}

function move<T>(value: T, base: string): T {
  if (typeof value === "string") {
    return value.replace(PLACES, (_, before, place) => `${before}${base}/${place}`) as T;
  }
  if (Array.isArray(value)) return value.map((item) => move(item, base)) as T;
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, move(item, base)])) as T;
  }
  return value;
}

function makeFile(path: string, content: string | null): void {
  if (path.endsWith("/")) {
    Deno.mkdirSync(path, { recursive: true });
    return;
  }
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  if (path.endsWith("/.git")) Deno.removeSync(path, { recursive: true });
  if (content?.startsWith("-> ") === true) {
    Deno.mkdirSync(content.slice(3), { recursive: true });
    Deno.symlinkSync(content.slice(3), path);
  } else Deno.writeTextFileSync(path, content ?? "");
}

function placeTranscript(
  payload: Record<string, unknown>,
  records: readonly (Record<string, unknown> | string)[] | undefined,
): void {
  const path = payload["transcript_path"];
  if (records === undefined || typeof path !== "string") return;
  makeFile(path, records.map(transcriptLine).join("\n"));
}

function transcriptLine(record: Record<string, unknown> | string): string {
  if (typeof record === "string") return record;
  const { isSidechain = false, model = "claude-opus-5-5", type, ...usage } = record;
  if (type !== undefined) return JSON.stringify({ type, message: { role: "user", content: "x" } });
  return JSON.stringify({ type: "assistant", isSidechain, message: { role: "assistant", model, usage } });
}

/** Puts the session's journal in place; tells how to read it afterwards. */
function seedState(folder: string, session: string, hookCase: HookCase): { peek: () => object } | undefined {
  const given = hookCase.given ?? {};
  const seeded = given.state !== undefined || given.state_raw !== undefined ||
    given.prior_calls !== undefined;
  const handlers: Record<string, { folder: string; fold: Fold<object, never>; counts: object }> = {
    PostToolUse: {
      folder: "proactive-compaction",
      fold: budgetFold as unknown as Fold<object, never>,
      counts: { calls: given.prior_calls ?? 0, bytes: given.prior_bytes ?? 0 },
    },
    Stop: {
      folder: "session-end",
      fold: endsFold as unknown as Fold<object, never>,
      counts: { stops: given.prior_calls ?? 0 },
    },
    ...(seeded
      ? {
        PreToolUse: {
          folder: "suggest-compact",
          fold: editsFold as unknown as Fold<object, never>,
          counts: { count: given.prior_calls ?? 0 },
        },
      }
      : {}),
  };
  const handler = handlers[String((hookCase.payload as Record<string, unknown>)["hook_event_name"])];
  if (handler === undefined) return undefined;
  const path = `${folder}/${handler.folder}/${fileKey(session)}.jsonl`;
  Deno.mkdirSync(`${folder}/${handler.folder}`, { recursive: true });
  const state = { ...handler.counts, ...given.state };
  Deno.writeTextFileSync(path, given.state_raw ?? `${JSON.stringify({ upTo: 0, state })}\n`);
  return { peek: () => peek(path, handler.fold) };
}

/** The payload as the harness that the command line names would send it. */
function vendorForm(args: readonly string[], payload: Record<string, unknown> | string): string {
  if (typeof payload === "string") return payload;
  const contract = args[0] === "--contract" ? args[1] : undefined;
  if (contract !== "copilot") return JSON.stringify(payload);
  const { session_id, tool_name, tool_input, tool_response, transcript_path, cwd } = payload;
  return JSON.stringify({
    sessionId: session_id,
    cwd,
    toolName: tool_name,
    toolArgs: tool_input,
    toolResult: { resultType: "success", textResultForLlm: tool_response },
    transcriptPath: transcript_path,
  });
}

function age(folder: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  for (const entry of Deno.readDirSync(folder)) Deno.utimeSync(`${folder}/${entry.name}`, then, then);
}

/** Dates back the times that journals have recorded since `from`. */
function ageRecords(folder: string, from: number, seconds: number): void {
  for (const handler of Deno.readDirSync(folder)) {
    if (!handler.isDirectory) continue;
    for (const { name } of Deno.readDirSync(`${folder}/${handler.name}`)) {
      const path = `${folder}/${handler.name}/${name}`;
      const text = Deno.readTextFileSync(path).replace(
        /"at":(\d{13})/g,
        (all, at) => Number(at) >= from ? `"at":${Number(at) - seconds * 1000}` : all,
      );
      Deno.writeTextFileSync(path, text);
    }
  }
}
