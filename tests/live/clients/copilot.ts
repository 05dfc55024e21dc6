import { ARCH, type Client, linesWith, logsBelow, PLATFORM } from "../client.ts";

export const copilot: Client = {
  id: "copilot",
  package: "@github/copilot",
  program: (modules) => `${modules}/@github/copilot-${PLATFORM}-${ARCH}/copilot`,
  consent: "`--trust-folder`, which stands for trusting the folder",
  shell: (command) => ({ name: "bash", input: { command, description: "scripted" } }),
  write: (path, file_text) => ({ name: "create", input: { path, file_text } }),
  edit: (path, old_str, new_str) => ({ name: "edit", input: { path, old_str, new_str } }),
  env: ({ port }) => ({
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}`,
    COPILOT_PROVIDER_TYPE: "anthropic",
    COPILOT_PROVIDER_API_KEY: "scripted",
    COPILOT_MODEL: "claude-sonnet-4",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  }),
  args: (_, prompt) => [
    "-p",
    prompt,
    "--allow-all-tools",
    "--trust-folder",
    "--disable-client-telemetry",
    "--disable-builtin-mcps",
    "--output-format",
    "json",
  ],
  faults: (_, { home }) =>
    linesWith(
      logsBelow(`${home}/.copilot/logs`, /\.log$/),
      /\[(?:ERROR|WARNING)\].*(?:rust:hooks|hook from)/i,
    ),
};

const { consent: _, ...same } = copilot;

/** The same with the entries of Claude Code in the project, which it runs as well, beside its own. */
export const copilotImports: Client = {
  ...same,
  variant: { id: "copilot-imports", title: "GitHub Copilot with Claude Code's entries beside its own" },
  install: [["--harness", "claude-code", "--scope", "project"], ["--harness", "copilot"]],
};

/** The same with the entries of Claude Code alone. */
export const copilotBorrows: Client = {
  ...same,
  variant: { id: "copilot-borrows", title: "GitHub Copilot with Claude Code's entries alone" },
  install: [["--harness", "claude-code", "--scope", "project"]],
};
