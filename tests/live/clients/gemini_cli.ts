import { type Client, linesWith, put } from "../client.ts";

export const geminiCli: Client = {
  id: "gemini-cli",
  package: "@google/gemini-cli",
  node: 22,
  program: (modules) => {
    const folder = `${modules}/@google/gemini-cli`;
    const { bin } = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`));
    return `${folder}/${typeof bin === "string" ? bin : bin.gemini}`;
  },
  consent: "`GEMINI_CLI_TRUST_WORKSPACE`, which stands for trusting the folder",
  shell: (command) => ({ name: "run_shell_command", input: { command, description: "scripted" } }),
  write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
  edit: (file_path, old_string, new_string) => ({
    name: "replace",
    input: { file_path, old_string, new_string, instruction: "scripted" },
  }),
  prepare: ({ home }) =>
    put(`${home}/.gemini/settings.json`, {
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, previewFeatures: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: "gemini-api-key" } },
    }),
  env: ({ port }) => ({
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_API_KEY: "scripted",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_CLI_NO_RELAUNCH: "true",
    GEMINI_TELEMETRY_ENABLED: "false",
    NO_BROWSER: "1",
  }),
  args: (_, prompt) => ["-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", prompt],
  faults: ({ stderr }) =>
    linesWith(stderr, /Hook\(s\) .*failed|Invalid hook|hook .*(?:error|invalid|timed out)/i),
};
