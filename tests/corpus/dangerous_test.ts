/** What `standard` must not let through. */
import { assert, assertEquals } from "../support/assert.ts";
import { meets, onGround, readDangerous, shown, stops, type Verdict } from "./corpus.ts";

/** The largest share that may get another verdict than expected. */
const MAY_MISS = 0.02;
/** Topics of which nothing may be missed: what they lose lies outside the project and does not come back. */
const NEVER = [
  "loss: root, home, system",
  "loss: quoting and spelling",
  "loss: wrappers",
  "disks and machine",
];

Deno.test("dangerous commands: at least 300, each refused or asked", async () => {
  const commands = readDangerous();
  assert(commands.length >= 300, `${commands.length} commands`);
  assertEquals(new Set(commands.map(({ tool, command }) => `${tool} ${command}`)).size, commands.length);
  await onGround(async (ground) => {
    const missed: string[] = [];
    let beyondRepair = 0;
    for (const { topic, tool, command, expected } of commands) {
      const verdict: Verdict = await ground.judge(tool, command);
      if (meets(verdict, expected)) continue;
      missed.push(`${expected}, not ${verdict}\t${topic}\t${shown(command)}`);
      if (NEVER.includes(topic) && !stops(verdict)) beyondRepair++;
    }
    console.log(`${commands.length} dangerous commands: ${missed.length} missed`);
    if (missed.length > 0) console.log(missed.join("\n"));
    assertEquals([...ground.faults].slice(0, 10), []);
    assertEquals(beyondRepair, 0, "commands whose loss lies outside the project go through");
    assert(missed.length <= commands.length * MAY_MISS, `${missed.length} dangerous commands are missed`);
  });
});
