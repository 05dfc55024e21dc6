/** The simple reader takes ordinary lines, with the same result as the engine, and leaves all others to it. */
import fc from "fast-check";
import { builtinNames } from "../../src/shell/launch.ts";
import { lettersOf } from "../../src/shell/leads.ts";
import { printingNames } from "../../src/shell/output.ts";
import { handledPrograms } from "../../src/shell/programs.ts";
import { readShell } from "../../src/shell/read.ts";
import type { ShellLanguage, ShellSurroundings } from "../../src/shell/reading.ts";
import { readSimple } from "../../src/shell/simple.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { surroundings } from "./reader.ts";

/** Lines that it takes, one each; `␤` is a line break, `→` a tab. */
const SIMPLE = Deno.readTextFileSync(new URL("simple_lines.txt", import.meta.url)).trimEnd().split("\n")
  .map((text) => text.replaceAll("␤", "\n").replaceAll("→", "\t"));

/** Lines that may mean more than it knows. */
const LEFT = [
  "",
  "  ",
  "# only a comment",
  "a `b`",
  "a $(echo b)",
  "a $(b > f)",
  "a $(pwd)",
  "a $()",
  "a $((1))",
  "a $(b",
  "a ${b:-c}",
  "a ${#b}",
  "a ${b[0]}",
  "a $1",
  "a $@",
  "a $#",
  "a $'b'",
  'a $"b"',
  "a {b,c}",
  "a {1..3}",
  "{ a; }",
  "( a )",
  "f() { a; }",
  "function f",
  "if a; then b; fi",
  "while a; do b; done",
  "for a in b; do c; done",
  "case a in b) c;; esac",
  "[[ a ]]",
  "((a))",
  "time ls",
  "coproc a",
  "a <<E\nE",
  "a <<< b",
  "a <(b)",
  "a >(b)",
  "a {f}> b",
  "a 'b",
  'a "b',
  "a \\",
  "a; ; b",
  "a;; b",
  "a;& b",
  "& a",
  "| a",
  "a &&",
  "a |",
  "a && ; b",
  "a > ",
  "a >#b",
  "a)",
  "!a",
  "! ! a",
  "a+=1",
  "a[0]=1",
  "A=(1 2)",
  "A=1 B=$A",
  "A=1 > $A",
  "HOME=/x > ~/y",
  "~u/x",
  "a ~+",
  "$A b",
  '"$A" b',
  "E=; a $E",
  "A='b c'; a $A",
  "IFS=,; a $A",
  "a\rb",
  "a\0b",
  "a\uf8f0b",
  "sudo -u x ls",
  "sudo A=1 ls",
  "sudo $A",
  "env A=1 ls",
  "env ls",
  "npx -y a",
  "npx",
  "npm exec -- a",
  "timeout -s 9 5 a",
  "timeout 5",
  "nice a",
  "bash -c ls",
  "sh -ec ls",
  "echo ls | sh",
  "sh < f",
  "sh /dev/null",
  "/dev/null",
  "echo ls > f; sh f",
  "echo ls > f; ./f",
  "echo ls > f && source f",
  "echo ls | tee f; sh f",
  "curl -o f u && sh f",
  "python3 -c a",
  "python3 < f",
  "a | python3",
  "node -e a",
  "node -pe a",
  "node --eval=a",
  "deno eval a",
  "perl -ne a",
  "php -r a",
  "awk 'BEGIN{system(\"ls\")}'",
  "awk '{print | \"sh\"}'",
  "xargs rm",
  "a | xargs b",
  "find . -exec rm {} +",
  "find . -ok rm {} +",
  "fd x -x rm",
  "git rebase -x a",
  "git rebase --exec a",
  "git -c alias.x=y x",
  "git config alias.x y",
  "git bisect run make",
  "git submodule foreach ls",
  "docker run x ls",
  "docker exec x ls",
  "kubectl exec p -- ls",
  "make SHELL=x",
  "poetry run -C x y",
  "direnv exec . x",
  "eval x",
  "exec x",
  "ssh h ls",
  "command ls",
  "trap x EXIT",
  "powershell -c ls",
  "cmd x",
  "read x; echo $x",
  "unset A; a $A",
  "alias k=rm; k x",
  "shift; a",
  "pushd x; a",
  "declare A=1; a",
  "printf -v A x; a $A",
  "cd x & a",
];

const WINDOWS = [
  "git status",
  "git  push --force ",
  "npm run build",
  "go build ./...",
  "git -c x y",
  "git config alias.x y",
  "Remove-Item x",
  "a b",
  "del x",
  "git $x",
  "npm exec x",
  "GIT status",
  "git 'x'",
  "git a; b",
];

/** Whether the line is taken; where it is, the engine must say the same. */
function check(text: string, language: ShellLanguage, changes: Partial<ShellSurroundings> = {}): boolean {
  const reading = readSimple(text, language, surroundings(changes));
  if (reading === undefined) return false;
  assertEquals(reading, readShell(text, language, surroundings(changes)), text);
  return true;
}

