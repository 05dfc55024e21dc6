/** What is compared: the shell cases of `tests/cases` and the corpora, each with Garfio's verdict. */
import {
  type Ground,
  meets,
  readDangerous,
  readEveryday,
  stops,
  type Tool,
  type Verdict,
  verdictOf,
} from "../../tests/corpus/corpus.ts";
import {
  type Backend,
  checkCase,
  type HookCase,
  inProcess,
  readCases,
} from "../../tests/support/hook_case.ts";
import type { Answer, Peers } from "./peers.ts";

/** One command with what each tool says. */
export interface Subject {
  readonly topic: string;
  /** The case's name; for the corpora the command. */
  readonly name: string;
  readonly tool: Tool;
  readonly command: string;
  readonly expected: Answer;
  readonly ours: Verdict;
  /** Undefined where the peer cannot be asked fairly: another shell, another profile, another guard's business. */
  readonly safetyNet: Answer | undefined;
  readonly blockNoVerify: Answer | undefined;
  readonly oursRight: boolean;
}

/** The commands of the corpora. */
export async function corpusSubjects(ground: Ground, peers: Peers): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const item of [...readEveryday(), ...readDangerous()]) {
    const { tool, command } = item;
    const ours = await ground.judge(tool, command);
    const wanted = "expected" in item ? item.expected as "deny" | "ask" | "stop" : undefined;
    const moved = ground.moved(command);
    subjects.push({
      topic: wanted === undefined ? `everyday: ${item.topic}` : `dangerous: ${item.topic}`,
      name: command,
      tool,
      command,
      expected: wanted === undefined ? "pass" : "stop",
      ours,
      oursRight: wanted === undefined ? !stops(ours) : meets(ours, wanted),
      safetyNet: tool === "Bash" ? peers.safetyNet(moved, ground.project) : undefined,
      blockNoVerify: tool === "Bash" ? peers.blockNoVerify(moved) : undefined,
    });
  }
  return subjects;
}

/** The shell cases of every file in `tests/cases`. */
export async function caseSubjects(peers: Peers): Promise<Subject[]> {
  const subjects: Subject[] = [];
  const folder = new URL("../../tests/cases/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.endsWith(".jsonl")
  );
  for (const name of names.sort().map((file) => file.slice(0, -".jsonl".length))) {
    for (const hookCase of readCases(name)) {
      const subject = await caseSubject(name, hookCase, peers);
      if (subject !== undefined) subjects.push(subject);
    }
  }
  return subjects;
}

/** Runs one case as the tests do and asks the peers in the same moment, while its files are there. */
async function caseSubject(topic: string, hookCase: HookCase, peers: Peers): Promise<Subject | undefined> {
  const payload = hookCase.payload;
  if (typeof payload === "string" || !hookCase.args.includes("PreToolUse")) return undefined;
  const tool = payload["tool_name"];
  const input = payload["tool_input"] as Record<string, unknown> | undefined;
  const command = input?.["command"];
  if ((tool !== "Bash" && tool !== "PowerShell") || typeof command !== "string") return undefined;
  const expected: Answer = ["deny", "ask", "rewrite"].includes(hookCase.expect) ? "stop" : "pass";

  let subject: Subject | undefined;
  const backend: Backend = async (call) => {
    const reply = await inProcess(call);
    if (call.args !== hookCase.args) return reply;
    const ours = verdictOf(reply.stdout);
    const fair = tool === "Bash" && isStandard(hookCase) &&
      (expected === "stop" || !stops(verdictOf((await inProcess(toEveryGuard(call))).stdout)));
    const moved = JSON.parse(call.stdin)["tool_input"]["command"] as string;
    subject = {
      topic,
      name: hookCase.name,
      tool,
      command,
      expected,
      ours,
      oursRight: expected === "stop" ? ours === hookCase.expect : !stops(ours),
      safetyNet: fair ? peers.safetyNet(moved, call.cwd) : undefined,
      blockNoVerify: fair ? peers.blockNoVerify(moved) : undefined,
    };
    return reply;
  };
  // What the test would say about texts is not this script's business.
  await checkCase(hookCase, backend).catch(() => {});
  return subject;
}

/** `call` without the names of messages: every guard bound to the event is asked. */
function toEveryGuard(call: Parameters<Backend>[0]): Parameters<Backend>[0] {
  return { ...call, args: call.args.slice(0, call.args.indexOf("PreToolUse") + 1) };
}

/** Whether the case is about the built-in `standard`: the peers know nothing of our configuration. */
function isStandard({ given }: HookCase): boolean {
  const variables = Object.keys(given?.env ?? {});
  const files = Object.keys(given?.files ?? {});
  return !variables.some((name) => /^(GARFIO|APOTHEM)_/.test(name)) &&
    !files.some((name) => name.includes("garfio"));
}
