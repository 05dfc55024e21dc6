import { commandWords } from "../../src/register/command_words.ts";
import { readOurs } from "../../src/register/ours.ts";
import { assertEquals } from "../support/assert.ts";
import { ASSETS, CLAUDE } from "./sandbox.ts";

const exec = (command: string, ...args: string[]) => ({ type: "command", command, args, timeout: 5 });
const shell = (command: string) => ({ type: "command", command });
const source = (main: string, ...rest: string[]) =>
  exec("/usr/bin/deno", "run", "-A", "--quiet", main, ...rest);

const OURS: readonly [string, unknown][] = [
  ["exec form", exec("/opt/bin/garfio", "hook", "Stop", "stop")],
  ["exec form of another place", exec("/gone/for good/garfio", "hook", "Stop", "stop")],
  ["a bare name", exec("garfio", "hook", "Stop")],
  ["a relative path", exec("./garfio", "hook", "Stop")],
  ["no event", exec("/opt/bin/garfio", "hook")],
  ["Windows", exec("C:\\Users\\Test User\\garfio.exe", "hook", "Stop")],
  ["Windows in capitals", exec("C:\\T\\GARFIO.EXE", "hook", "Stop")],
  ["with the contract named", exec("/opt/bin/garfio", "hook", "--contract", "claude-code", "Stop")],
  ["with the contract's other name", exec("/opt/bin/garfio", "hook", "--contract=claude", "Stop")],
  ["no type", { command: "/opt/bin/garfio", args: ["hook", "Stop"] }],
  ["with keys of the operator", {
    ...exec("/opt/bin/garfio", "hook", "Stop"),
    async: true,
    statusMessage: "x",
  }],
  ["shell form", shell("/opt/bin/garfio hook Stop stop")],
  ["shell form, quoted", shell('"/opt/my tools/garfio" hook Stop stop')],
  ["shell form, single quotes", shell("'/opt/my tools/garfio' hook Stop")],
  ["shell form, escaped", shell("/opt/my\\ tools/garfio hook Stop")],
  ["shell form, Windows", shell('"C:\\my tools\\garfio.exe" hook Stop')],
  ["shell form, Windows, unquoted", shell("C:\\tools\\garfio.exe hook Stop")],
  ["PowerShell", shell('& "C:\\my tools\\garfio.exe" hook Stop')],
  ["a launcher", exec("launcher", "/home/dev/bin/garfio", "hook", "Stop", "stop")],
  [
    "a launcher with options",
    exec("/usr/bin/nice", "-n", "5", "/home/dev/bin/garfio", "hook", "SessionStart"),
  ],
  ["a launcher in shell form", shell("exec '/home/dev/bin/garfio' hook SessionStart")],
  ["this checkout", source(`${ASSETS}/main.ts`, "hook", "Stop", "stop")],
  ["a checkout that is gone", source("/gone/main.ts", "hook", "Stop", "stop")],
  ["a checkout that is gone, Windows", {
    ...source("C:\\gone\\main.ts", "hook", "Stop"),
    command: "C:\\d\\deno.exe",
  }],
];

for (const [name, handler] of OURS) {
  Deno.test(`ours: ${name}`, () => assertEquals(readOurs(handler, CLAUDE) !== undefined, true));
}

const THEIRS: readonly [string, unknown][] = [
  ["a longer name", exec("/opt/bin/mygarfio", "hook", "Stop")],
  ["a name that goes on", exec("/opt/bin/garfio-lint", "hook", "Stop")],
  ["another extension", exec("/opt/bin/garfio.sh", "hook", "Stop")],
  ["other capitals", exec("/opt/bin/Garfio", "hook", "Stop")],
  ["a folder of that name", exec("/opt/garfio/run", "hook", "Stop")],
  ["another command of ours", exec("/opt/bin/garfio", "verify")],
  ["hook later on", exec("/opt/bin/garfio", "status", "hook")],
  ["another contract", exec("/opt/bin/garfio", "hook", "--contract", "codex", "Stop")],
  ["no contract", exec("/opt/bin/garfio", "hook", "--contract")],
  ["echo", shell("echo garfio hook")],
  ["echo of a path", exec("/bin/echo", "/opt/bin/garfio", "hook", "Stop")],
  ["a path as data", exec("/opt/bin/other", "--watch", "/opt/bin/garfio")],
  ["a path as data, then hook", exec("/opt/bin/other", "/opt/bin/garfio", "hook", "MyOwnEvent")],
  ["a bare name as data", exec("/opt/bin/other", "garfio", "hook", "Stop")],
  ["two commands", shell("/opt/bin/garfio hook Stop; say done")],
  ["a pipe", shell("/opt/bin/garfio hook Stop | tee log")],
  ["a substitution", shell("$(which garfio) hook Stop")],
  ["an open quote", shell("'/opt/bin/garfio hook Stop")],
  ["another main.ts", exec("/usr/bin/deno", "run", "-A", "/x/main.ts", "hook", "Stop")],
  ["another program's main.ts", source(new URL(import.meta.url).pathname, "hook", "Stop")],
  ["a main.ts with another event", source("/gone/main.ts", "hook", "MyOwnEvent")],
  ["another runtime", exec("/usr/bin/node", "run", "-A", "--quiet", "/gone/main.ts", "hook", "Stop")],
  ["another type", { ...exec("/opt/bin/garfio", "hook", "Stop"), type: "http" }],
  ["args as a text", { type: "command", command: "/opt/bin/garfio", args: "hook Stop" }],
  ["args of numbers", { type: "command", command: "/opt/bin/garfio", args: ["hook", 1] }],
  ["exec form does not split", exec("/opt/bin/garfio hook Stop")],
  ["no command", { type: "command" }],
  ["a text", "garfio hook Stop"],
  ["null", null],
  ["a list", ["/opt/bin/garfio", "hook"]],
];

for (const [name, handler] of THEIRS) {
  Deno.test(`not ours: ${name}`, () => assertEquals(readOurs(handler, CLAUDE), undefined));
}

const WORDS: readonly [string, string[] | undefined][] = [
  ["", []],
  ["a  b\tc", ["a", "b", "c"]],
  ["'a b'c \"d e\"", ["a bc", "d e"]],
  ["''", [""]],
  ['a\\"b', ['a"b']],
  ["\\\\server\\share\\x", ["\\server\\share\\x"]],
  ["a&b", undefined],
  ["a\nb", undefined],
  ["a > b", undefined],
  ["a `b`", undefined],
];

for (const [line, words] of WORDS) {
  Deno.test(`words of ${JSON.stringify(line)}`, () => assertEquals(commandWords(line), words));
}
