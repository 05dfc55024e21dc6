import { isObject } from "../base/json.ts";
import { CHECKER_EVENTS, type CheckerSettings, LONGEST_CHECK } from "./checker_settings.ts";

const DEFAULT_TIME = 3_000;
const KEYS = ["command", "url", "events", "timeout", "onFailure"];

/** The key `externalChecker`; a mistake in it is reported, and then there is no checker. */
export function readChecker(
  value: unknown,
  wrong: (key: string, expected: string) => undefined,
): CheckerSettings | undefined {
  const refuse = (key: string, expected: string) => wrong(`externalChecker${key}`, expected);
  if (!isObject(value)) return refuse("", "an object");
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    return refuse(`.${unknown.slice(0, 40)}`, `no such key, only ${KEYS.join(", ")}`);
  }
  const { command, url, events = ["PreToolUse"], timeout = DEFAULT_TIME, onFailure = "open" } = value;
  if ((command === undefined) === (url === undefined)) return refuse("", "a command or a url");
  if (command !== undefined && !isCommand(command)) {
    return refuse(".command", "a list: the absolute path of a program, then its arguments");
  }
  if (url !== undefined && !isEndpoint(url)) {
    return refuse(
      ".url",
      "an https address, or an http address on this machine, without a name or password in it",
    );
  }
  if (!Array.isArray(events) || events.length === 0 || !events.every((one) => CHECKER_EVENTS.includes(one))) {
    return refuse(".events", `a list of ${CHECKER_EVENTS.join(", ")}`);
  }
  if (typeof timeout !== "number" || timeout < 100 || timeout > LONGEST_CHECK) {
    return refuse(".timeout", `milliseconds from 100 to ${LONGEST_CHECK}`);
  }
  if (onFailure !== "open" && onFailure !== "closed") return refuse(".onFailure", "open or closed");
  return { command, url, events, timeout, onFailure };
}

function isCommand(value: unknown): value is string[] {
  if (!Array.isArray(value) || !value.every((word): word is string => typeof word === "string")) return false;
  const program = value[0] ?? "";
  return program.startsWith("/") || /^[A-Za-z]:[\\/]/.test(program);
}

function isEndpoint(value: unknown): value is string {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" ||
    (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
}
