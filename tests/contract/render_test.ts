/** Outcomes of each kind, in the envelope that each harness reads, byte for byte. */
import { findEvent, loadContract } from "../../src/contract/contract.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { render } from "../../src/contract/render.ts";
import { assert, assertEquals } from "../support/assert.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const nothing: Outcome = { context: undefined, decision: undefined, note: undefined, rewrite: undefined };
const context: Outcome = { ...nothing, context: 'a "b" \\ {c}\n\u0000' };
const deny: Outcome = { ...nothing, decision: { action: "deny", reason: "no", protects: true } };
const ask: Outcome = { ...nothing, decision: { action: "ask", reason: "sure?", protects: true } };
const askLightly: Outcome = { ...nothing, decision: { action: "ask", reason: "sure?", protects: false } };

function rendered(id: string, event: string, outcome: Outcome): string {
  const contract = loadContract(assets, id)!;
  const found = findEvent(contract, event)!;
  const reply = render({ contract, ...found }, outcome);
  assertEquals([reply.code, reply.stderr], [0, ""]);
  return reply.stdout;
}

const text = JSON.stringify(context.context);
const rows: [string, string, Outcome, string][] = [
  ["claude-code", "PreToolUse", nothing, ""],
  [
    "claude-code",
    "PreToolUse",
    context,
    `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":${text}}}`,
  ],
  [
    "claude-code",
    "PreToolUse",
    deny,
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
  ],
  [
    "claude-code",
    "PreToolUse",
    ask,
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}',
  ],
  [
    "claude-code",
    "PreToolUse",
    { ...deny, context: "also" },
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no","additionalContext":"also"}}',
  ],
  [
    "claude-code",
    "PreToolUse",
    { ...nothing, rewrite: { command: "ls" } },
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls"}}}',
  ],
  [
    "claude-code",
    "PreToolUse",
    { ...deny, rewrite: { command: "ls" } },
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
  ],
  ["devin", "PostToolUse", { ...nothing, rewrite: { command: "ls" } }, ""],
  ["claude-code", "Stop", deny, '{"decision":"block","reason":"no"}'],
  [
    "claude-code",
    "PostToolUse",
    { ...context, note: "save" },
    `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":${text}},"systemMessage":"save"}`,
  ],
  [
    "claude-code",
    "PostToolUse",
    deny,
    '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"no"}}',
  ],
  ["claude-code", "PreCompact", { ...nothing, context: "x" }, '{"systemMessage":"x"}'],
  ["claude-code", "UserPromptSubmit", ask, '{"decision":"block","reason":"sure?"}'],
  [
    "claude-code",
    "UserPromptSubmit",
    askLightly,
    '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"sure?"}}',
  ],
  [
    "codebuddy",
    "SessionStart",
    context,
    `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":${text}}}`,
  ],
  [
    "copilot",
    "sessionStart",
    context,
    `{"additionalContext":${text},"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":${text}}}`,
  ],
  [
    "copilot",
    "postToolUse",
    { ...context, note: "dropped" },
    `{"additionalContext":${text},"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":${text}}}`,
  ],
  ["cursor", "postToolUse", nothing, "{}"],
  ["cursor", "sessionStart", context, `{"additional_context":${text}}`],
  [
    "devin",
    "PostToolUse",
    deny,
    '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"no"}}',
  ],
  ["kiro", "SessionStart", { ...nothing, context: "plain" }, "plain"],
];
for (const [id, event, outcome, expected] of rows) {
  Deno.test(`${id} ${event}: ${expected.slice(0, 90)}`, () =>
    assertEquals(rendered(id, event, outcome), expected));
}

Deno.test("no text is longer than the harness takes", () => {
  const long: Outcome = { ...nothing, context: "word ".repeat(5_000) };
  assert(
    JSON.parse(rendered("claude-code", "SessionStart", long)).hookSpecificOutput.additionalContext.length <=
      10_000,
  );
  assert(rendered("kiro", "SessionStart", long).length <= 3_000);
});

Deno.test("half a character becomes U+FFFD, so the envelope is valid UTF-8", () => {
  assertEquals(
    rendered("cursor", "sessionStart", { ...nothing, context: "x \ud83d y" }),
    '{"additional_context":"x \ufffd y"}',
  );
});
