/** Everyday commands: `standard` stands in the way of almost none of them. */
import { assert, assertEquals } from "../support/assert.ts";
import { onGround, readEveryday, shown, stops } from "./corpus.ts";

/** The largest share of everyday commands that may be refused, asked or rewritten. */
const MAY_STOP = 0.002;
/** The largest share that may be advised. */
const MAY_ADVISE = 0.08;

Deno.test("everyday commands: at least 2,200, and almost none is refused, asked or rewritten", async () => {
  const commands = readEveryday();
  assert(commands.length >= 2_200, `${commands.length} commands`);
  await onGround(async (ground) => {
    const stopped: string[] = [];
    const advised = new Map<string, number>();
    let advisedInAll = 0;
    for (const { topic, tool, command } of commands) {
      const verdict = await ground.judge(tool, command);
      if (verdict === "pass") continue;
      if (!stops(verdict)) advisedInAll++;
      for (const reason of await ground.explain(tool, command)) {
        if (!stops(reason.verdict)) advised.set(reason.guard, (advised.get(reason.guard) ?? 0) + 1);
        else {
          stopped.push(
            `${reason.verdict}\t${reason.guard}\t${topic}\t${shown(command)}\n\t\t${shown(reason.text)}`,
          );
        }
      }
      if (stops(verdict) && stopped.length === 0) stopped.push(`${verdict}\t?\t${topic}\t${shown(command)}`);
    }
    const share = advisedInAll / commands.length;
    const reasons = [...advised].sort((a, b) => b[1] - a[1]).map(([guard, count]) => `${guard} ${count}`);
    console.log(
      `${commands.length} everyday commands: ${stopped.length} stopped, ${advisedInAll} advised ` +
        `(${(share * 100).toFixed(1)} %: ${reasons.join(", ")})`,
    );
    if (stopped.length > 0) console.log(stopped.join("\n"));
    assertEquals([...ground.faults].slice(0, 10), []);
    assert(stopped.length <= commands.length * MAY_STOP, `${stopped.length} everyday commands are stopped`);
    assert(share < MAY_ADVISE, `${advisedInAll} everyday commands are advised`);
  });
});
