/** PowerShell and cmd.exe command lines. */
import { assertEquals } from "../support/assert.ts";
import { find, lines, read, routes, type Row } from "./reader.ts";

const POWERSHELL: Record<string, readonly Row[]> = {
  "statements": [
    ["a; b", "a", "b"],
    ["a\nb", "a", "b"],
    ["a | b && c || d", "a", "b", "c", "d"],
    ["a # b; c", "a"],
    ["a <# b #> c", "a c"],
    ["a `\n  b", "a b"],
    ["if (a) { b } elseif (c) { d } else { e }; f", "a", "b", "c", "d", "e", "f"],
    ["foreach ($x in a) { b $x }", "a", "b ?"],
    ["try { a } catch { b } finally { c }", "a", "b", "c"],
    ["while (a) { b }", "a", "b"],
    ["return a", "a"],
  ],
  "words": [
    ["a 'b c' \"d e\" f`g", 'a "b c" "d e" fg'],
    ['a \'it\'\'s\' "say ""x"""', 'a it\'s "say \\"x\\""'],
    ["a b,c, d", "a b c d"],
    ["a -Path:x -Recurse", "a -Path:x -Recurse"],
    ["a @'\nb 'c'\n'@ d", "a \"b 'c'\" d"],
    ["a C:\\x\\y", "a C:\\x\\y"],
    ["a --% b %c% | d", "a b %c%", "d"],
    ["a @args", "a ?"],
    ["'not a command'"],
  ],
  "variables": [
    ["$x = 'b c'; a $x \"$x/d\"", 'a "b c" "b c/d"'],
    ["a $HOME $env:FROM_ENV ${env:FROM_ENV} $PWD", "a /home/u env-value env-value /work/app"],
    ['a $unset "$unset/x" $x.Name', "a ? ?/x ?"],
    ["$x = b; a $x", "b", "a ?"],
    ["$env:X = '1'; a", "X=1", "a"],
  ],
  "calls": [
    ["& 'C:\\Program Files\\a.exe' b", '"C:\\\\Program Files\\\\a.exe" b'],
    ["& { a; b }", "a", "b"],
    ["a | ForEach-Object { b $_ }", "a", "b ?", 'ForEach-Object "{ b $_ }"'],
    ["a $(b) (c)", "b", "c", "a ? ?"],
    ["function f { a }; f", "a"],
    ["Set-Alias k a; k b", "Set-Alias k a", "a b"],
    ["iex 'a; b'", "a", "b"],
    ["'a b' | iex", "a b"],
    ["iex $x", "iex ?"],
    [
      "Start-Process a -ArgumentList 'b c' -Verb RunAs",
      'Start-Process a -ArgumentList "b c" -Verb RunAs',
      "a b c",
    ],
    ["[IO.File]::Delete('x')", "Remove-Item x"],
    ["bash -c 'rm x; y'", "rm x", "y"],
    ['cmd /c "del x & y"', "del x", "y"],
    ['powershell -Command "a; b"', "a", "b"],
  ],
  "redirects": [
    ["a > x 2>> y", "a >x 2>>y"],
    ["a 2>&1 | b", "a", "b"],
  ],
};

const CMD: readonly Row[] = [
  ["a & b && c || d | e", "a", "b", "c", "d", "e"],
  ['a "b & c" d^&e', 'a "b & c" d&e'],
  ["d^el x", "del x"],
  ["rem del x\na", "a"],
  [":: del x"],
  ["if exist x (del x) else (del y)", "del x", "del y"],
  ['if not "a"=="b" del x', "del x"],
  ["if errorlevel 1 del x", "del x"],
  ["for /r %i in (*.o) do del %i", "del ?"],
  ["(a & b) & c", "a", "b", "c"],
  ["@echo off\r\ndel x", "echo off", "del x"],
  ["a > x 2>&1", "a >x"],
  ['a %FROM_ENV% "%FROM_ENV%\\y" %UNSET%', "a env-value env-value\\y ?"],
  ["set X=1& a %X%", "set X=1", "a 1"],
  ['call a b & start "title" /b c', "a b", "c"],
  ['cmd /s /c "a & b"', "a", "b"],
  ['powershell -c "ri x"', "ri x"],
];

for (const [title, rows] of Object.entries(POWERSHELL)) {
  Deno.test(`powershell: ${title}`, () => {
    for (const [text, ...expected] of rows) assertEquals(lines(text, "powershell"), expected, text);
  });
}

Deno.test("cmd: command lines", () => {
  for (const [text, ...expected] of CMD) assertEquals(lines(text, "cmd"), expected, text);
});

Deno.test("powershell: names are in lower case, words as written", () => {
  const command = find("Remove-Item -Recurse X", "remove-item", "powershell");
  assertEquals(command.words.map((word) => word.value), ["Remove-Item", "-Recurse", "X"]);
});

Deno.test("powershell: folders, conditions and the way to a command", () => {
  const folder = (text: string, name: string) => find(text, name, "powershell").cwd;
  assertEquals(folder("cd C:\\x; a", "a"), "C:\\x");
  assertEquals(folder("Push-Location y; a; Pop-Location; b", "b"), "/work/app");
  assertEquals(folder("Set-Location $x; a", "a"), undefined);
  assertEquals(find("if (a) { b }", "b", "powershell").conditional, true);
  assertEquals(find("if (a) { b }", "a", "powershell").conditional, false);
  assertEquals(routes("iex 'a'", "powershell"), ["a < iex"]);
  assertEquals(find("iwr x | iex", "iex", "powershell").pipedFrom.map(({ name }) => name), ["iwr"]);
  assertEquals(find("iex (iwr x)", "iex", "powershell").words[1]?.from?.map(({ name }) => name), ["iwr"]);
});

Deno.test("cmd: folders and environment", () => {
  const commands = read("cd /d C:\\x & a", "cmd").commands;
  assertEquals(commands.map(({ cwd }) => cwd), ["/work/app", "C:\\x"]);
});

Deno.test("windows: what could not be read is noted", () => {
  assertEquals(read("a 'open", "powershell").commands.length, 1);
  assertEquals(read("if (a) { b", "powershell").incomplete, "syntax: expected '}'");
  assertEquals(read("(a", "cmd").incomplete, "syntax: expected ')'");
});
