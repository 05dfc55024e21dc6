/** Commands that take their time: worth a tmux session, where their output can be read while they run. */
import { argumentsOf, asScriptCall, shownWords } from "../shell/package_script.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import { testRunOf } from "../shell/test_call.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

const INSTALLS = ["install", "ci", "add", "update", "upgrade"];
/** Commands of these programs that take long. */
const SLOW: Readonly<Record<string, readonly string[]>> = {
  cargo: ["build", "b", "bench", "install", "clippy", "check", "doc"],
  go: ["build", "install"],
  docker: ["build", "pull", "push", "run", "compose up", "compose build", "compose pull", "buildx build"],
  podman: ["build", "pull", "push", "run"],
  mvn: ["package", "install", "deploy"],
  gradle: ["build", "assemble"],
  gradlew: ["build", "assemble"],
  bazel: ["build"],
};
const ALWAYS_SLOW = ["make", "gmake", "ninja", "docker-compose"];
/** It only tells what it would do, or goes on by itself. */
const QUICK = ["--help", "-h", "--version", "--dry-run", "--just-print", "-d", "--detach"];
const ASIDE = /^(?:tmux|screen|ssh|docker exec|kubectl)\b/;

/** The first command on the line that is worth it; none inside tmux and none that runs in the background. */
export async function judgeLongRunning(call: Call): Promise<Finding | undefined> {
  const { os, env, event } = call;
  if (os === "windows" || env("TMUX") !== undefined || event.toolInput?.["run_in_background"] === true) {
    return undefined;
  }
  const commands = (await call.shell())?.commands ?? [];
  const slow = commands.find((command) =>
    !command.background && !command.via.some((step) => ASIDE.test(step)) && takesLong(command)
  );
  if (slow === undefined) return undefined;
  const shown = shownWords(slow);
  return {
    values: { command: shown },
    atMost: "advise",
    range: slow.range,
    rule: `tmux-reminder/${slow.name}`,
  };
}

function takesLong(command: SimpleCommand): boolean {
  const name = command.name?.replace(/\.(?:cmd|sh)$/, "") ?? "";
  const args = argumentsOf(command);
  if (args.some((arg) => QUICK.includes(arg))) return false;
  if (testRunOf(command) !== undefined) return true;
  if (ALWAYS_SLOW.includes(name)) return !args.includes("-n");
  const script = asScriptCall(command)?.script;
  if (script !== undefined) return INSTALLS.includes(script);
  if (!Object.hasOwn(SLOW, name)) return name === "playwright" || name === "cypress";
  const verbs = args.filter((arg) => !arg.startsWith("-"));
  return SLOW[name]!.some((slow) => slow === verbs[0] || slow === `${verbs[0]} ${verbs[1]}`);
}
