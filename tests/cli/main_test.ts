import { VERSION } from "../../src/base/version.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inSandbox } from "../register/sandbox.ts";

Deno.test("cli: help lists the commands, each has its own", () =>
  inSandbox(async ({ run }) => {
    for (const args of ["--help", "-h", "help"]) {
      const { code, out } = await run(args);
      assertEquals(code, 0);
      for (const { name, summary } of COMMANDS) {
        assertStringIncludes(out, `${name} `), assertStringIncludes(out, summary);
      }
    }
    for (const { name, options } of COMMANDS) {
      for (const args of [`${name} --help`, `${name} -h`, `help ${name}`]) {
        const { code, out } = await run(args);
        assertEquals(code, 0);
        for (const option of options) assertStringIncludes(out, `--${option.name}`);
      }
    }
    assertStringIncludes((await run("install --help")).out, "--scope user|project|local");
  }));

Deno.test("cli: the version", () =>
  inSandbox(async ({ run }) => {
    const { code, out, err } = await run("--version");
    assertEquals([code, out.split(" ", 2), err], [0, ["garfio", VERSION], ""]);
  }));

const WRONG: readonly [string, string][] = [
  ["instal", 'there is no command "instal". Run "garfio --help"'],
  ["--instal", 'there is no option "--instal". Run "garfio --help"'],
  ["install", "Say for which harness: --harness ID, one of amp"],
  ["install --harness", "--harness needs a value"],
  ["install --harness nothing", '"nothing" is no harness that Garfio knows. --harness takes amp'],
  ["install --harness claude-code --scope world", "--scope takes user, project, local"],
  ["install --harness claude-code --dryrun", "There is no option --dryrun"],
  ["install --harness claude-code --executable garfio", "absolute"],
  ["verify --harness claude-code extra", "one argument too many"],
  ["uninstall claude-code", "one argument too many"],
];

for (const [args, part] of WRONG) {
  Deno.test(`cli: garfio ${args} says what is wrong, exit code 1`, () =>
    inSandbox(async ({ run, home }) => {
      const { code, out, err } = await run(args);
      assertEquals([code, out], [1, ""]);
      assertStringIncludes(err, part);
      assertEquals([...Deno.readDirSync(home)], []);
    }));
}

Deno.test("cli: with --json a refusal is an object on standard output", () =>
  inSandbox(async ({ run }) => {
    const { code, out, err } = await run("install --harness nothing --json");
    assertEquals([code, err], [1, ""]);
    const { ok, code: word, error } = JSON.parse(out);
    assertEquals([ok, word, typeof error], [false, "harness.unknown", "string"]);
  }));
