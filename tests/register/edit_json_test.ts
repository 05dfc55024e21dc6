import fc from "fast-check";
import { findEntries, installEntries, removeEntries } from "../../src/register/edit.ts";
import { topValues } from "../../src/register/edit_json.ts";
import { readTree, valueOf } from "../../src/register/json_text.ts";
import { readOurs } from "../../src/register/ours.ts";
import { Refusal } from "../../src/register/refusal.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { CLAUDE, jobFor } from "./sandbox.ts";

const JOB = jobFor("/opt/my tools/garfio");
const COUNT = CLAUDE.registration.events.length;

const OLD_STOP = `{"type":"command","command":"/old/garfio","args":["hook","Stop","stop"],"timeout":5}`;
const FOREIGN = `{"type":"command","command":"node some-script.js"}`;

function install(text: string): string {
  const result = installEntries(text, JOB);
  assertEquals(findEntries(result, JOB).length, COUNT);
  assertEquals(installEntries(result, JOB), result, "a second install changes nothing");
  return result;
}

// deno-lint-ignore no-explicit-any -- a test looks into values of any shape
function value(text: string): any {
  const root = readTree(text.replace(/^\ufeff/, ""));
  assert(root !== undefined, `no JSON: ${text}`);
  return valueOf(root);
}

/** Texts that installing and removing gives back byte for byte. */
const THERE_AND_BACK: readonly [string, string][] = [
  ["two blanks", '{\n  "model": "x",\n  "env": { "A": "1" }\n}\n'],
  ["four blanks", '{\n    "model": "x"\n}\n'],
  ["tabs", '{\n\t"model": "x"\n}\n'],
  ["no final newline", '{\n  "model": "x"\n}'],
  ["blank lines", '\n\n{\n\n  "model": "x"\n\n}\n\n'],
  ["CRLF", '{\r\n  "model": "x",\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n'],
  ["one line", '{"model":"x"}'],
  ["one line with blanks", '{ "model": "x", "a": [1, 2] }\n'],
  ["comments", '{\n  // keep: team default\n  "model": "x", /* pinned */\n  "env": {"A": "1"}\n}\n'],
  ["comment behind the last", '{\n  "model": "x" // mine\n}\n'],
  ["block comment behind the last", '{\n  "model": "x" /* mine */\n}\n'],
  ["comment below the last", '{\n  "model": "x"\n  // the end\n}\n'],
  ["comment around all", '// head\n{\n  "model": "x"\n}\n// foot'],
  ["trailing comma", '{\n  "model": "x",\n}\n'],
  ["trailing comma and comment", '{\n  "model": "x", // mine\n}\n'],
  ["one line and comment", '{"model":"x" // mine\n}'],
  [
    "foreign hooks",
    `{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          ${FOREIGN}\n        ]\n      }\n    ]\n  }\n}\n`,
  ],
  ["foreign hooks in one line", `{"hooks":{"Stop":[{"hooks":[${FOREIGN}]}]}}`],
  [
    "foreign hooks first",
    `{\n  "hooks": {\n    "Foo": [{"hooks":[${FOREIGN}]}], // mine\n  },\n  "b": 1,\n}\n`,
  ],
  [
    "foreign group of another matcher",
    `{"hooks":{"SessionStart":[{"matcher":"compact","hooks":[${FOREIGN}]}]}}`,
  ],
  ["a strange event", '{\n  "hooks": { "Foo": 3 }\n}\n'],
  ["odd numbers and escapes", '{\n  "a": 1.50e+3, "b": "\\u00e9\\/", "__proto__": {"x": 1}\n}\n'],
  ["a key twice elsewhere", '{\n  "a": 1,\n  "a": 2\n}\n'],
  ["BOM", '\ufeff{"model":"x"}'],
];

for (const [name, text] of THERE_AND_BACK) {
  Deno.test(`edit: ${name} comes back byte for byte`, () => {
    const installed = install(text);
    assertEquals(removeEntries(installed, JOB)!, text);
    assertEquals(/\r\n/.test(text) && /[^\r]\n/.test(installed), false, "line ends are kept");
    assertEquals(installed.startsWith("\ufeff"), text.startsWith("\ufeff"));
    for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) assertStringIncludes(installed, comment);
  });
}

