/** The line that each shell reads as one program and its arguments. */
import { commandLine } from "../../src/register/command_line.ts";
import { commandWords } from "../../src/register/command_words.ts";
import type { EntryShell } from "../../src/register/registration.ts";
import { assertEquals } from "../support/assert.ts";

const WORDS = ["hook", "--contract", "codex", "PreToolUse"];
const LINES: readonly [EntryShell, string, string][] = [
  ["posix", "/opt/my tools/garfio", '"/opt/my tools/garfio" hook --contract codex PreToolUse'],
  ["posix", "/home/dev/bob's/garfio", `"/home/dev/bob's/garfio" hook --contract codex PreToolUse`],
  ["posix", "C:\\Users\\A B\\garfio.exe", '"C:/Users/A B/garfio.exe" hook --contract codex PreToolUse'],
  ["cmd", "C:\\A B\\garfio.exe", '"C:\\A B\\garfio.exe" hook --contract codex PreToolUse'],
  ["powershell", "C:\\tools\\garfio.exe", '& "C:\\tools\\garfio.exe" hook --contract codex PreToolUse'],
  ["any-windows", "C:\\tools\\garfio.exe", "C:\\tools\\garfio.exe hook --contract codex PreToolUse"],
  ["any-windows", "C:\\A B\\garfio.exe", '& "C:\\A B\\garfio.exe" hook --contract codex PreToolUse'],
];

for (const [shell, program, line] of LINES) {
  Deno.test(`line: ${shell}: ${line}`, () => {
    assertEquals(commandLine([program, ...WORDS], shell), line);
    const expected = shell === "posix" && /^[A-Z]:/.test(program) ? program.replaceAll("\\", "/") : program;
    assertEquals(commandWords(line), [expected, ...WORDS], "our own entry is read back");
  });
}

Deno.test({
  name: "line: a shell starts exactly the program, with exactly the arguments",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = Deno.makeTempDirSync({ prefix: "garfio line 'x' " });
    try {
      const program = `${folder}/garfio`;
      Deno.writeTextFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n');
      Deno.chmodSync(program, 0o755);
      for (const shell of ["/bin/sh", "/bin/bash"]) {
        const { stdout } = await new Deno.Command(shell, {
          args: ["-c", commandLine([program, ...WORDS], "posix")],
        })
          .output();
        assertEquals(new TextDecoder().decode(stdout).trimEnd().split("\n"), [program, ...WORDS]);
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
