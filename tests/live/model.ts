/**
 * A scripted model on loopback that speaks the dialects of the clients: no account, no network. Each request that offers
 * tools takes the next step of the script; any other (a title, a summary) is answered with a short text.
 *
 * - `POST …/messages` (Anthropic), `POST …/responses` and `POST …/chat/completions` (OpenAI),
 * - `POST …/models/<name>:generateContent` and `:streamGenerateContent` (Gemini).
 */
import type { JsonObject } from "../../src/base/json.ts";

/** A call of a tool; `text` in place of `input` for a tool that takes plain text. */
export interface Call {
  readonly name: string;
  readonly input?: JsonObject;
  readonly text?: string;
}

/** What the model says to one request; without calls it ends the turn. */
export interface Step {
  readonly text?: string;
  readonly call?: Call;
}

/** One request of the conversation. */
export interface Asked {
  /** The whole body, as it came. */
  readonly raw: string;
  readonly step: Step;
}

/** A running model. */
export interface Model {
  readonly port: number;
  readonly asked: Asked[];
  readonly close: () => Promise<void>;
}

/** More requests than any scenario has: a loop ends with an error. */
const MOST = 60;

/** Starts a model that goes through `script`, and then says that it is done. */
export function startModel(script: readonly Step[]): Model {
  const asked: Asked[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname;
    const dialect = DIALECTS.find(({ path: pattern }) => request.method === "POST" && pattern.test(path));
    const raw = await bodyOf(request);
    if (dialect === undefined) {
      return Response.json(path.endsWith("count_tokens") ? { input_tokens: 10 } : { data: [] });
    }
    const body = parsed(raw);
    if (!offersTools(body)) return dialect.answer({ text: '{"title":"Scripted"}' }, body, path);
    if (asked.length >= MOST) {
      return Response.json({ error: { message: "too many requests" } }, { status: 400 });
    }
    const step = script[asked.length] ?? { text: "Done." };
    asked.push({ raw, step });
    return dialect.answer(step, body, path);
  });
  return { port: server.addr.port, asked, close: () => server.shutdown() };
}

async function bodyOf(request: Request): Promise<string> {
  if (request.body === null) return "";
  const encoding = request.headers.get("content-encoding");
  const stream = encoding === "gzip" || encoding === "deflate"
    ? request.body.pipeThrough(new DecompressionStream(encoding))
    : request.body;
  return await new Response(stream).text();
}

function parsed(raw: string): JsonObject {
  try {
    return JSON.parse(raw);
  } catch {
    return {};
  }
}

function offersTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

interface Dialect {
  readonly path: RegExp;
  readonly answer: (step: Step, body: JsonObject, path: string) => Response;
}

let count = 0;
const nextId = (prefix: string): string => `${prefix}_${String(++count).padStart(6, "0")}`;

function events(list: readonly JsonObject[], last = ""): Response {
  const lines = list.map((one) =>
    `${typeof one["type"] === "string" ? `event: ${one["type"]}\n` : ""}data: ${JSON.stringify(one)}\n\n`
  );
  return new Response(lines.join("") + last, { headers: { "content-type": "text/event-stream" } });
}

const DIALECTS: readonly Dialect[] = [
  { path: /\/messages$/, answer: anthropic },
  { path: /\/responses$/, answer: responses },
  { path: /\/chat\/completions$/, answer: chat },
  { path: /:(?:streamG|g)enerateContent$/, answer: gemini },
];

function anthropic({ text, call }: Step, { stream, model }: JsonObject): Response {
  const blocks: JsonObject[] = text === undefined ? [] : [{ type: "text", text }];
  if (call !== undefined) {
    blocks.push({ type: "tool_use", id: nextId("toolu"), name: call.name, input: call.input ?? {} });
  }
  const usage = { input_tokens: 100, output_tokens: 10 };
  const message = { id: nextId("msg"), type: "message", role: "assistant", model, usage };
  const reason = call === undefined ? "end_turn" : "tool_use";
  if (stream !== true) {
    return Response.json({ ...message, content: blocks, stop_reason: reason, stop_sequence: null });
  }
  return events([
    { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap((block, index) => {
      const { input, text: words, ...start } = block;
      return [
        {
          type: "content_block_start",
          index,
          content_block: input === undefined ? { ...start, text: "" } : { ...start, input: {} },
        },
        {
          type: "content_block_delta",
          index,
          delta: input === undefined
            ? { type: "text_delta", text: words }
            : { type: "input_json_delta", partial_json: JSON.stringify(input) },
        },
        { type: "content_block_stop", index },
      ];
    }),
    {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 10 },
    },
    { type: "message_stop" },
  ]);
}

function responses({ text, call }: Step): Response {
  const items: JsonObject[] = [];
  if (text !== undefined) {
    items.push({
      type: "message",
      role: "assistant",
      id: nextId("msg"),
      content: [{ type: "output_text", text, annotations: [] }],
    });
  }
  if (call !== undefined) {
    const { name, input, text: words } = call;
    const common = { call_id: nextId("call"), name };
    items.push(
      words === undefined
        ? { type: "function_call", id: nextId("fc"), ...common, arguments: JSON.stringify(input ?? {}) }
        : { type: "custom_tool_call", id: nextId("ctc"), status: "completed", ...common, input: words },
    );
  }
  const id = nextId("resp");
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 110,
  };
  return events([
    { type: "response.created", response: { id } },
    ...items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response: { id, output: items, usage } },
  ]);
}

function chat({ text, call }: Step, { stream, model }: JsonObject): Response {
  const calls = call === undefined ? [] : [{
    index: 0,
    id: nextId("call"),
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.input ?? {}) },
  }];
  const common = { id: nextId("chatcmpl"), created: 1_700_000_000, model: model ?? "scripted" };
  const finish_reason = call === undefined ? "stop" : "tool_calls";
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  if (stream !== true) {
    const message = {
      role: "assistant",
      content: text ?? null,
      ...(call === undefined ? {} : { tool_calls: calls }),
    };
    return Response.json({
      ...common,
      object: "chat.completion",
      choices: [{ index: 0, finish_reason, message }],
      usage,
    });
  }
  const chunk = (delta: JsonObject, finish: string | null = null) => ({
    ...common,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return events([
    chunk({ role: "assistant", content: text ?? "" }),
    ...calls.map((one) => chunk({ tool_calls: [one] })),
    chunk({}, finish_reason),
    { ...common, object: "chat.completion.chunk", choices: [], usage },
  ], "data: [DONE]\n\n");
}

function gemini({ text, call }: Step, _: JsonObject, path: string): Response {
  const parts: JsonObject[] = text === undefined ? [] : [{ text }];
  if (call !== undefined) parts.push({ functionCall: { name: call.name, args: call.input ?? {} } });
  const body = {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    modelVersion: "scripted",
  };
  return path.endsWith(":streamGenerateContent") ? events([body]) : Response.json(body);
}
