import type { Client } from "../client.ts";
import { claudeCode } from "./claude_code.ts";
import { copilot } from "./copilot.ts";
import { qwenCode } from "./qwen_code.ts";

/** A client whose entries call the resident, in files of the operator's own. */
function overHttp(client: Client, title: string): Client {
  return {
    ...client,
    variant: { id: `${client.id}-resident`, title: `${title} over HTTP` },
    install: [["--harness", client.id, "--scope", "user", "--transport", "resident"]],
  };
}

/** The clients that can call a hook over HTTP. */
export const RESIDENT: readonly Client[] = [
  overHttp(claudeCode, "Claude Code"),
  overHttp(qwenCode, "Qwen Code"),
  {
    ...overHttp(copilot, "GitHub Copilot"),
    consent:
      `${copilot.consent}; \`COPILOT_HOOK_ALLOW_LOCALHOST=1\`, without which it calls no address of this machine`,
    installEnv: { COPILOT_HOOK_ALLOW_LOCALHOST: "1" },
    env: (world) => ({ ...copilot.env(world), COPILOT_HOOK_ALLOW_LOCALHOST: "1" }),
  },
];
