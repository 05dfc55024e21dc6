import { ARCH, type Client, linesWith, PLATFORM, put } from "../client.ts";

export const opencode: Client = {
  id: "opencode",
  package: "opencode-ai",
  program: (modules) => `${modules}/opencode-${PLATFORM}-${ARCH}/bin/opencode`,
  shell: (command) => ({ name: "bash", input: { command, description: "scripted" } }),
  write: (filePath, content) => ({ name: "write", input: { filePath, content } }),
  edit: (filePath, oldString, newString) => ({ name: "edit", input: { filePath, oldString, newString } }),
  prepare: ({ home, project, port }) => {
    put(`${project}/opencode.json`, {
      $schema: "https://opencode.ai/config.json",
      autoupdate: false,
      share: "disabled",
      snapshot: false,
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      enabled_providers: ["scripted"],
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "scripted",
          options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "scripted" },
          models: {
            scripted: { name: "scripted", tool_call: true, limit: { context: 200_000, output: 8_000 } },
          },
        },
      },
    });
    // At its start it asks a registry for its own plugin package, which nobody here imports: that fails at once.
    const npmrc = "registry=http://127.0.0.1:9/\nfetch-retries=0\nfetch-timeout=1000\naudit=false\n";
    for (const folder of [home, project]) put(`${folder}/.npmrc`, npmrc);
  },
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_CLAUDE_CODE: "1",
    OPENCODE_DISABLE_SHARE: "1",
    DO_NOT_TRACK: "1",
  }),
  args: (_, prompt) => ["run", "--print-logs", "--log-level", "WARN", prompt],
  // `opencode run` ends with the turn, so there is no turn left to hold.
  endsWithTurn: true,
  faults: ({ stderr }) =>
    linesWith(stderr, /garfio|failed to load plugin/i).filter((line) => /level=(?:WARN|ERROR)/.test(line)),
};
