// Garfio amp: written by garfio install, do not edit

const GARFIO = /* garfio:begin */ { "placeholder": true } /* garfio:end */;

/* garfio:include plugin.ask.js */

/** While somebody waits for a tool or a prompt: the executable itself gives up before. In milliseconds. */
const PROMPTLY = 15_000;
const MOST_THREADS = 500;

export default function (amp) {
  const wants = (event) => GARFIO.events.includes(event);
  /** What a thread is still to be told, and the text with which its turn was kept open; once for each prompt. */
  const threads = new Map();

  function stateOf({ thread }) {
    let known = threads.get(thread.id);
    if (known === undefined) {
      if (threads.size >= MOST_THREADS) threads.delete(threads.keys().next().value);
      known = { texts: [], held: undefined };
      threads.set(thread.id, known);
    }
    return known;
  }

  /** The answer about `event`; undefined where none came. Never rejects. */
  async function hear(event, about, ctx, more, limit = PROMPTLY) {
    try {
      const payload = { hook: event, session: about.thread.id, directory: process.cwd(), ...more };
      const { answer, problem } = await ask(event, payload, limit);
      if (problem !== undefined) ctx.logger.log(`Garfio: ${event}: ${problem}`);
      if (typeof answer?.note === "string") Promise.resolve(ctx.ui.notify(answer.note)).catch(() => {});
      return answer;
    } catch {
      return undefined;
    }
  }

  async function allows(text, ctx) {
    try {
      return await ctx.ui.confirm({ title: "Garfio", message: text, confirmButtonText: "Allow" });
    } catch {
      // There is nobody to ask.
      return false;
    }
  }

  const callOf = ({ tool, toolUseID, input }) => ({ tool, call: toolUseID, input });
  const refuse = (message) => ({ action: "reject-and-continue", message });

  async function mayRun(event, ctx) {
    const answer = await hear("tool.call", event, ctx, callOf(event));
    if (answer === undefined && GARFIO.failClosed) {
      return refuse("Garfio gave no answer about this call, and is set up to refuse it then.");
    }
    if (typeof answer?.deny === "string") return refuse(answer.deny);
    if (typeof answer?.ask === "string" && !await allows(answer.ask, ctx)) return refuse(answer.ask);
    return typeof answer?.input === "object"
      ? { action: "modify", input: answer.input }
      : { action: "allow" };
  }

  amp.on("session.start", async (event, ctx) => {
    if (!wants("session.start") || !isFirst(event)) return;
    const answer = await hear("session.start", event, ctx, { source: "startup" });
    stateOf(event).texts.push(answer?.context);
  });

  amp.on("agent.start", async (event, ctx) => {
    if (!isFirst(event)) return {};
    const state = stateOf(event);
    const texts = state.texts.splice(0);
    if (event.message !== state.held) {
      state.held = undefined;
      if (wants("agent.start")) {
        texts.push((await hear("agent.start", event, ctx, { prompt: event.message }))?.context);
      }
    }
    const content = joined(texts);
    return content === undefined ? {} : { message: { content } };
  });

  if (wants("tool.call")) {
    amp.on(
      "tool.call",
      async (event, ctx) => isFirst(event) ? await mayRun(event, ctx) : { action: "allow" },
    );
  }

  if (wants("tool.result")) {
    amp.on("tool.result", async (event, ctx) => {
      if (!isFirst(event)) return undefined;
      const { status, error, output } = event;
      const result = shortened({ status, error, output, isError: status === "error" });
      const text = (await hear("tool.result", event, ctx, { ...callOf(event), result }))?.context;
      if (typeof text !== "string") return undefined;
      if (typeof output === "string") return { status, error, output: `${output.trimEnd()}\n\n${text}` };
      if (Array.isArray(output)) return { status, error, output: [...output, { type: "text", text }] };
      // A result of another form is left alone.
      stateOf(event).texts.push(text);
      return undefined;
    });
  }

  if (wants("agent.end")) {
    amp.on("agent.end", async (event, ctx) => {
      const state = stateOf(event);
      if (event.status !== "done" || !isFirst(event)) return undefined;
      const active = { stop_hook_active: state.held !== undefined };
      const answer = await hear("agent.end", event, ctx, active, GARFIO.timeout);
      if (typeof answer?.deny !== "string" || state.held !== undefined) return undefined;
      state.held = answer.deny;
      return { action: "continue", userMessage: answer.deny };
    });
  }
}
