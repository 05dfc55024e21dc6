import { type Client, linesWith, logsBelow, put } from "../client.ts";

export const qwenCode: Client = {
  id: "qwen-code",
  package: "@qwen-code/qwen-code",
  node: 22,
  program: (modules) => `${modules}/@qwen-code/qwen-code/cli-entry.js`,
  shell: (command) => ({
    name: "run_shell_command",
    input: { command, description: "scripted", is_background: false },
  }),
  write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
  edit: (file_path, old_string, new_string) => ({
    name: "edit",
    input: { file_path, old_string, new_string },
  }),
  prepare: ({ home }) =>
    put(`${home}/.qwen/settings.json`, {
      general: { enableAutoUpdate: false, disableAutoUpdate: true, disableUpdateNag: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: "openai" } },
    }),
  env: ({ port }) => ({
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: "scripted",
    OPENAI_MODEL: "scripted",
    QWEN_TELEMETRY_ENABLED: "false",
    QWEN_CODE_DISABLE_AUTO_UPDATE: "1",
    QWEN_CODE_NO_RELAUNCH: "true",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    NO_BROWSER: "1",
    QWEN_DEBUG_LOG_FILE: "1",
  }),
  args: (_, prompt) => ["-p", prompt, "--yolo"],
  faults: (_, { home }) =>
    linesWith(logsBelow(`${home}/.qwen/debug`, /\.txt$/), /\[TRUSTED_HOOKS\].*(?:failed|error|not valid)/i),
};
