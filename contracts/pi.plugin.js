// Garfio pi: written by garfio install, do not edit

const GARFIO = /* garfio:begin */ { "placeholder": true } /* garfio:end */;

/* garfio:include plugin.ask.js */

/** While somebody waits for a tool or a prompt: the executable itself gives up before. In milliseconds. */
const PROMPTLY = 15_000;

export default function (pi) {
  const wants = (event) => GARFIO.events.includes(event);
  /** What the start of the session has to say, until the first prompt takes it. */
  let start;
  /** The text with which a turn was kept open; once for each prompt. */
  let held;
  let compacted = false;

  /** The answer about `event`; undefined where none came. Never rejects. */
  async function hear(event, ctx, more, limit = PROMPTLY) {
    try {
      const payload = {
        hook: event,
        session: ctx.sessionManager.getSessionId(),
        directory: ctx.cwd,
        ...more,
      };
      const { answer, problem } = await ask(event, payload, limit);
      const told = problem === undefined ? answer.note : `Garfio: ${event}: ${problem}`;
      // Standard output belongs to the client.
      if (typeof told === "string" && ctx.hasUI) ctx.ui.notify(told, "warning");
      return answer;
    } catch {
      return undefined;
    }
  }

  async function begin(ctx, source) {
    return wants("session_start") ? (await hear("session_start", ctx, { source }))?.context : undefined;
  }

  async function mayRun({ toolName, toolCallId, input }, ctx) {
    const answer = await hear("tool_call", ctx, { tool: toolName, call: toolCallId, input });
    if (answer === undefined && GARFIO.failClosed) {
      return {
        block: true,
        reason: "Garfio gave no answer about this call, and is set up to refuse it then.",
      };
    }
    if (typeof answer?.deny === "string") return { block: true, reason: answer.deny };
    if (typeof answer?.ask === "string") {
      const allowed = ctx.hasUI && await ctx.ui.confirm("Garfio", answer.ask);
      if (!allowed) return { block: true, reason: answer.ask };
    }
    if (typeof answer?.input === "object") replace(input, answer.input);
    return undefined;
  }

  pi.on("session_start", async (event, ctx) => {
    if (!isFirst(event)) return;
    const texts = [start, await begin(ctx, event.reason)];
    start = joined(texts);
  });

  pi.on("session_compact", (event) => {
    if (isFirst(event)) compacted = true;
  });

  pi.on("before_agent_start", async (event, ctx) => {
    if (!isFirst(event)) return undefined;
    const texts = [start];
    start = undefined;
    if (compacted) texts.push(await begin(ctx, "compact"));
    compacted = false;
    if (event.prompt !== held) {
      held = undefined;
      if (wants("before_agent_start")) {
        texts.push((await hear("before_agent_start", ctx, { prompt: event.prompt }))?.context);
      }
    }
    const content = joined(texts);
    return content === undefined ? undefined : { message: { customType: "garfio", content, display: false } };
  });

  if (wants("tool_call")) {
    pi.on("tool_call", async (event, ctx) => isFirst(event) ? await mayRun(event, ctx) : undefined);
  }

  if (wants("tool_result")) {
    pi.on("tool_result", async (event, ctx) => {
      if (!isFirst(event)) return undefined;
      const { toolName, toolCallId, input, content, isError } = event;
      const result = shortened({ content, isError });
      const answer = await hear("tool_result", ctx, { tool: toolName, call: toolCallId, input, result });
      if (typeof answer?.context !== "string") return undefined;
      return {
        content: [...(Array.isArray(content) ? content : []), { type: "text", text: answer.context }],
      };
    });
  }

  if (wants("agent_end")) {
    pi.on("agent_end", async (event, ctx) => {
      if (!isFirst(event)) return;
      // What was stopped, or failed, stays ended.
      const { stopReason } = event.messages?.findLast(({ role }) => role === "assistant") ?? {};
      if (stopReason === "aborted" || stopReason === "error") return;
      const active = { stop_hook_active: held !== undefined };
      const answer = await hear("agent_end", ctx, active, GARFIO.timeout);
      if (typeof answer?.deny !== "string" || held !== undefined) return;
      held = answer.deny;
      pi.sendUserMessage(answer.deny, { deliverAs: "followUp" });
    });
  }

  for (const event of ["session_before_compact", "session_shutdown"]) {
    if (!wants(event)) continue;
    pi.on(event, async (told, ctx) => {
      if (isFirst(told)) await hear(event, ctx, {});
    });
  }
}