Deno.test("edit: the layout of the file is taken over", () => {
  assertStringIncludes(install('{\n\t"model": "x"\n}\n'), '\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t{\n');
  assertStringIncludes(install('{\n    "a": 1\n}\n'), '\n    "hooks": {\n        "SessionStart": [\n');
  assertEquals(install('{"model":"x"}').includes("\n"), false);
  assertStringIncludes(install('{"model":"x"}'), '"x","hooks":{"SessionStart":[{"matcher":"*",');
  assertStringIncludes(install('{ "model": "x" }'), '"x", "hooks": {"SessionStart": [{"matcher": "*", ');
});

for (
  const [name, text] of [["nothing", ""], ["blank lines", " \r\n"], ["{}", "{}"], ["{ }", "{ }\n"], [
    "a BOM",
    "\ufeff",
  ]] as const
) {
  Deno.test(`edit: ${name} becomes a whole file`, () => {
    const installed = install(text);
    assertEquals(Object.keys(value(installed)), ["hooks"]);
    assertStringIncludes(
      installed,
      '{\n  "hooks": {\n    "SessionStart": [\n      {\n        "matcher": "*",\n',
    );
    assertEquals(value(removeEntries(installed, JOB)!), {});
  });
}

Deno.test("edit: comments in empty places stay", () => {
  for (
    const text of [
      "{ // mine\n}",
      "{ /* mine */ }",
      '{\n  "hooks": {\n    // mine\n  }\n}',
      '{"hooks":{"Stop":[ /* mine */ ]}}',
    ]
  ) {
    const installed = install(text);
    assertStringIncludes(installed, "mine");
    assertStringIncludes(removeEntries(installed, JOB)!, "mine");
    assertEquals(findEntries(removeEntries(installed, JOB)!, JOB), []);
  }
});

Deno.test("edit: an exec form entry per row, with the keys that the client knows", () => {
  const { hooks } = value(install(""));
  assertEquals(hooks.Stop, [{
    hooks: [{
      type: "command",
      command: "/opt/my tools/garfio",
      args: ["hook", "Stop", "stop"],
      timeout: 60,
    }],
  }]);
  assertEquals(Object.keys(hooks), ["SessionStart", "PreToolUse", "PostToolUse", "Stop"]);
  // deno-lint-ignore no-explicit-any -- as above
  assertEquals(hooks.PreToolUse.map((group: any) => group.matcher), [
    "Write",
    "Edit",
    "NotebookEdit",
    "Bash|PowerShell",
    "AskUserQuestion",
  ]);
});

Deno.test("edit: a path of Windows is data, decoded as it was", () => {
  const path = "C:\\Users\\Test User\\AppData\\Local\\garfio\\garfio.exe";
  const text = installEntries("", jobFor(path));
  assertEquals(value(text).hooks.Stop[0].hooks[0].command, path);
  assertEquals(installEntries(text, jobFor(path)), text);
});

Deno.test("edit: an older entry is replaced where it stands", () => {
  const text = `{"hooks":{"Stop":[{"hooks":[${OLD_STOP}]}],"Foo":[]}}`;
  const { hooks } = value(install(text));
  assertEquals(hooks.Stop.length, 1);
  assertEquals(hooks.Stop[0].hooks[0].timeout, 60);
  assertEquals(hooks.Foo, []);
  assertEquals(Object.keys(hooks)[0], "Stop");
});

