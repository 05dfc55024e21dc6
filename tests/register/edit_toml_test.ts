/** Entries in a TOML file: tables of a list. */
import { findEntries, installEntries, removeEntries } from "../../src/register/edit.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import type { EditJob } from "../../src/register/json_shape.ts";
import type { Harness, Surface } from "../../src/register/registration.ts";
import { Refusal } from "../../src/register/refusal.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { CLAUDE } from "./sandbox.ts";

const SURFACE: Surface = {
  paths: ["~/.kind/config.toml"],
  format: "toml",
  layout: "list",
  container: ["hooks"],
  committed: false,
  entry: { event: "{event}", command: "{posix}", matcher: "{matcher}", timeout: "{timeout}" },
};

/** A harness that reads TOML, with two events. */
const KIND: Harness = {
  ...CLAUDE,
  id: "kind",
  names: ["kind"],
  isDefault: false,
  knownEvents: ["PreToolUse", "Stop"],
  registration: {
    ...CLAUDE.registration,
    contractArgument: true,
    events: [
      { event: "PreToolUse", matcher: "Bash|Edit", timeout: 10, messages: [], sample: {} },
      { event: "Stop", timeout: 60, messages: ["stop"], sample: {} },
    ],
  },
};

function jobFor(program: string): EditJob {
  return {
    harness: KIND,
    surface: SURFACE,
    place: { os: "linux" },
    planned: plannedEntries(KIND, SURFACE, { command: program, leading: [] }, "linux"),
  };
}

const JOB = jobFor("/opt/my tools/garfio");
const OTHER = '[[hooks]]\nevent = "Stop"\ncommand = "/opt/other run"\n';

const TEXTS: readonly [string, string][] = [
  ["no file", ""],
  ["a key", 'model = "x"\n'],
  ["no final line break", 'model = "x"'],
  ["comments", '# head\nmodel = "x" # kept\n\n# foot\n'],
  ["somebody else's table", OTHER],
  ["a table behind", `${OTHER}\n# about the next one\n[other]\na = 1\n`],
  ["CRLF", 'model = "x"\r\n\r\n[a]\r\nb = 2\r\n'],
  ["a header inside a text", `[a]\nb = """\n[[hooks]]\ncommand = "garfio hook --contract kind Stop"\n"""\n`],
  ["a header inside a literal text", "[a]\nb = '''\n[[hooks]]\n'''\n"],
  ["dates and floats", "d = 2026-01-02T03:04:05Z\nf = 1.5e3\n"],
];

for (const [name, text] of TEXTS) {
  Deno.test(`toml: ${name} comes back`, () => {
    const installed = installEntries(text, JOB);
    assertEquals(findEntries(installed, JOB).map(({ event, matcher }) => [event, matcher]), [
      ["PreToolUse", "Bash|Edit"],
      ["Stop", undefined],
    ]);
    assertEquals(installEntries(installed, JOB), installed, "a second install changes nothing");
    const back = removeEntries(installed, JOB)!;
    assertEquals(back.trimEnd(), text.trimEnd());
    assert(!/\r\n/.test(text) || !/[^\r]\n/.test(installed), "line ends are kept");
  });
}

Deno.test("toml: an old entry is replaced, and the tables around it stay where they are", () => {
  const old = installEntries(`${OTHER}\n[tail]\na = 1\n`, jobFor("/old/garfio"));
  const now = installEntries(old, JOB);
  assert(!now.includes("/old/garfio"));
  assertEquals(findEntries(now, JOB).length, 2);
  assert(now.startsWith(OTHER));
  assert(now.includes("[tail]\na = 1\n"));
});

const REFUSED: readonly [string, string][] = [
  ["no TOML", "model = \n"],
  ["an inline list", 'hooks = [{ event = "Stop", command = "x" }]\n'],
  ["another type", "hooks = 3\n"],
];
for (const [name, text] of REFUSED) {
  Deno.test(`toml: ${name} is left as it is, with what to add by hand`, () => {
    let refused: unknown;
    try {
      installEntries(text, JOB);
    } catch (error) {
      refused = error;
    }
    assert(refused instanceof Refusal && JSON.stringify(refused.byHand).includes("/opt/my tools/garfio"));
  });
}
