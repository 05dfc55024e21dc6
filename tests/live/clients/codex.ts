import type { JsonObject } from "../../../src/base/json.ts";
import { ARCH, type Client, jsonLines, put } from "../client.ts";

const TRIPLE = {
  linux: "unknown-linux-musl",
  darwin: "apple-darwin",
  windows: "pc-windows-msvc",
} as const;

export const codex: Client = {
  id: "codex",
  package: "@openai/codex",
  program: (modules) => {
    const os = Deno.build.os === "darwin" || Deno.build.os === "windows" ? Deno.build.os : "linux";
    const platform = os === "windows" ? "win32" : os;
    return `${modules}/@openai/codex-${platform}-${ARCH}/vendor/${Deno.build.arch}-${TRIPLE[os]}/bin/codex`;
  },
  consent: "the review of `/hooks`, given through `codex app-server` by the client's own digests",
  shell: (cmd) => ({ name: "exec_command", input: { cmd } }),
  write: (path, content) => ({
    name: "apply_patch",
    text: `*** Begin Patch\n*** Add File: ${path}\n${marked("+", content)}\n*** End Patch`,
  }),
  edit: (path, before, after) => ({
    name: "apply_patch",
    text: `*** Begin Patch\n*** Update File: ${path}\n@@\n${marked("-", before)}\n${
      marked("+", after)
    }\n*** End Patch`,
  }),
  prepare: ({ home, project, port }) =>
    put(
      `${home}/.codex/config.toml`,
      [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "check_for_update_on_startup = false",
        'web_search = "disabled"',
        "[analytics]\nenabled = false",
        "[feedback]\nenabled = false",
        "[features]\napps = false\nplugins = false\ndaemon_auto_start = false\nshell_snapshot = false",
        "[model_providers.scripted]",
        'name = "scripted"',
        `base_url = "http://127.0.0.1:${port}/v1"`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        "request_max_retries = 0\nstream_max_retries = 0\nsupports_websockets = false",
        `[projects."${project}"]\ntrust_level = "trusted"`,
        "",
      ].join("\n"),
    ),
  env: () => ({ SCRIPTED_KEY: "scripted", RUST_LOG: "error" }),
  args: () => ["app-server"],
  converse: async (talk, { project }, prompt) => {
    await talk.ask("initialize", {
      clientInfo: { name: "garfio", title: "garfio", version: "0" },
      capabilities: { experimentalApi: true },
    });
    talk.send({ method: "initialized" });
    // What the review in `/hooks` does: the client names each entry and its digest, and is told to trust it.
    const listed = await talk.ask("hooks/list", { cwds: [project] });
    const hooks = listOf(listed["data"]).flatMap((one) => listOf(one["hooks"]));
    const state = Object.fromEntries(hooks.map((one) => [one["key"], { trusted_hash: one["currentHash"] }]));
    await talk.ask("config/batchWrite", {
      edits: [{ keyPath: "hooks.state", value: state, mergeStrategy: "upsert" }],
      reloadUserConfig: true,
    });
    const started = await talk.ask("thread/start", {
      cwd: project,
      approvalPolicy: "never",
      sandbox: "danger-full-access",
    });
    const threadId = (started["thread"] as JsonObject)["id"];
    await talk.ask("turn/start", { threadId, input: [{ type: "text", text: prompt, text_elements: [] }] });
    await talk.until((message) => message["method"] === "turn/completed");
  },
  faults: ({ stdout }) =>
    jsonLines(stdout).filter(({ method }) => method === "hook/completed").map((line) => JSON.stringify(line))
      .filter((line) => !/"status":"(?:completed|blocked|stopped)"/.test(line)).map((line) =>
        line.slice(0, 300)
      ),
};

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value as JsonObject[] : [];
}

function marked(sign: string, text: string): string {
  return text.replace(/\n$/, "").split("\n").map((line) => `${sign}${line}`).join("\n");
}
