/** An everyday session, less what differs from one harness to another: for whoever has to run what it needs. */
import { VERSION } from "../base/version.ts";
import { DEFAULT_CONTRACT } from "../contract/contract.ts";
import { pathOf } from "../resident/address.ts";
import type { Answered, Channel } from "../resident/http/channel.ts";
import type { Residence } from "../resident/residence.ts";

/** An event and what its payload says beside the session. */
export type EverydayEvent = readonly [event: string, payload: Readonly<Record<string, unknown>>];

/** The session of an event, and the folder in which it works. */
export interface EverydayPlace {
  readonly session: string;
  readonly cwd: string;
}

const TEXT = "export const one = 1;\n";

/** What most events of a day are. They look at the file `file` and change it. */
export function everydayEvents(file: string): readonly EverydayEvent[] {
  const edit = {
    tool_name: "Edit",
    tool_input: { file_path: file, old_string: "1", new_string: "2" },
  };
  const read = { tool_name: "Read", tool_input: { file_path: file } };
  const look = { tool_name: "Bash", tool_input: { command: "git status" } };
  return [
    ["PreToolUse", look],
    ["PreToolUse", { ...look, tool_input: { command: 'grep -rn "one" src | head -20 && ls -la' } }],
    ["PreToolUse", read],
    ["PreToolUse", edit],
    ["PreToolUse", { tool_name: "Write", tool_input: { file_path: file, content: TEXT.repeat(40) } }],
    ["PostToolUse", { ...look, tool_response: { stdout: "clean" } }],
    ["PostToolUse", { ...read, tool_response: TEXT }],
    ["PostToolUse", { ...edit, tool_response: {} }],
    ["UserPromptSubmit", { prompt: "Please find out why the reader stops early." }],
  ];
}

/** What comes once in a while: a line that changes something, and the end of a turn. */
export const COMMIT: EverydayEvent = [
  "PreToolUse",
  { tool_name: "Bash", tool_input: { command: 'git commit -m "Fix it" > out.log 2>&1' } },
];
export const STOP: EverydayEvent = ["Stop", { stop_hook_active: false }];

/** The payload as a harness writes it. */
export function payloadText({ session, cwd }: EverydayPlace, [event, payload]: EverydayEvent): string {
  return JSON.stringify({ session_id: session, cwd, hook_event_name: event, ...payload });
}

/**
 * Asks the resident of `residence`, to which `channel` leads, with the header fields `fields`.
 *
 * @throws Error where it is not answered
 */
export async function askEveryday(
  channel: Channel,
  { configuration }: Residence,
  fields: Readonly<Record<string, string>>,
  place: EverydayPlace,
  asked: EverydayEvent,
): Promise<Answered> {
  const [event] = asked;
  const answered = await channel.ask({
    target: pathOf({
      version: VERSION,
      configuration,
      contract: DEFAULT_CONTRACT,
      event,
      messages: [],
      strict: false,
      background: false,
    }),
    fields,
    body: payloadText(place, asked),
  });
  if (answered.status === 200 || answered.status === 204) return answered;
  throw new Error(`${event} was answered with ${answered.status}`);
}
