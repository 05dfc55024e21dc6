/** One record of a transcript, taken apart. The forms are those of Claude Code and what older tools wrote. */
import { isObject, type JsonObject } from "../../base/json.ts";

/** What a record holds. */
export interface Parts {
  readonly time: string | undefined;
  /** What a person has typed. */
  readonly asked: string | undefined;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: JsonObject }[];
  readonly results: readonly { readonly id: string; readonly failed: boolean; readonly text: string }[];
  /** What the model has said. */
  readonly said: readonly string[];
}

/** The parts of `record`; undefined for records of sub-agents and for what the harness itself put in. */
export function partsOf(record: JsonObject): Parts | undefined {
  if (record["isSidechain"] === true) return undefined;
  const message = isObject(record["message"]) ? record["message"] : record;
  const role = typeof message["role"] === "string" ? message["role"] : record["type"];
  const content = message["content"];
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const stamp = record["timestamp"];
  const time = typeof stamp === "string" && !Number.isNaN(Date.parse(stamp)) ? stamp.slice(0, 40) : undefined;
  const base = { time, asked: undefined, calls: [], results: [], said: [] };
  if (role === "user") {
    const ours = record["isMeta"] === true || record["isCompactSummary"] === true;
    return { ...base, asked: ours ? undefined : askedIn(content, blocks), results: resultsIn(blocks) };
  }
  if (role === "assistant") return { ...base, calls: callsIn(blocks), said: saidIn(content, blocks) };
  if (record["type"] === "tool_use") return { ...base, calls: callsIn([record]) };
  return undefined;
}

/** What harnesses put into a person's message: reminders, the output of their own commands. */
const ADDED =
  /<(system-reminder|local-command-(?:stdout|stderr|caveat)|command-(?:message|contents)|bash-(?:stdout|stderr))>[^]*?<\/\1>/g;
const COMMAND = /^\s*<command-name>([^<]*)<\/command-name>\s*(?:<command-args>([^<]*)<\/command-args>)?/;
const NOT_ASKED = /^(?:\[Request interrupted|Caveat: The messages below|<task-notification>)/;

function askedIn(content: unknown, blocks: readonly JsonObject[]): string | undefined {
  const texts = typeof content === "string"
    ? [content]
    : blocks.filter((block) => block["type"] === "text").map((block) => block["text"]);
  const text = texts.filter((one) => typeof one === "string").join("\n").replace(ADDED, "").trim();
  const command = COMMAND.exec(text);
  if (command !== null) return `${command[1]} ${command[2] ?? ""}`.trim();
  return text === "" || NOT_ASKED.test(text) ? undefined : text;
}

function callsIn(blocks: readonly JsonObject[]): Parts["calls"] {
  return blocks.flatMap((block) => {
    const name = block["name"] ?? block["tool_name"];
    const input = block["input"] ?? block["tool_input"];
    if (block["type"] !== "tool_use" || typeof name !== "string" || name === "") return [];
    const id = typeof block["id"] === "string" ? block["id"] : "";
    // Server and tool names are text of others, and stand in a list.
    const tool = name.replace(/[^\w.:-]/g, "_").slice(0, 100);
    return [{ id, tool, input: isObject(input) ? input : {} }];
  });
}

function resultsIn(blocks: readonly JsonObject[]): Parts["results"] {
  return blocks.flatMap((block) => {
    const id = block["tool_use_id"];
    if (block["type"] !== "tool_result" || typeof id !== "string") return [];
    const { content } = block;
    const text = typeof content === "string"
      ? content
      : Array.isArray(content)
      ? content.filter(isObject).map((part) => part["text"]).filter((one) => typeof one === "string").join(
        "\n",
      )
      : "";
    return [{ id, failed: block["is_error"] === true, text: text.slice(0, 4_000) }];
  });
}

function saidIn(content: unknown, blocks: readonly JsonObject[]): string[] {
  if (typeof content === "string") return [content];
  return blocks.filter((block) => block["type"] === "text").map((block) => block["text"])
    .filter((one) => typeof one === "string");
}

/** The last `most` of `list`. */
export function newestOf<T>(list: readonly T[], most: number): T[] {
  return list.slice(-most);
}
