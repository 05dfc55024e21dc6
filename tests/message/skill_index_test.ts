/** The skill index that a catalogue gives; see `docs/skill-index.md`. */
import {
  type Catalogue,
  checkSkillIndex,
  INDEX_LIMIT,
  LINE_LIMIT,
  readCatalogue,
  renderSkillIndex,
} from "../../scripts/generate_skill_index.ts";
import { wholeText } from "../../src/message/message.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";

const SAMPLE = readCatalogue({
  prefix: "garfio",
  groups: [
    {
      task: "Plan work",
      entries: [{ name: "plan", kind: "manual" }, { name: "plan-review", kind: "manual" }],
    },
    {
      task: "Look after hooks",
      entries: [{ name: "status", kind: "command" }, { name: "hook-doctor", kind: "manual" }],
    },
  ],
});

/** A catalogue of `count` groups whose lines have `length` characters each. */
function groups(count: number, length: number): Catalogue {
  const line = (at: number): string => `- : \`garfio n${at}\``;
  return {
    prefix: "garfio",
    groups: Array.from({ length: count }, (_, at) => ({
      task: "t".repeat(length - line(at).length),
      entries: [{ name: `n${at}`, kind: "command" as const }],
    })),
  };
}

Deno.test("the index has one line per task group, manual skills in the plugin's form", () => {
  assertEquals(
    wholeText(renderSkillIndex(SAMPLE)),
    `# Skill index

What can be called by name, one line per task.

- Plan work: \`/garfio:plan\`, \`/garfio:plan-review\`
- Look after hooks: \`garfio status\`, \`/garfio:hook-doctor\``,
  );
});

Deno.test("without its prefix the index is that of an engine install", () => {
  const engine = renderSkillIndex(SAMPLE).replaceAll("/garfio:", "/");
  assertStringIncludes(engine, "`/plan`, `/plan-review`");
  assertStringIncludes(engine, "`garfio status`, `/hook-doctor`");
});

Deno.test("an empty catalogue gives an index without lines", () => {
  assertEquals(
    wholeText(renderSkillIndex({ prefix: "garfio", groups: [] })),
    "# Skill index\n\nWhat can be called by name, one line per task.",
  );
});

Deno.test("an index of 1,600 characters is too long, one less is not", () => {
  const empty = renderSkillIndex({ prefix: "garfio", groups: [] }).length;
  // Twelve lines of 102, then one that fills what is left; a line costs its break, the first one an empty line too.
  const room = INDEX_LIMIT - 1 - empty - 12 * 103 - 2;
  const fits = (more: number): Catalogue => {
    const all = groups(12, 102);
    const last = groups(1, room + more).groups[0]!;
    return { ...all, groups: [...all.groups, last] };
  };
  assert(room > 20 && room < LINE_LIMIT, `${room}`);
  assertEquals(renderSkillIndex(fits(0)).length, INDEX_LIMIT - 1);
  assertThrows(() => renderSkillIndex(fits(1)), RangeError, "1600 characters");
});

Deno.test("a line that the formatter would break is refused with its text", () => {
  assert(renderSkillIndex(groups(1, LINE_LIMIT)).includes("t"));
  assertThrows(() => renderSkillIndex(groups(1, LINE_LIMIT + 1)), RangeError, "split its group: - ttt");
});

Deno.test("the check compares with the catalogue and counts", () => {
  const index = renderSkillIndex(SAMPLE);
  assertEquals(checkSkillIndex(index, SAMPLE), undefined);
  assertEquals(checkSkillIndex(index.replaceAll("\n", "\r\n"), SAMPLE), undefined);
  assertStringIncludes(
    checkSkillIndex(index.replace("Plan work", "Plan"), SAMPLE)!,
    "not what the catalogue gives",
  );
  assertStringIncludes(checkSkillIndex(`${index}\n`, SAMPLE)!, "not what the catalogue gives");
  assertStringIncludes(checkSkillIndex(undefined, SAMPLE)!, "there is no");
  assertStringIncludes(checkSkillIndex(index.padEnd(INDEX_LIMIT, "x"), SAMPLE)!, "1600 characters");
});

Deno.test("a catalogue of another form is refused with the place of the fault", () => {
  const group = (over: object): unknown => ({
    prefix: "garfio",
    groups: [{ task: "Plan", entries: [{ name: "plan", kind: "manual" }], ...over }],
  });
  const cases: readonly (readonly [unknown, string])[] = [
    [[], "no JSON object"],
    [null, "no JSON object"],
    [{ groups: [] }, "prefix"],
    [{ prefix: "Garfio:", groups: [] }, "prefix"],
    [{ prefix: "garfio" }, "groups: not a list"],
    [{ prefix: "garfio", groups: ["plan"] }, "groups[0]: not an object"],
    [group({ task: "" }), "groups[0].task"],
    [group({ task: "two\nlines" }), "groups[0].task"],
    [group({ entries: [] }), "groups[0].entries: nothing"],
    [group({ entries: ["plan"] }), "groups[0].entries[0]: not an object"],
    [group({ entries: [{ name: "a`b", kind: "manual" }] }), "groups[0].entries[0].name: not a name"],
    [group({ entries: [{ name: "plan", kind: "auto" }] }), "groups[0].entries[0].kind"],
    [
      group({ entries: [{ name: "plan", kind: "manual" }, { name: "plan", kind: "manual" }] }),
      '"plan" is listed twice',
    ],
  ];
  assertEquals(readCatalogue(group({})), group({}) as Catalogue);
  for (const [value, part] of cases) assertThrows(() => readCatalogue(value), TypeError, part);
});
