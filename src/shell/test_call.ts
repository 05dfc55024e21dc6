/** Commands that run tests. */
import { argumentsOf, asScriptCall } from "./package_script.ts";
import type { SimpleCommand } from "./reading.ts";

/** Programs that do nothing else. */
const RUNNERS = new Set(
  ("pytest py.test vitest jest mocha ava tap tape rspec phpunit pest tox nox ctest bats busted karma nyc minitest " +
    "cargo-nextest gotestsum").split(" "),
);
/** Programs that run tests by one of their commands. */
const BY_COMMAND: Readonly<Record<string, readonly string[]>> = {
  cargo: ["test", "nextest", "t"],
  go: ["test"],
  deno: ["test"],
  bun: ["test"],
  dotnet: ["test"],
  swift: ["test"],
  mix: ["test"],
  flutter: ["test"],
  dart: ["test"],
  sbt: ["test"],
  stack: ["test"],
  cabal: ["test"],
  rails: ["test", "spec"],
  rake: ["test", "spec"],
  make: ["test", "check", "tests"],
  just: ["test", "tests"],
  task: ["test"],
  mvn: ["test", "verify"],
  mvnw: ["test", "verify"],
  gradle: ["test", "check"],
  gradlew: ["test", "check"],
  bazel: ["test"],
  playwright: ["test"],
  cypress: ["run"],
  zig: ["test"],
  ng: ["test"],
  "react-scripts": ["test"],
  hatch: ["test"],
  meson: ["test"],
  xcodebuild: ["test"],
};
const PYTHON = /^(?:python|python3|py)(?:\.\d+)?$/;
const TEST_MODULES = ["pytest", "unittest", "nose2", "tox", "nox"];

/** What `command` tests with, in a few words (`npm test`, `go test`); undefined where it runs no tests. */
export function testRunOf(command: SimpleCommand): string | undefined {
  const { name } = command;
  if (name === undefined) return undefined;
  const args = argumentsOf(command);
  if (args.some((arg) => arg === "--help" || arg === "--version" || arg === "--collect-only")) {
    return undefined;
  }
  const program = name.replace(/\.(?:cmd|bat|sh|phar)$/, "");
  if (RUNNERS.has(program)) return program;
  if (PYTHON.test(program)) {
    const module = args[args.indexOf("-m") + 1];
    return args.includes("-m") && TEST_MODULES.includes(module ?? "") ? `${program} -m ${module}` : undefined;
  }
  if (program === "node") return args.includes("--test") ? "node --test" : undefined;
  if (Object.hasOwn(BY_COMMAND, program)) {
    const verb = args.find((arg) => !arg.startsWith("-") && !arg.startsWith("+") && !arg.includes("="));
    if (verb !== undefined && BY_COMMAND[program]!.includes(verb)) return `${program} ${verb}`;
    const later = /^(?:mvn|gradle|make|sbt|just|xcodebuild)/.test(program)
      ? args.find((arg) => BY_COMMAND[program]!.includes(arg))
      : undefined;
    if (later !== undefined) return `${program} ${later}`;
  }
  const script = asScriptCall(command);
  return script?.script !== undefined && /^(?:tests?|e2e|spec|unit)(?:[:_-]|$)/.test(script.script)
    ? `${script.manager} ${["test", "t"].includes(script.script) ? "" : "run "}${script.script}`
    : undefined;
}
