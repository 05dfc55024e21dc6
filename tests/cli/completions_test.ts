/** What completes the command line: made from the table of commands; run in the shells that are here. */
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { COMPLETIONS_OF } from "../../src/cli/completions.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { isHere, runWith } from "../release/served.ts";
import { inSandbox } from "../register/sandbox.ts";

const PATH = Deno.env.get("PATH") ?? "";

for (const [shell, make] of Object.entries(COMPLETIONS_OF)) {
  Deno.test(`completions: ${shell} has every command, option and choice`, () =>
    inSandbox(async ({ run }) => {
      const { code, out, err } = await run(`completions ${shell}`);
      assertEquals([code, err, out], [0, "", make(COMMANDS)]);
      for (const { name, options, operandChoices = [] } of COMMANDS) {
        assertStringIncludes(out, name);
        for (const option of options) {
          assertStringIncludes(out, shell === "fish" ? `-l ${option.name}` : `--${option.name}`);
          for (const choice of option.choices ?? []) assertStringIncludes(out, choice);
        }
        for (const choice of operandChoices) assertStringIncludes(out, choice);
      }
    }));
}

Deno.test("completions: another shell, or none, is refused", () =>
  inSandbox(async ({ run }) => {
    for (const args of ["completions", "completions tcsh", "completions toString"]) {
      const { code, out, err } = await run(args);
      assertEquals([code, out], [1, ""]);
      assertStringIncludes(err, "bash, zsh, fish, powershell");
    }
  }));

/** Words with whatever could break out of quotes. */
const NASTY: readonly Command[] = [{
  name: "odd",
  summary: 'It\'s "odd": [a] $(touch x) \\ `y` %.',
  usage: "DIR",
  options: [
    { name: "what", value: "FILE", summary: "What's [it] $HOME?" },
    { name: "into", value: "DIR", summary: "A folder." },
    { name: "kind", value: "KIND", choices: ["one", "two"], summary: "Which." },
  ],
  operands: 1,
  run: () => Promise.resolve(0),
}];

for (const [shell, args] of [["bash", ["-n"]], ["zsh", ["-n"]], ["fish", ["-n"]]] as const) {
  Deno.test({
    name: `completions: ${shell} reads its script`,
    ignore: !isHere(shell),
    fn: () =>
      withScratch(async (folder) => {
        for (const commands of [COMMANDS, NASTY]) {
          Deno.writeTextFileSync(`${folder}/script`, COMPLETIONS_OF[shell]!(commands));
          const ran = await runWith(shell, [...args, `${folder}/script`], { PATH, HOME: folder });
          assertEquals(ran, { code: 0, out: "", err: "" });
        }
      }),
  });
}

/** A command line, and what bash offers behind it. */
const OFFERED: readonly [string, readonly string[]][] = [
  ["garfio inst", ["install"]],
  ["garfio --v", ["--version"]],
  ["garfio install --sc", ["--scope"]],
  ["garfio install --scope ", ["user", "project", "local"]],
  ["garfio install --scope pr", ["project"]],
  ["garfio install --harness x --d", ["--dry-run"]],
  ["garfio completions z", ["zsh"]],
  ["garfio help upg", ["upgrade"]],
  ["garfio status --project fo", ["folder with blanks"]],
  ["garfio explain --event fi", ["file.json"]],
  ["garfio install --harness ", []],
  ["garfio nothing ", []],
];

Deno.test({
  name: "completions: bash offers what fits",
  ignore: Deno.build.os === "windows" || !isHere("bash"),
  fn: () =>
    withScratch(async (folder) => {
      Deno.writeTextFileSync(`${folder}/garfio.bash`, COMPLETIONS_OF["bash"]!(COMMANDS));
      Deno.mkdirSync(`${folder}/folder with blanks`);
      Deno.writeTextFileSync(`${folder}/file.json`, "");
      const script =
        '. ./garfio.bash; read -ra COMP_WORDS <<<"$1"; case "$1" in *" ") COMP_WORDS+=("") ;; esac; ' +
        'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _garfio; [ ${#COMPREPLY[@]} = 0 ] || printf "%s\\n" "${COMPREPLY[@]}"';
      for (const [line, words] of OFFERED) {
        const { code, out, err } = await runWith("bash", ["-c", script, "test", line], { PATH }, folder);
        assertEquals([code, err], [0, ""]);
        assertEquals(out.split("\n").filter((one) => one !== ""), [...words], line);
      }
    }),
});

Deno.test({
  name: "completions: fish offers what fits",
  ignore: !isHere("fish"),
  fn: () =>
    withScratch(async (folder) => {
      Deno.writeTextFileSync(`${folder}/garfio.fish`, COMPLETIONS_OF["fish"]!(COMMANDS));
      const script =
        'source garfio.fish; complete -C "garfio install --scope p"; complete -C "garfio completions z"';
      const { out } = await runWith("fish", ["-c", script], { PATH, HOME: folder }, folder);
      assertEquals(out.split("\n").map((line) => line.split("\t")[0]).filter((one) => one !== ""), [
        "project",
        "zsh",
      ]);
    }),
});

Deno.test("completions: the PowerShell script has no open quote", () => {
  for (const commands of [COMMANDS, NASTY]) {
    for (const line of COMPLETIONS_OF["powershell"]!(commands).split("\n")) {
      assert(
        !line.replace(/#.*/, "").replace(/'(?:[^']|'')*'/g, "").replace(/"[^"]*"/g, "").includes("'"),
        line,
      );
    }
  }
});