Deno.test("edit: old entries anywhere are replaced by one set", () => {
  const text = `{"hooks":{
    "Stop":[{"matcher":"*","hooks":[${OLD_STOP}]},{"hooks":[${OLD_STOP},${FOREIGN},${OLD_STOP}]}],
    "SubagentStop":[{"hooks":[${OLD_STOP}]}],
    "SessionStart":[{"hooks":[{"type":"command","command":"launcher","args":["/home/dev/bin/garfio","hook","SessionStart"]}]}],
    "PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"'/a b/garfio' hook PreToolUse pretooluse-bash"}]}]
  }}`;
  const { hooks } = value(install(text));
  assertEquals(hooks.SubagentStop, undefined);
  assertEquals(hooks.Stop.length, 1);
  assertEquals(hooks.Stop[0].hooks.length, 2);
  assertEquals(hooks.Stop[0].hooks[0], JSON.parse(FOREIGN));
  assertEquals(hooks.SessionStart.length, 1);
  // deno-lint-ignore no-explicit-any -- as above
  assertEquals(hooks.PreToolUse.some((group: any) => group.matcher === "Bash"), false);
});

Deno.test("edit: in a shared group ours comes after the operator's, and goes alone", () => {
  const text =
    `{"hooks":{"PreToolUse":[{"matcher":"Bash|PowerShell","hooks":[${FOREIGN}]},{"matcher":"Bash","hooks":[${FOREIGN}]}]}}`;
  const installed = install(text);
  const [shared, narrow] = value(installed).hooks.PreToolUse;
  assertEquals(shared.hooks.length, 2);
  assertEquals(shared.hooks[0], JSON.parse(FOREIGN));
  assertEquals(narrow.hooks.length, 1);
  assertEquals(removeEntries(installed, JOB)!, text);
});

Deno.test("edit: the operator's look-alikes stay", () => {
  const alike = `{"type":"command","command":"/opt/mygarfio","args":["hook","Stop"]}`;
  const text = `{"hooks":{"Stop":[{"hooks":[${alike},{"type":"command","command":"echo garfio hook"}]}]}}`;
  assertEquals(value(install(text)).hooks.Stop[0].hooks.length, 3);
  assertEquals(removeEntries(install(text), JOB), text);
});

Deno.test("edit: a group of ours with a key or comment of the operator stays", () => {
  for (const extra of ['"note":"mine",', "/* mine */"]) {
    const text = `{"hooks":{"Stop":[{${extra}"hooks":[${OLD_STOP}]}]}}`;
    assertStringIncludes(removeEntries(text, JOB)!, "mine");
    assertEquals(findEntries(removeEntries(text, JOB)!, JOB), []);
  }
});

Deno.test("edit: removing leaves no empty group, event or container", () => {
  const text =
    `{\n  // note above\n  "hooks": {"Stop": [{"hooks": [${OLD_STOP}]}]},\n  "statusLine": {"type": "command"} // note beside\n}\n`;
  assertEquals(
    removeEntries(text, JOB)!,
    `{\n  // note above\n  "statusLine": {"type": "command"} // note beside\n}\n`,
  );
});

Deno.test("edit: what follows a line comment never slips into it", () => {
  const text = `{"hooks":{"Stop":[{"hooks":[ // first\n${OLD_STOP}, ${FOREIGN}]}]}}`;
  assertEquals(value(removeEntries(text, JOB)!).hooks.Stop[0].hooks, [JSON.parse(FOREIGN)]);
  const last = `{"hooks":{"Stop":[{"hooks":[${FOREIGN}, // first\n${OLD_STOP}]}]}}`;
  assertEquals(value(removeEntries(last, JOB)!).hooks.Stop[0].hooks, [JSON.parse(FOREIGN)]);
});