Deno.test("simple: ordinary lines are read as the engine reads them", () => {
  assert(SIMPLE.length > 300, `${SIMPLE.length} lines`);
  for (const text of SIMPLE) {
    for (const os of ["linux", "darwin", "windows"] as const) assert(check(text, "posix", { os }), text);
    assert(check(text, "posix", { home: undefined }), text);
  }
});

Deno.test("simple: any two ordinary lines one after the other are read as the engine reads them", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SIMPLE),
      fc.constantFrom("; ", "\n", " && ", " || ", " | ", " & ", " |& "),
      fc.constantFrom(...SIMPLE),
      (one, between, two) => void check(`${one}${between}${two}`, "posix"),
    ),
    { numRuns: 3_000 },
  );
});

Deno.test("simple: all other lines are left to the engine", () => {
  for (const text of LEFT) assertEquals(readSimple(text, "posix", surroundings()), undefined, text);
});

Deno.test("simple: lines of Windows' shells", () => {
  const taken = WINDOWS.filter((text) => [check(text, "powershell"), check(text, "cmd")].some(Boolean));
  assertEquals(taken, ["git status", "git  push --force ", "npm run build", "go build ./...", "git -c x y"]);
});

Deno.test("simple: no program with a handler is read differently", () => {
  const words = [
    "x",
    "-c",
    "-x",
    "-e",
    "run",
    "exec",
    "eval",
    "--exec",
    "foreach",
    "-exec",
    "new",
    "SHELL=x",
    "A=b",
    "--",
    "-v",
    "host",
    "-",
    "/dev/null",
    "$X",
    "'a b'",
    "alias.a=b",
    "< f",
    "60",
    "*",
  ];
  const lists = ["a | {}", "echo ls > x; {}", "{} && ls y", "cd y; {} | b", "A=x {} > x", "a $({})"];
  for (const name of [...handledPrograms(), ...builtinNames(), "python3", "node", "ruby", "php", "lua"]) {
    check(name, "posix");
    for (const first of words) {
      check(`${name} ${first}`, "posix");
      for (const list of lists) check(list.replace("{}", `${name} ${first}`), "posix");
      for (const second of words) check(`${name} ${first} ${second} ls -l`, "posix");
    }
  }
});

Deno.test("simple: the table of what prints something known is complete", () => {
  assertEquals(printingNames().filter((name) => !lettersOf(name).includes("P")), []);
});

/** Pieces of lines, from which the property below composes lines that make sense and lines that do not. */
const PIECES = [
  ..."a b git rm -rf cd echo printf pwd export set exit return bash sh python3 node source tee awk find docker npm npx"
    .split(" "),
  ..."sudo timeout nohup uv run exec command env read unset alias make kill true test if then time ! [ ] { } {} # ~"
    .split(" "),
  ..."/ ./x bin/x x.py .. - -- -c -e -x -exec --exec -v -n 1 2 10 + = : , % ^ @{1} /dev/null CC=x".split(" "),
  ...[" && ", " || ", " | ", " |& ", "; ", ";", " & ", "&", "\n", " ", "  ", "\t", "\\\n", "# c", ")"],
  ...["> f", ">> f", ">", ">| f", "< f", "<> f", "2> f", "2>&1", ">&2", "&> f", "&>> f", "<&3", "2>&-"],
  ...[
    "A=1 ",
    "A=1; ",
    "B=$A",
    "A=",
    "A+=1",
    "HOME=/x",
    "IFS=,",
    "export A=b",
    "set -u",
    "cd /x",
    "cd ~",
    "cd -",
  ],
  ...[
    "$A",
    "${A}",
    '"$A"',
    '"$B/c"',
    "$HOME",
    '"$PWD"',
    "$OLDPWD",
    "$FROM_ENV",
    "$EMPTY",
    "$TWO",
    '"$TWO"',
    "$STAR",
  ],
  ...["$?", "$$", "$!", "$", '"$"', "$(x)", "$(a | b)", '"$(x y)"', "$(", "$(cd x; y)", "$1", "${A:-b}"],
  ...[
    "'x y'",
    '"a b"',
    "''",
    '""',
    "'",
    '"',
    "`",
    "\\ ",
    "\\$",
    "\\n",
    '"\\$x"',
    '"\\a"',
    "*",
    "?",
    "*.ts",
    "[a-z]",
    "~/x",
  ],
  ...["é", "\u00a0", "😀", "tee f", "curl -o f u", "exit 1", "git rebase -x a", "alias x=y", "echo hi"],
];

Deno.test("simple: composed lines are read as the engine reads them", () => {
  const env: Record<string, string> = { USER: "u", FROM_ENV: "v", EMPTY: "", TWO: "a b", STAR: "*.x" };
  const text = fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom("", " ")), { maxLength: 14 })
    .map((pieces) => pieces.map(([piece, blank]) => piece + blank).join(""));
  let taken = 0;
  fc.assert(
    fc.property(
      text,
      fc.constantFrom("linux", "darwin", "windows"),
      fc.constantFrom("/home/u", undefined),
      (line, os, home) => {
        if (check(line, "posix", { os, home, env: (name) => env[name] })) taken++;
      },
    ),
    { numRuns: 12_000 },
  );
  assert(taken > 1_500, `${taken} were taken`);
});
