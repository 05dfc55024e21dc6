/**
 * Many events of many sessions at once: no count is lost, no session sees another's, and every line of the audit log is
 * whole. A checkout is slow to start, so it runs fewer.
 */
import { peek } from "../../src/state/journal.ts";
import { watchFold } from "../../src/context/session/monitor_fold.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { runProgram } from "../support/executable.ts";
import { withScratch } from "../support/scratch.ts";

const compiled = Deno.env.get("GARFIO_EXECUTABLE") !== undefined;
const SESSIONS = compiled ? 20 : 4;
const EVENTS = compiled ? 1_000 : 24;
/** As many as a busy machine would start at once. */
const AT_ONCE = compiled ? 50 : 12;

Deno.test(`executable: ${EVENTS} events of ${SESSIONS} sessions at once`, () =>
  withScratch(async (folder) => {
    const project = `${folder}/proj`;
    const state = `${folder}/state`;
    Deno.mkdirSync(`${project}/.git`, { recursive: true });
    Deno.mkdirSync(`${folder}/home`);
    const env = { HOME: `${folder}/home`, GARFIO_STATE_DIR: state };
    // Half of them are refused, which leaves a line in the log; the others change a file each, which is counted.
    const start = (index: number) => {
      const session = `session-${index % SESSIONS}`;
      const turn = Math.floor(index / SESSIONS);
      const common = { session_id: session, cwd: project };
      return turn % 2 === 0
        ? runProgram({
          args: ["hook", "PreToolUse", "no-verify"],
          stdin: JSON.stringify({
            ...common,
            tool_name: "Bash",
            tool_input: { command: "git commit --no-verify" },
          }),
          env,
        })
        : runProgram({
          args: ["hook", "PostToolUse", "context-monitor"],
          stdin: JSON.stringify({
            ...common,
            tool_name: "Write",
            tool_input: { file_path: `${project}/${session}/${turn}.ts`, content: "x" },
            tool_response: {},
          }),
          env,
        });
    };
    let next = 0;
    const work = async () => {
      while (next < EVENTS) {
        const { code, stderr } = await start(next++);
        assertEquals([code, stderr], [0, ""]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    const perSession = EVENTS / SESSIONS;
    for (let session = 0; session < SESSIONS; session++) {
      const watch = peek(`${state}/context-monitor/session-${session}.jsonl`, watchFold);
      assertEquals(watch.files.length, Math.floor(perSession / 2), `session ${session}`);
    }
    const lines = [...Deno.readDirSync(`${state}/audit`)].flatMap(({ name }) =>
      Deno.readTextFileSync(`${state}/audit/${name}`).split("\n").filter((line) => line !== "")
    ).map((line) => JSON.parse(line));
    assertEquals(lines.length, Math.ceil(perSession / 2) * SESSIONS);
    for (let session = 0; session < SESSIONS; session++) {
      const own = lines.filter((line) => line.session === `session-${session}`);
      assertEquals(own.length, Math.ceil(perSession / 2));
      assert(own.every(({ guard, action }) => guard === "no-verify" && action === "deny"));
    }
  }));
