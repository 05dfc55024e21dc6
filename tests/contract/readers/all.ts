import { antigravity } from "./antigravity.ts";
import { auggie } from "./auggie.ts";
import { claudeCode } from "./claude_code.ts";
import { cline } from "./cline.ts";
import { codebuddy } from "./codebuddy.ts";
import { codex } from "./codex.ts";
import { continueCli } from "./continue.ts";
import { copilot } from "./copilot.ts";
import { crush } from "./crush.ts";
import { cursor } from "./cursor.ts";
import { devin } from "./devin.ts";
import { droid } from "./droid.ts";
import { geminiCli } from "./gemini_cli.ts";
import { goose } from "./goose.ts";
import { grok } from "./grok.ts";
import { junie } from "./junie.ts";
import { kimi, kimiCode } from "./kimi.ts";
import { kiro } from "./kiro.ts";
import { plugin } from "./opencode.ts";
import { qwenCode } from "./qwen_code.ts";
import type { Reader } from "./reader.ts";
import { vibe } from "./vibe.ts";
import { windsurf } from "./windsurf.ts";

/** The model of each client, by the id of its contract. */
export const READERS: Readonly<Record<string, Reader>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  "qwen-code": qwenCode,
  codebuddy,
  copilot,
  cursor,
  devin,
  kiro,
  windsurf,
  opencode: plugin,
  kilo: plugin,
  pi: plugin,
  amp: plugin,
  droid,
  crush,
  auggie,
  continue: continueCli,
  grok,
  kimi,
  "kimi-code": kimiCode,
  antigravity,
  goose,
  vibe,
  junie,
  cline,
};
