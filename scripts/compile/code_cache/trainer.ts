/**
 * The program that makes the code: it answers an everyday session, by the command and by the resident, so that every
 * function which that needs has been compiled, and writes what V8 has made of each script that was loaded.
 *
 *     trainer make <folder for the code>
 *     trainer check <folder with the code>     whether V8 takes it
 */
import { Script } from "node:vm";
import {
  askEveryday,
  COMMIT,
  type EverydayEvent,
  everydayEvents,
  payloadText,
  STOP,
} from "../../../src/hook/everyday_session.ts";
import { openChannel } from "../../../src/resident/http/channel.ts";
import type { Residence } from "../../../src/resident/residence.ts";
import { readToken } from "../../../src/resident/token.ts";
import { FOLDER, makeLoader, type Meta } from "./loader.ts";
import { CHECK, MAKE, OFTEN, SELDOM } from "./made.ts";

type Serving = typeof import("../../../src/hook/serve_alone.ts");
type Commanding = typeof import("../../../src/hook/command.ts");

const [mode, folder] = Deno.args;
const meta = import.meta as Meta;
const scripts = `${meta.dirname}/${FOLDER}`;

const PLACE = { session: "code", cwd: Deno.cwd() };
const OFTEN_ASKED = everydayEvents(`${PLACE.cwd}/src/one.ts`);
/** Lines that need all that is known of commands, a refusal, a file elsewhere, the beginning and the end. */
const SELDOM_ASKED: readonly EverydayEvent[] = [
  ["SessionStart", { source: "startup" }],
  COMMIT,
  ["PreToolUse", { tool_name: "Bash", tool_input: { command: 'cd src && echo "$(date)" > out.log' } }],
  ["PreToolUse", { tool_name: "Bash", tool_input: { command: "git reset --hard" } }],
  ["PreToolUse", { tool_name: "Write", tool_input: { file_path: "/one.ts", content: "export {};\n" } }],
  STOP,
];

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

const load = makeLoader({ Code: Kept, meta, scripts, packed: {}, coded: false });

if (mode === MAKE) await train();
else if (mode === CHECK) check();
// A resident starts its own program for some events. None of ours is one, and this is not that program.
else Deno.exit(1);

/** Ends in `askAndWrite`. */
async function train(): Promise<void> {
  for (const event of OFTEN_ASKED) await command(event);
  end = SELDOM;
  for (const event of SELDOM_ASKED) await command(event);
  end = OFTEN;
  // From now on the project has a configuration.
  Deno.mkdirSync(".garfio");
  Deno.writeTextFileSync(".garfio/config.jsonc", "{}");
  const { serveAlone } = await load("./hook_serve_alone.js") as unknown as Serving;
  await serveAlone(["serve"], meta.dirname);
  throw new Error("the resident ended before it had answered");
}

/** Answers by the command, which gets `words` beside the event. */
async function command(event: EverydayEvent, ...words: string[]): Promise<void> {
  const { runHookCommand } = await load("./core.js") as unknown as Commanding;
  const buffer = new TextEncoder().encode(payloadText(PLACE, event));
  await runHookCommand([event[0], ...words], meta.dirname, { buffer, first: Promise.resolve(buffer.length) });
}

async function askAndWrite(residence: Residence, port: number): Promise<void> {
  try {
    const channel = await openChannel(port);
    const fields = { Authorization: `Bearer ${readToken(residence)}` };
    for (const event of [...OFTEN_ASKED, ...SELDOM_ASKED]) {
      await askEveryday(channel, residence, fields, PLACE, event);
    }
    // What Claude Code does at each prompt, so that a resident is there.
    await command(["UserPromptSubmit", { prompt: "Go on." }], "--resident");
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
    const text = Deno.readTextFileSync(`${scripts}/${script}.txt`);
    const cachedData = Deno.readFileSync(`${folder}/${name}`);
    const { cachedDataRejected } = new Script(text, { filename: `./${script}.js`, cachedData });
    if (cachedDataRejected !== false) throw new Error(`V8 does not take the code of ${script}`);
  }
}
