/**
 * The program that makes the code: it answers an everyday session, by the command and by the resident, so that every
 * function which that needs has been compiled, and writes what V8 has made of each script that was loaded.
 *
 *     trainer make <folder for the code>
 *     trainer check <folder with the code>     whether V8 takes it
 */
import { Script } from "node:vm";
import { VERSION } from "../../../src/base/version.ts";
import { DEFAULT_CONTRACT } from "../../../src/contract/contract.ts";
import { pathOf } from "../../../src/resident/address.ts";
import { openChannel } from "../../../src/resident/http/channel.ts";
import type { Residence } from "../../../src/resident/residence.ts";
import { readToken } from "../../../src/resident/token.ts";
import { type Exported, makeLoader, type Meta } from "./loader.ts";
import { CHECK, MAKE, OFTEN, SELDOM } from "./made.ts";

type Payload = Readonly<Record<string, unknown>>;
type Events = readonly (readonly [event: string, payload: Payload])[];

const FILE = `${Deno.cwd()}/src/one.ts`;
const SHELL = { tool_name: "Bash" };
const READ = { tool_name: "Read", tool_input: { file_path: FILE } };
const EDIT = { tool_name: "Edit", tool_input: { file_path: FILE, old_string: "1", new_string: "2" } };
const TEXT = "export const one = 1;\n";

/** What most events of a day are. */
const OFTEN_ASKED: Events = [
  ["PreToolUse", { ...SHELL, tool_input: { command: "git status" } }],
  ["PreToolUse", { ...SHELL, tool_input: { command: 'grep -rn "one" src | head -20 && ls -la' } }],
  ["PreToolUse", READ],
  ["PreToolUse", EDIT],
  ["PreToolUse", { tool_name: "Write", tool_input: { file_path: FILE, content: TEXT.repeat(40) } }],
  ["PostToolUse", { ...SHELL, tool_input: { command: "git status" }, tool_response: { stdout: "clean" } }],
  ["PostToolUse", { ...READ, tool_response: TEXT }],
  ["PostToolUse", { ...EDIT, tool_response: {} }],
  ["UserPromptSubmit", { prompt: "Please find out why the reader stops early." }],
];
/** A few of them: lines that need all that is known of commands, a refusal, the beginning and the end. */
const SELDOM_ASKED: Events = [
  ["SessionStart", { source: "startup" }],
  ["PreToolUse", { ...SHELL, tool_input: { command: 'git commit -m "Fix it" > out.log 2>&1' } }],
  ["PreToolUse", { ...SHELL, tool_input: { command: 'cd src && echo "$(date)" > out.log' } }],
  ["PreToolUse", { ...SHELL, tool_input: { command: "git reset --hard" } }],
  ["PreToolUse", { tool_name: "Write", tool_input: { file_path: "/one.ts", content: TEXT } }],
  ["Stop", { stop_hook_active: false }],
];

const [mode, folder] = Deno.args;
const meta = import.meta as Meta;
const made = new Map<string, { readonly script: Script; readonly end: string }>();
/** What the code is called that is loaded for the first time now. */
let end = OFTEN;

/** Keeps each script. In place of asking itself, a moment after it listens, the resident is asked by us. */
class Kept extends Script {
  readonly #path: string;
  constructor(text: string, options: { filename: string }) {
    super(text, options);
    this.#path = options.filename;
    made.set(this.#path, { script: this, end });
  }
  override runInThisContext(): unknown {
    return this.#path === "./hook_warm_up.js" ? () => ({ warmUp: askAndWrite }) : super.runInThisContext();
  }
}

const load = makeLoader({ Code: Kept, meta, packed: {}, coded: false });

if (mode === MAKE) await train();
else if (mode === CHECK) check();
// A resident starts its own program for some events. None of ours is one, and this is not that program.
else Deno.exit(1);

/** Ends in `askAndWrite`. */
async function train(): Promise<void> {
  for (const [event, payload] of OFTEN_ASKED) await command([event], payload);
  end = SELDOM;
  for (const [event, payload] of SELDOM_ASKED) await command([event], payload);
  end = OFTEN;
  // From now on the project has a configuration.
  Deno.mkdirSync(".garfio");
  Deno.writeTextFileSync(".garfio/config.jsonc", "{}");
  const { serveAlone } = await load("./hook_serve_alone.js") as Exported & {
    serveAlone: (args: string[], assets: string) => Promise<number>;
  };
  await serveAlone(["serve"], meta.dirname);
  throw new Error("the resident ended before it had answered");
}

/** Answers by the command. */
async function command(args: string[], payload: Payload): Promise<void> {
  const { runHookCommand } = await load("./core.js") as Exported & {
    runHookCommand: (args: string[], assets: string, early: unknown) => Promise<number>;
  };
  const buffer = new Uint8Array(64 * 1024);
  const { written } = new TextEncoder().encodeInto(textOf(args[0]!, payload), buffer);
  await runHookCommand(args, meta.dirname, { buffer, first: Promise.resolve(written) });
}

async function askAndWrite(residence: Residence, port: number): Promise<void> {
  try {
    const channel = await openChannel(port);
    const fields = { Authorization: `Bearer ${readToken(residence)}` };
    const { configuration } = residence;
    for (const [event, payload] of [...OFTEN_ASKED, ...SELDOM_ASKED]) {
      const target = pathOf({
        version: VERSION,
        configuration,
        contract: DEFAULT_CONTRACT,
        event,
        messages: [],
        strict: false,
        background: false,
      });
      const { status } = await channel.ask({ target, fields, body: textOf(event, payload) });
      if (status !== 200 && status !== 204) throw new Error(`${event} was answered with ${status}`);
    }
    // What Claude Code does at each prompt, so that a resident is there.
    await command(["UserPromptSubmit", "--resident"], { prompt: "Go on." });
    for (const [path, { script, end }] of made) {
      Deno.writeFileSync(`${folder}/${path.slice(2, -3)}${end}`, script.createCachedData());
    }
    Deno.exit(0);
  } catch (error) {
    console.error(error);
    Deno.exit(1);
  }
}

/** In a process of its own: V8 does not look at the code of a script that it has compiled already. */
function check(): void {
  for (const { name } of Deno.readDirSync(folder!)) {
    const script = name.slice(0, name.indexOf("."));
    const text = Deno.readTextFileSync(`${meta.dirname}/code/${script}.txt`);
    const cachedData = Deno.readFileSync(`${folder}/${name}`);
    const { cachedDataRejected } = new Script(text, { filename: `./${script}.js`, cachedData });
    if (cachedDataRejected !== false) throw new Error(`V8 does not take the code of ${script}`);
  }
}

function textOf(event: string, payload: Payload): string {
  return JSON.stringify({ session_id: "code", cwd: Deno.cwd(), hook_event_name: event, ...payload });
}
