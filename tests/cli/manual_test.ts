/** The manual page: made from the table of commands that the help is made of. */
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { manualPage } from "../../src/cli/manual.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { isHere, runWith } from "../release/served.ts";

const EDITION = { version: "1.2.3", date: "2026-11-30" };
const page = manualPage(COMMANDS, EDITION);

const NASTY: readonly Command[] = [{
  name: "odd",
  summary: '.SH no heading, \'no request, C:\\n -- "quoted"',
  usage: "'WORD' [--x]",
  options: [{ name: "x", value: "A-B", summary: ".so /etc/passwd" }],
  run: () => Promise.resolve(0),
}];

Deno.test("manual: every command with its options", () => {
  assertStringIncludes(page, '.TH GARFIO 1 "2026-11-30" "garfio 1.2.3"');
  const plain = page.replaceAll("\\-", "-").replaceAll("\\(aq", "'");
  for (const { name, summary, usage, options } of COMMANDS) {
    for (const part of [`.SS "garfio ${name}"`, summary, usage]) assertStringIncludes(plain, part);
    for (const option of options) {
      assertStringIncludes(plain, `\\fB--${option.name}`), assertStringIncludes(plain, option.summary);
    }
  }
});

Deno.test("manual: only requests that are meant, whatever a summary holds", () => {
  for (const text of [page, manualPage(NASTY, EDITION)]) {
    for (const line of text.split("\n")) {
      assert(!/^[.']/.test(line) || /^\.(?:TH|SH|SS|TP|PP|B|I|BR)(?: |$)/.test(line), line);
      assert(!/\\(?![-e&(f])/.test(line), line);
    }
    assert(!text.includes("\n.so") && !text.includes("\n.SH no heading"));
  }
});

const LINTERS: readonly (readonly [string, readonly string[]])[] = [
  ["mandoc", ["-T", "lint", "-W", "warning"]],
  ["groff", ["-man", "-ww", "-z"]],
];

for (const [linter, args] of LINTERS) {
  Deno.test({
    name: `manual: ${linter} has no complaint`,
    ignore: Deno.build.os === "windows" ||
      !isHere(linter, linter === "mandoc" ? ["/dev/null"] : ["--version"]),
    fn: () =>
      withScratch(async (folder) => {
        for (const text of [page, manualPage(NASTY, EDITION)]) {
          Deno.writeTextFileSync(`${folder}/garfio.1`, text);
          const ran = await runWith(linter, [...args, `${folder}/garfio.1`], { PATH: Deno.env.get("PATH")! });
          assertEquals([ran.out, ran.err], ["", ""]);
        }
      }),
  });
}