const REFUSED: readonly [string, string, string][] = [
  ["config.unparseable", '{"model": ', "no JSON"],
  ["config.unparseable", "{model: 1}", "no JSON"],
  ["config.unparseable", "<<<<<<< HEAD\n{}\n", "no JSON"],
  ["config.unparseable", "// only a comment", "no JSON"],
  ["config.unparseable", '{"a":1} {"b":2}', "no JSON"],
  ["config.unparseable", "[".repeat(200_000), "no JSON"],
  ["config.unexpected-shape", "[]", "the file is not an object"],
  ["config.unexpected-shape", '"text"', "the file is not an object"],
  ["config.unexpected-shape", '{"hooks":[]}', '"hooks" is not an object'],
  ["config.unexpected-shape", '{"hooks":null}', '"hooks" is not an object'],
  ["config.unexpected-shape", '{"hooks":{},"hooks":{}}', '"hooks" is there twice'],
  ["config.unexpected-shape", '{"hooks":{"Stop":{}}}', '"hooks.Stop" is not a list'],
  ["config.unexpected-shape", '{"hooks":{"Stop":[],"Stop":[]}}', '"hooks.Stop" is there twice'],
  ["config.unexpected-shape", '{"hooks":{"Stop":["x"]}}', '"hooks.Stop[0]" is not an object'],
  ["config.unexpected-shape", '{"hooks":{"Stop":[{}]}}', '"hooks.Stop[0]" has no "hooks"'],
  ["config.unexpected-shape", '{"hooks":{"Stop":[{"hooks":{}}]}}', '"hooks.Stop[0].hooks" is not a list'],
  [
    "config.unexpected-shape",
    '{"hooks":{"Stop":[{"matcher":1,"hooks":[]}]}}',
    '"hooks.Stop[0].matcher" is not a text',
  ],
  [
    "config.unexpected-shape",
    '{"hooks":{"Stop":[{"hooks":[],"hooks":[]}]}}',
    '"hooks.Stop[0].hooks" is there twice',
  ],
];

for (const [code, text, part] of REFUSED) {
  Deno.test(`edit: ${text.slice(0, 50)} is refused with ${code}`, () => {
    for (const edit of [installEntries, removeEntries, findEntries]) {
      try {
        edit(text, JOB);
      } catch (error) {
        assert(error instanceof Refusal);
        assertEquals(error.code, code);
        assertStringIncludes(error.message, part);
        assertEquals(Object.keys(error.byHand?.["hooks"] as object), [
          "SessionStart",
          "PreToolUse",
          "PostToolUse",
          "Stop",
        ]);
        continue;
      }
      throw new Error("it was not refused");
    }
  });
}

Deno.test("edit: the values at the top are read, if they can be", () => {
  assertEquals(topValues('\ufeff{"disableAllHooks": true, // x\n}')["disableAllHooks"], true);
  assertEquals(topValues("nonsense"), {});
  assertThrows(() => installEntries("nonsense", JOB), Refusal);
});

// Any file ----------------------------------------------------------------------------------------------

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const plain: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const handler: fc.Arbitrary<Json> = fc.oneof(
  plain,
  fc.record({ type: fc.constant("command"), command: fc.string() }),
  fc.record({
    type: fc.constant("command"),
    command: fc.constant("/x/garfio"),
    args: fc.constant<Json>(["verify"]),
  }),
);
const someHandlers = fc.array(handler, { minLength: 1, maxLength: 3 });
const group: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ matcher: fc.constantFrom("*", "Write", "Bash", "Bash|PowerShell"), hooks: someHandlers }),
  fc.record({ hooks: someHandlers }),
);
const foreignHooks: fc.Arbitrary<Json> = fc.dictionary(
  fc.constantFrom("SessionStart", "PreToolUse", "PostToolUse", "Stop", "Notification"),
  fc.array(group, { minLength: 1, maxLength: 3 }),
  { minKeys: 1, maxKeys: 4 },
);
const settings: fc.Arbitrary<{ [key: string]: Json }> = fc.tuple(
  fc.dictionary(fc.string({ maxLength: 6 }).filter((key) => key !== "hooks" && key !== "__proto__"), plain, {
    minKeys: 1,
    maxKeys: 4,
  }),
  fc.option(foreignHooks, { nil: undefined }),
  fc.boolean(),
).map(([rest, hooks, first]) => hooks === undefined ? rest : first ? { hooks, ...rest } : { ...rest, hooks });

const GAPS = [
  "",
  "",
  "",
  " ",
  "\n",
  "\n  ",
  "\n\t",
  ' // a, "b" [\n',
  "/* c, { */",
  " /* d\n */ ",
  "\n    // e\n  ",
];

