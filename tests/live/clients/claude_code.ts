import { ARCH, type Client, jsonLines, PLATFORM, put } from "../client.ts";

export const claudeCode: Client = {
  id: "claude-code",
  package: "@anthropic-ai/claude-code",
  // The native program lies in an optional package, so no script of the package has to run.
  program: (modules) => {
    const names = [`claude-code-${PLATFORM}-${ARCH}`, `claude-code-${PLATFORM}-${ARCH}-musl`];
    const found = names.map((name) => `${modules}/@anthropic-ai/${name}/claude`).find(exists);
    return found ?? `${modules}/.bin/claude`;
  },
  shell: (command) => ({ name: "Bash", input: { command, description: "scripted" } }),
  write: (file_path, content) => ({ name: "Write", input: { file_path, content } }),
  edit: (file_path, old_string, new_string) => ({
    name: "Edit",
    input: { file_path, old_string, new_string },
  }),
  prepare: ({ home, project }) => {
    put(`${home}/.claude.json`, {
      hasCompletedOnboarding: true,
      projects: { [project]: { hasTrustDialogAccepted: true } },
    });
  },
  env: ({ port, temp }) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: "scripted",
    CLAUDE_CODE_TMPDIR: temp,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  }),
  args: (_, prompt) => [
    "-p",
    prompt,
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-hook-events",
    "--permission-mode",
    "acceptEdits",
    "--allowedTools",
    "Bash",
  ],
  faults: ({ stdout }) =>
    jsonLines(stdout).flatMap((message) => {
      if (message["subtype"] === "hook_no_verdict") return [JSON.stringify(message).slice(0, 300)];
      if (message["subtype"] !== "hook_response") return [];
      // Over HTTP the status stands in the place of an exit code.
      const fine = [0, 200, 204].includes(Number(message["exit_code"]));
      const failed = !fine || message["outcome"] !== "success";
      return failed ? [JSON.stringify(message).slice(0, 300)] : [];
    }),
};

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
