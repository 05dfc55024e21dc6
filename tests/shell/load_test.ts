/** Whatever part of the reader is loaded for a line, the reading is that of the whole engine. */
import { readLine } from "../../src/shell/load.ts";
import { readShell } from "../../src/shell/read.ts";
import { readPosixLine } from "../../src/shell/read_posix.ts";
import { readWindowsLine } from "../../src/shell/read_windows.ts";
import type { ShellLanguage } from "../../src/shell/reading.ts";
import { readSimple } from "../../src/shell/simple.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { surroundings } from "./reader.ts";

/** The share of everyday lines of at most 300 characters that need no engine. */
const SHARE = 0.75;

const everyday = new URL("../corpus/everyday/", import.meta.url);

/** The commands of the corpus of everyday work, one file after the other. */
function* commands(): Generator<[text: string, language: ShellLanguage]> {
  for (const { name } of [...Deno.readDirSync(everyday)]) {
    const [, ...lines] = Deno.readTextFileSync(new URL(name, everyday)).trimEnd().split("\n");
    const texts = name.endsWith(".multi.txt") ? lines.join("\n").split("\n---\n") : lines;
    for (const text of texts) yield [text, name.startsWith("powershell") ? "powershell" : "posix"];
  }
}

Deno.test("load: everyday commands are read as the engine reads them, and most without it", async () => {
  let [posix, simple] = [0, 0];
  for (const [text, language] of commands()) {
    const expected = readShell(text, language, surroundings());
    assertEquals(await readLine(text, language, surroundings()), expected, text);
    if (language !== "posix" || text.length > 300) continue;
    posix++;
    if (readSimple(text, language, surroundings()) !== undefined) simple++;
  }
  assert(simple >= posix * SHARE, `${simple} of ${posix} lines`);
});

Deno.test("load: a shell of the other world is read as well", async () => {
  const rows: [string, ShellLanguage][] = [
    ["powershell -Command 'Remove-Item -Recurse x'", "posix"],
    ["pwsh -c 'rm x'", "posix"],
    ["cmd /c 'del x'", "posix"],
    ["cmd.exe /c 'del x'", "posix"],
    ["X=powershell; $X -c 'rm x'", "posix"],
    ["power''shell -c 'rm x'", "posix"],
    ["sudo c\\md //c 'del x'", "posix"],
    ["bash -c 'rm -rf x'", "powershell"],
    ["& sh -c 'rm -rf x'", "powershell"],
    ["$s = 'sh'; & $s -c 'rm -rf x'", "powershell"],
    ["ssh host 'rm -rf x'", "powershell"],
    ["wsl rm -rf x", "powershell"],
    ["git -c alias.x='!rm -rf y' x", "powershell"],
    ["cmd /c del x", "powershell"],
    ["powershell -c Remove-Item x", "cmd"],
    ["bash -c 'rm -rf x' && del y", "cmd"],
  ];
  for (const [text, language] of rows) {
    assertEquals(
      await readLine(text, language, surroundings()),
      readShell(text, language, surroundings()),
      text,
    );
  }
});

Deno.test("load: a part says so where a line needs the other", () => {
  assertEquals(readPosixLine("X=cmd; $X /c 'del x'", surroundings()), undefined);
  assertEquals(readWindowsLine("sh -c 'rm x'", "powershell", surroundings()), undefined);
  for (
    const text of ["for f in a b; do rm $f; done", "bash -c 'rm x' | xargs y", "a <<E\nE", "if", "$((", ""]
  ) {
    assertEquals(readPosixLine(text, surroundings()), readShell(text, "posix", surroundings()), text);
  }
  for (const text of ["if ($a) { rm x }", "cmd /c del x", "git $x", "("]) {
    for (const language of ["powershell", "cmd"] as const) {
      const expected = readShell(text, language, surroundings());
      assertEquals(readWindowsLine(text, language, surroundings()), expected, text);
    }
  }
});