/** Prints `json` with white space, comments and trailing commas taken from `choices`. */
function printWildly(json: Json, choices: readonly number[], newline: string): string {
  let at = 0;
  const choose = () => choices[at++ % choices.length]!;
  const gap = () => GAPS[choose() % GAPS.length]!.replaceAll("\n", newline);
  const members = (open: string, items: string[], close: string): string => {
    const comma = items.length > 0 && choose() % 5 === 0 ? `,${gap()}` : "";
    return open + items.map((item) => `${gap()}${item}${gap()}`).join(",") + comma + close;
  };
  const print = (one: Json): string => {
    if (Array.isArray(one)) return members("[", one.map(print), "]");
    if (one !== null && typeof one === "object") {
      const items = Object.entries(one).map(([key, item]) =>
        `${JSON.stringify(key)}${gap()}:${gap()}${print(item)}`
      );
      return members("{", items, "}");
    }
    return JSON.stringify(one);
  };
  return gap() + print(json) + gap();
}

const wildText = fc.record({
  json: settings,
  choices: fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }),
  newline: fc.constantFrom("\n", "\r\n"),
  bom: fc.constantFrom("", "\ufeff"),
}).map(({ json, choices, newline, bom }) => ({ json, text: bom + printWildly(json, choices, newline) }));

/** `json` without our handlers and the groups and events that hold nothing else. */
function withoutOurs(json: { [key: string]: Json }): unknown {
  const { hooks, ...rest } = json;
  const events = Object.entries((hooks ?? {}) as Record<string, { matcher?: string; hooks: Json[] }[]>)
    .flatMap(
      ([event, groups]) => {
        const kept = groups
          .map((one) => ({ ...one, hooks: one.hooks.filter((item) => readOurs(item, CLAUDE) === undefined) }))
          .filter((one) => one.hooks.length > 0);
        return kept.length === 0 ? [] : [[event, kept]];
      },
    );
  return { rest, events };
}

Deno.test("edit: any file comes back byte for byte, and a second install changes nothing", () => {
  fc.assert(
    fc.property(wildText, ({ text }) => {
      const installed = installEntries(text, JOB);
      assertEquals(installEntries(installed, JOB), installed);
      assertEquals(removeEntries(installed, JOB)!, text);
      assertEquals(removeEntries(text, JOB)!, text);
    }),
    { numRuns: 300 },
  );
});

Deno.test("edit: in any file, what is not ours keeps its value and its place", () => {
  fc.assert(
    fc.property(wildText, ({ text, json }) => {
      const installed = value(installEntries(text, JOB));
      assertEquals(withoutOurs(installed), withoutOurs(json));
      assertEquals(
        Object.keys(installed).filter((key) => key !== "hooks"),
        Object.keys(value(text)).filter((key) => key !== "hooks"),
      );
    }),
    { numRuns: 300 },
  );
});

Deno.test("edit: from any older state of ours, one set remains", () => {
  const older = fc.record({
    type: fc.constant("command"),
    command: fc.constantFrom("/old/garfio", "C:\\old\\garfio.exe", "garfio"),
    args: fc.constantFrom(["hook", "Stop"], ["hook", "PreToolUse", "pretooluse-write"], [
      "hook",
      "--contract",
      "claude",
      "Stop",
    ]),
    timeout: fc.integer({ min: 1, max: 60 }),
  });
  const mixed = fc.array(
    fc.record({
      event: fc.constantFrom("SessionStart", "PreToolUse", "Stop", "Notification"),
      matcher: fc.constantFrom("*", "Write", "Bash"),
      hooks: fc.array(fc.oneof(older, handler), { maxLength: 4 }),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(mixed, fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }), (groups, choices) => {
      const hooks: Record<string, Json[]> = {};
      for (const { event, matcher, hooks: list } of groups) {
        (hooks[event] ??= []).push({ matcher, hooks: list as Json[] });
      }
      const installed = installEntries(printWildly({ hooks }, choices, "\n"), JOB);
      assertEquals(findEntries(installed, JOB).length, COUNT);
      assertEquals(installEntries(installed, JOB), installed);
      assertEquals(findEntries(removeEntries(installed, JOB)!, JOB), []);
    }),
    { numRuns: 200 },
  );
});
