// deno-lint-ignore-file no-unused-vars -- a part of each plugin, which uses what it needs
import { spawn } from "node:child_process";

/** An answer is never longer than this, in characters. */
const LONGEST_ANSWER = 256 * 1024;

/**
 * Hands `payload` to the executable: no shell, one JSON object on standard input, bounded in time and in what it may
 * put out. Never rejects; what went wrong comes back as `problem`.
 *
 * @param most milliseconds
 */
function ask(event, payload, most) {
  const limit = Math.min(most, GARFIO.timeout);
  return new Promise((resolve) => {
    let child;
    let timer;
    let output = "";
    let errors = "";
    const end = (result) => {
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (problem) => {
      end({ problem });
      child?.kill("SIGKILL");
    };
    try {
      const args = [...GARFIO.leading, "hook", "--contract", GARFIO.contract, event];
      child = spawn(GARFIO.command, args, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
      timer = setTimeout(() => fail(`no answer within ${limit} ms`), limit);
      child.on("error", (error) => fail(String(error.message ?? error)));
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (text) => {
        output += text;
        if (output.length > LONGEST_ANSWER) fail("the answer is too long");
      });
      child.stderr.setEncoding("utf8");
      child.stderr.on("data", (text) => {
        errors = (errors + text).slice(-500);
      });
      child.on(
        "close",
        (code) => end(code === 0 ? read(output) : { problem: `exit code ${code}: ${errors}` }),
      );
      // It may answer without reading.
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(payload));
    } catch (error) {
      fail(String(error?.message ?? error));
    }
  });
}

/** Nothing at all is an answer: there is nothing to say. */
function read(output) {
  if (output.trim() === "") return { answer: {} };
  try {
    const answer = JSON.parse(output);
    if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return { answer };
  } catch {
    // Told below.
  }
  return { problem: "the answer is no JSON object" };
}

/** Makes `target` what `input` is; whoever holds it sees the change. */
function replace(target, input) {
  for (const key of Object.keys(target)) if (!Object.hasOwn(input, key)) delete target[key];
  Object.assign(target, input);
}

/** Of a text that a tool put out, the beginning and the end are enough. */
function shortened(value) {
  return JSON.parse(
    JSON.stringify(
      value ?? null,
      (_key, one) =>
        typeof one === "string" && one.length > LONGEST_ANSWER
          ? `${one.slice(0, LONGEST_ANSWER / 2)}\n${one.slice(-LONGEST_ANSWER / 2)}`
          : one,
    ),
  );
}

/**
 * What some copy of this plugin has dealt with already: the file may stand in the operator's folder and in the project's,
 * and the client gives all plugins the same object.
 */
function isFirst(object) {
  const done = globalThis[Symbol.for("garfio")] ??= new WeakSet();
  if (typeof object !== "object" || object === null) return true;
  if (done.has(object)) return false;
  done.add(object);
  return true;
}

/** `texts` as one; undefined where there are none. */
function joined(texts) {
  const told = texts.filter((text) => typeof text === "string");
  return told.length === 0 ? undefined : told.join("\n\n");
}
