/**
 * A resident asks itself about an everyday session before anybody else does: the first event of each kind loads what it
 * needs and runs code that was never run before, which takes several times as long as the next one.
 */
import { pause } from "../base/pause.ts";
import { VERSION } from "../base/version.ts";
import { DEFAULT_CONTRACT } from "../contract/contract.ts";
import { pathOf } from "../resident/address.ts";
import { openChannel } from "../resident/http/channel.ts";
import type { Residence } from "../resident/residence.ts";
import { readToken } from "../resident/token.ts";
import { TRIAL } from "../resident/trial.ts";

/** How often each is asked: so often that most of what they run was made into machine code. */
const ROUNDS = 25;
/** Between two of them, in milliseconds: whoever has an event waits for one of ours at most. */
const GAP = 4;

const FILE = "/garfio-warm-up.ts";
const TEXT = "export const one = 1;\n";

/** An everyday session, less what differs from one harness to another. */
const EVENTS: readonly (readonly [event: string, payload: Readonly<Record<string, unknown>>])[] = [
  ["PreToolUse", { tool_name: "Bash", tool_input: { command: "git status" } }],
  ["PreToolUse", { tool_name: "Bash", tool_input: { command: 'grep -rn "one" src | head -20 && ls -la' } }],
  ["PreToolUse", { tool_name: "Bash", tool_input: { command: 'git commit -m "Fix it" > out.log 2>&1' } }],
  ["PreToolUse", { tool_name: "Read", tool_input: { file_path: FILE } }],
  ["PreToolUse", { tool_name: "Edit", tool_input: { file_path: FILE, old_string: "1", new_string: "2" } }],
  ["PreToolUse", { tool_name: "Write", tool_input: { file_path: FILE, content: TEXT.repeat(40) } }],
  [
    "PostToolUse",
    { tool_name: "Bash", tool_input: { command: "git status" }, tool_response: { stdout: "clean" } },
  ],
  ["PostToolUse", { tool_name: "Read", tool_input: { file_path: FILE }, tool_response: TEXT }],
  [
    "PostToolUse",
    {
      tool_name: "Edit",
      tool_input: { file_path: FILE, old_string: "1", new_string: "2" },
      tool_response: {},
    },
  ],
  ["UserPromptSubmit", { prompt: "Please find out why the reader stops early." }],
  ["Stop", { stop_hook_active: false }],
];

/**
 * Asks the resident that listens on `port`, this process, and ends early where it ends. Nothing is kept of it.
 *
 * @throws Error where it is not answered
 */
export async function warmUp(residence: Residence, port: number, rounds = ROUNDS): Promise<void> {
  const token = readToken(residence);
  if (token === undefined) return;
  const fields = { Authorization: `Bearer ${token}`, [TRIAL]: "1" };
  const channel = await openChannel(port);
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [event, payload] of EVENTS) {
        const { status, last } = await channel.ask({
          target: pathOf({
            version: VERSION,
            configuration: residence.configuration,
            contract: DEFAULT_CONTRACT,
            event,
            messages: [],
            strict: false,
            background: false,
          }),
          fields,
          body: JSON.stringify({ session_id: "warm-up", cwd: "/", hook_event_name: event, ...payload }),
        });
        if (status !== 200 && status !== 204) throw new Error(`${event} was answered with ${status}`);
        if (last) return;
        await pause(GAP);
      }
    }
  } finally {
    channel.close();
  }
}
