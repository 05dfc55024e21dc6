/** A harness that calls the hook in a throw-away home, with the payloads of its own dialect. */
import { filesBelow } from "./files_below.ts";
import { environmentOf } from "../../src/base/environment.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { Os } from "../../src/base/platform.ts";
import { loadContract } from "../../src/contract/contract.ts";
import type { Reply } from "../../src/contract/outcome.ts";
import { answer } from "../../src/hook/answer.ts";
import { READERS } from "../contract/readers/all.ts";
import type { Effect } from "../contract/readers/reader.ts";
import { withScratch } from "./scratch.ts";

export const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** What is around one call. */
export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly os?: Os;
  readonly now?: number;
}

/** The home, a project in it, and what can be done there. */
export interface Home {
  readonly home: string;
  readonly project: string;
  readonly state: string;
  /** Writes a file; a relative path is below the project. */
  readonly put: (path: string, text: string) => void;
  /** What the words behind `garfio hook` answer to `payload`. */
  readonly call: (args: readonly string[], payload: JsonObject, around?: Around) => Promise<Reply>;
  /** What the client of `id` does with the answer to its event. */
  readonly tell: (id: string, event: string, payload: JsonObject, around?: Around) => Promise<Effect>;
  /** The files below the state folder. */
  readonly kept: () => string[];
}

/** Runs `body` in a home of its own. */
export async function inHome(body: (home: Home) => Promise<void>): Promise<void> {
  await withScratch(async (folder) => {
    const home = `${folder}/home`;
    const project = `${home}/project`;
    const state = `${folder}/state`;
    Deno.mkdirSync(`${project}/.git`, { recursive: true });
    const call: Home["call"] = (args, payload, { env = {}, os = "linux", now } = {}) =>
      answer({
        args,
        input: { payload },
        // The rules of Windows on another system would write files with backslashes in their names.
        env: environmentOf(
          os === "windows"
            ? { PATH: "C:\\Windows" }
            : { HOME: home, GARFIO_STATE_DIR: state, PATH: "/usr/bin:/bin", ...env },
        ),
        cwd: project,
        os,
        clock: () => now ?? Date.now(),
        parentPid: 1,
        assets: ASSETS,
      });
    await body({
      home,
      project,
      state,
      call,
      put: (path, text) => {
        const full = path.startsWith("/") ? path : `${project}/${path}`;
        Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
        Deno.writeTextFileSync(full, text);
      },
      tell: async (id, event, payload, around) => {
        const contract = loadContract(ASSETS, id)!;
        const whole = { session_id: "s-1", cwd: project, hook_event_name: event, ...payload };
        const argument = id === "claude-code" ? [] : ["--contract", contract.id];
        const reply = await call([...argument, event], whole, around);
        return READERS[contract.id]!.read(event, reply, whole, around?.os);
      },
      kept: () => filesBelow(state),
    });
  });
}
