// Garfio opencode: written by garfio install, do not edit

const GARFIO = /* garfio:begin */ { "placeholder": true } /* garfio:end */;

/* garfio:include plugin.ask.js */

/** The client's own tools; any other may be one of an MCP server. */
const BUILT_IN = new Set(
  ("apply_patch bash edit glob grep invalid list lsp multiedit patch plan_enter plan_exit question read shell skill " +
    "task todoread todowrite webfetch websearch codesearch write").split(" "),
);
/** While somebody waits for a tool or a prompt: the executable itself gives up before. In milliseconds. */
const PROMPTLY = 15_000;
/** So long the list of MCP servers holds, in milliseconds. */
const SERVERS_HOLD = 60_000;
const MOST_SESSIONS = 500;

export const GarfioPlugin = ({ client, directory, worktree }) => {
  const wants = (event) => GARFIO.events.includes(event);
  const sessions = new Map();
  const logged = new Set();
  /** Calls that were refused here: their error is no failure of the tool. */
  const refused = new Set();
  let servers = { names: [], until: 0 };

  /** Standard output belongs to the client's screen, so what went wrong goes to its log, each thing once. */
  function log(message) {
    if (logged.has(message) || logged.size > 100) return;
    logged.add(message);
    quietly(() =>
      client.app.log({ body: { service: "garfio", level: "warn", message: `Garfio: ${message}` } })
    );
  }

  function quietly(call) {
    Promise.resolve().then(call).catch(() => {});
  }

  function show(message) {
    const body = { title: "Garfio", message, variant: "warning" };
    quietly(() => client.tui.showToast({ body }));
  }

  /** The answer about `event`; undefined where none came. Never rejects. */
  async function hear(event, sessionID, more) {
    try {
      const { root, parent } = await family(sessionID);
      const payload = {
        hook: event,
        session: root,
        ...(parent === undefined ? {} : { agent: sessionID }),
        directory,
        worktree,
        ...more,
      };
      const limit = event === "session.idle" ? GARFIO.timeout : PROMPTLY;
      const { answer, problem } = await ask(event, payload, limit);
      if (problem !== undefined) {
        log(`${event}: ${problem}`);
        return undefined;
      }
      if (typeof answer.note === "string") show(answer.note);
      return answer;
    } catch (error) {
      log(`${event}: ${error?.message ?? error}`);
      return undefined;
    }
  }

  function session(id) {
    let known = sessions.get(id);
    if (known === undefined) {
      if (sessions.size >= MOST_SESSIONS) sessions.delete(sessions.keys().next().value);
      // `parent` is null until it is known, and undefined where there is none.
      known = { parent: null, begun: false, created: false, compacted: false, held: false, turn: 0 };
      sessions.set(id, known);
    }
    return known;
  }

  /** The session that the operator sees, and the one above `id`; a sub-agent has a session of its own. */
  async function family(id) {
    const { parent } = session(id);
    if (parent === null) {
      try {
        const { data } = await client.session.get({ path: { id } });
        session(id).parent = data?.parentID ?? undefined;
      } catch {
        session(id).parent = undefined;
      }
    }
    const above = session(id).parent;
    let root = id;
    for (let depth = 0; depth < 8 && typeof session(root).parent === "string"; depth++) {
      root = session(root).parent;
    }
    return { root, parent: above };
  }

  /** What a session is told when it begins, or goes on after a compaction. */
  async function begin(id, source) {
    const known = session(id);
    known.begun = true;
    known.compacted = false;
    if (!wants("session.created")) return undefined;
    return (await hear("session.created", id, { source, model: known.model }))?.context;
  }

  /** `mcp__<server>__<tool>` where `tool` is one of an MCP server. */
  async function serverTool(tool) {
    if (BUILT_IN.has(tool) || !tool.includes("_")) return undefined;
    if (servers.until < Date.now()) {
      try {
        const { data } = await client.mcp.status();
        servers = { names: Object.keys(data ?? {}), until: Date.now() + SERVERS_HOLD };
      } catch {
        servers = { names: [], until: Date.now() + SERVERS_HOLD };
      }
    }
    const prefixes = servers.names.map((name) => name.replace(/[^a-zA-Z0-9_-]/g, "_"))
      .filter((name) => tool.startsWith(`${name}_`)).sort((one, other) => other.length - one.length);
    return prefixes.length === 0 ? undefined : `mcp__${prefixes[0]}__${tool.slice(prefixes[0].length + 1)}`;
  }

  async function beforeTool(input, output) {
    const more = { input, output, tool: await serverTool(input.tool) };
    const answer = await hear("tool.execute.before", input.sessionID, more);
    if (answer === undefined && GARFIO.failClosed) {
      refused.add(input.callID);
      throw new Error(
        "Garfio gave no answer about this call, and is set up to refuse it then. Tell the operator.",
      );
    }
    if (typeof answer?.deny === "string") {
      refused.add(input.callID);
      throw new Error(answer.deny);
    }
    // The caller keeps the object that it handed over, so the object itself has to change.
    if (typeof answer?.input === "object") replace(output.args, answer.input);
  }

  async function afterTool(input, output) {
    const id = input.sessionID;
    const { parent } = await family(id);
    const texts = [];
    if (parent === undefined && session(id).compacted) texts.push(await begin(id, "compact"));
    if (wants("tool.execute.after")) {
      const more = { input, output: shortened(output), tool: await serverTool(input.tool) };
      texts.push((await hear("tool.execute.after", id, more))?.context);
    }
    const text = joined(texts);
    if (text === undefined) return;
    if (Array.isArray(output.content)) output.content.push({ type: "text", text });
    else output.output = typeof output.output === "string" ? `${output.output.trimEnd()}\n\n${text}` : text;
  }

  async function message(input, output) {
    const id = input.sessionID;
    const known = session(id);
    const prompt = output.parts.filter((part) => part.type === "text" && part.synthetic !== true)
      .map((part) => part.text).join("\n");
    if (known.sent !== undefined && known.sent === prompt) return;
    // A sub-agent's prompt is the model's.
    if ((await family(id)).parent !== undefined) return;
    const { agent, model } = output.message;
    Object.assign(known, { sent: undefined, held: false, interrupted: false, turn: known.turn + 1, agent });
    known.answers = model;
    known.model = model === undefined ? undefined : `${model.providerID}/${model.modelID}`;
    if (!known.begun || known.compacted) {
      const source = known.compacted ? "compact" : known.created ? "startup" : "resume";
      addPart(output, await begin(id, source));
    }
    if (!wants("chat.message")) return;
    const answer = await hear("chat.message", id, { input, prompt });
    if (typeof answer?.deny === "string") {
      // No model is asked then, but the client does not show why.
      show(answer.deny);
      throw new Error(answer.deny);
    }
    addPart(output, answer?.context);
  }

  /** The end of a turn. It is kept open once; what ended by force, or with an error, stays ended. */
  async function idle(id) {
    const known = session(id);
    if (known.interrupted || (await family(id)).parent !== undefined) return;
    const { turn } = known;
    const answer = await hear("session.idle", id, { stop_hook_active: known.held });
    if (typeof answer?.deny !== "string" || known.held || known.interrupted || known.turn !== turn) return;
    known.held = true;
    known.sent = answer.deny;
    const { agent, answers: model } = known;
    const parts = [{ type: "text", text: answer.deny }];
    const call = { path: { id }, body: { ...(agent && { agent }), ...(model && { model }), parts } };
    await (client.session.promptAsync?.(call) ?? client.session.prompt(call));
  }

  /** A tool that failed has no hook of its own. */
  async function part({ part }) {
    if (part?.type !== "tool" || part.state?.status !== "error" || refused.delete(part.callID)) return;
    const tool = await serverTool(part.tool);
    await hear("message.part.updated", part.sessionID, {
      input: { properties: { part: shortened(part) } },
      tool,
    });
  }

  const onEvent = {
    "session.created": ({ info }) => {
      Object.assign(session(info.id), { parent: info.parentID ?? undefined, created: true });
    },
    "session.compacted": ({ sessionID }) => {
      session(sessionID).compacted = true;
    },
    "session.error": ({ sessionID }) => {
      if (sessionID !== undefined) session(sessionID).interrupted = true;
    },
    "permission.replied": ({ sessionID, reply, response }) => {
      if ((reply ?? response) === "reject") session(sessionID).interrupted = true;
    },
    "session.deleted": async ({ info }) => {
      const { parent } = await family(info.id);
      if (parent === undefined && wants("session.deleted")) await hear("session.deleted", info.id, {});
      sessions.delete(info.id);
    },
    ...(wants("message.part.updated") ? { "message.part.updated": part } : {}),
    ...(wants("session.idle") ? { "session.idle": ({ sessionID }) => idle(sessionID) } : {}),
  };

  const hooks = {
    event: async ({ event }) => {
      try {
        // The rejection of an event's hook is nobody's.
        if (Object.hasOwn(onEvent, event.type) && isFirst(event)) await onEvent[event.type](event.properties);
      } catch (error) {
        log(`${event?.type}: ${error?.message ?? error}`);
      }
    },
    "chat.message": async (input, output) => {
      if (isFirst(output)) await message(input, output);
    },
    "tool.execute.after": async (input, output) => {
      if (!isFirst(output)) return;
      try {
        await afterTool(input, output);
      } catch (error) {
        // The tool has run; its result must not become an error.
        log(`tool.execute.after: ${error?.message ?? error}`);
      }
    },
  };
  if (wants("tool.execute.before")) {
    hooks["tool.execute.before"] = async (input, output) => {
      if (isFirst(output)) await beforeTool(input, output);
    };
  }
  if (wants("experimental.session.compacting")) {
    hooks["experimental.session.compacting"] = async (input, output) => {
      if (isFirst(output)) await hear("experimental.session.compacting", input.sessionID, { input });
    };
  }
  return Promise.resolve(hooks);
};

/** Adds `text` to the user's message, behind what is there: the client sorts the parts of a message by their ids. */
function addPart({ message, parts }, text) {
  if (typeof text !== "string") return;
  const now = `prt_${Date.now().toString(16).padStart(12, "0")}`;
  const begin = /^prt_[0-9a-zA-Z]{12}/.exec(parts.at(-1)?.id ?? now)?.[0] ?? now;
  const place = String(parts.length).padStart(4, "0");
  const random = Array.from({ length: 8 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
  const ids = { id: `${begin}zz${place}${random}`, sessionID: message.sessionID, messageID: message.id };
  parts.push({ ...ids, type: "text", synthetic: true, text });
}
