/** Lines of plain words are read without the parser, with the same result. */
import { handledPrograms } from "../../src/shell/launch.ts";
import { readPlain } from "../../src/shell/plain.ts";
import { readShell } from "../../src/shell/read.ts";
import type { ShellLanguage, ShellSurroundings } from "../../src/shell/reading.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { surroundings } from "./reader.ts";

const PLAIN = [
  "ls",
  "ls -la",
  "  git   status  ",
  "git commit -n -m msg",
  "git log --oneline -n5",
  "git push --force origin +main",
  "git -C sub status",
  "git --git-dir=.git commit -n",
  "git switch -C main",
  "rm -rf build/",
  "rm -rf /",
  "cd ..",
  "npm run build",
  "npm test",
  "npm ci",
  "npm install --prefix ./a b",
  "yarn dev",
  "pnpm run test:unit",
  "bun run dev",
  "docker ps -a",
  "docker build .",
  "docker compose up -d",
  "kubectl get pods -n kube-system",
  "make all",
  "make -j8",
  "cargo test --all-features",
  "go build ./...",
  "python -m pytest -q",
  "python3 manage.py migrate",
  "node server.js",
  "deno task test",
  "bash script.sh x",
  "sh ./x",
  "source ./env",
  "find . -name a",
  "find . -delete",
  "fd -e ts",
  "awk -f x y",
  "export A=b",
  "export PATH=/a:/b",
  "set -euo pipefail",
  "set a b",
  "read x",
  "alias",
  "exit 1",
  "echo a=b @c %d e+f,g",
  "printf %s x",
  "poetry add y",
  "uv pip install y",
  "bundle install",
  "cat a.txt",
  "/usr/bin/git status",
  "./gradlew build",
  "GIT.exe status",
  "7z x a.zip",
  "true",
  ":",
  ".",

  "test -f x",
  "mktemp -d",
  "curl -o x.sh https://e.example/x",
  "wget -O x https://e.example",
  "tee x",

  "pushd x",
  "popd",
  "unset x",
  "shift",
  "return",
  "type x",
  "which x",
  "a\t b",
  "pip install -r r.txt",
];

const NOT_PLAIN = [
  "",
  "  ",
  "a; b",
  "a | b",
  "a 'b'",
  "a $b",
  "a ~",
  "a *",
  "a\nb",
  "A=1",
  "A=1 b",
  "a+=1",
  "a > b",
  "a {b,c}",
  "a #b",
  "a\\ b",
  "a!",
  "if a",
  "while x",
  "time ls",
  "sudo ls",
  "env ls",
  "env A=1 ls",
  "bash -c ls",
  "sh -ec ls",
  "xargs rm",
  "find . -exec rm",
  "git rebase -x a",
  "git -c a=b c",
  "git bisect run make",
  "docker run x ls",
  "kubectl exec p -- ls",
  "poetry run x",
  "npm exec x",
  "npx x",
  "eval x",
  "exec x",
  "ssh h ls",
  "command ls",
  "nohup x",
  "timeout 5 x",
  "make SHELL=x",
  "fd x -x rm",
  "a [b]",
  "a?",
  "function f",
  "powershell -c ls",
  "cmd x",
  "trap x EXIT",
  "a\u00a0b",
  "é",
];

const WINDOWS = [
  "git status",
  "git push --force",
  "npm run build",
  "git -c x y",
  "Remove-Item x",
  "a b",
  "del x",
  "git $x",
  "npm exec x",
  "GIT status",
];

function check(text: string, language: ShellLanguage, changes: Partial<ShellSurroundings> = {}): boolean {
  const plain = readPlain(text, language, surroundings(changes));
  if (plain === undefined) return false;
  assertEquals(plain, readShell(text, language, surroundings(changes)), text);
  return true;
}

Deno.test("plain: lines of plain words are read as the engine reads them", () => {
  for (const text of PLAIN) {
    for (const os of ["linux", "darwin", "windows"] as const) assert(check(text, "posix", { os }), text);
  }
});

Deno.test("plain: all other lines are left to the engine", () => {
  for (const text of NOT_PLAIN) assertEquals(readPlain(text, "posix", surroundings()), undefined, text);
});

Deno.test("plain: Windows lines", () => {
  const plain = WINDOWS.filter((text) => [check(text, "powershell"), check(text, "cmd")].some(Boolean));
  assertEquals(plain, ["git status", "git push --force", "npm run build"]);
});

Deno.test("plain: no program with a handler is read differently", () => {
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
  ];
  for (const name of handledPrograms()) {
    check(name, "posix");
    for (const first of words) {
      check(`${name} ${first}`, "posix");
      for (const second of words) check(`${name} ${first} ${second} ls -l`, "posix");
    }
  }
});
