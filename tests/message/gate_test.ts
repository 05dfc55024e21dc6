/** Every message file has the form that `docs/architecture.md` describes. */
import {
  type Bindings,
  purpose,
  readBindings,
  readMessages,
} from "../../scripts/generate_message_inventory.ts";
import { foldTypography } from "../../src/base/text.ts";
import {
  advisoryTemplate,
  fill,
  operatorTemplate,
  procedureText,
  wholeText,
} from "../../src/message/message.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";

const ROOT = new URL("../../", import.meta.url);
const MESSAGES = readMessages(ROOT);

const EVENTS = [
  "SessionStart",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "PostCompact",
  "Stop",
  "UserPromptSubmit",
];

/** The messages that are delivered whole. */
const WHOLE = [
  "cannot-ask",
  "compaction-state",
  "knowledge-overview",
  "postcompact",
  "precompact",
  "session-summary",
  "sessionstart",
  "skill-index",
  "stop",
];

/** Values such as guards give, by placeholder. */
const SAMPLES: Readonly<Record<string, string | number>> = {
  advice: "Write the mark as one space and (Recommended) at the very end of the label",
  bytes: 20480,
  calls: 18,
  case: "remove",
  cell: "cell-3",
  checks: "front-matter, table-width, link-target",
  count: 3,
  ecosystem: "Maven, Gradle, sbt",
  found: "Co-authored-by: Some Assistant <noreply@example.com>",
  identifiers: "TM-10, CM-7, Phase-2, CP-20, AB-1",
  kind: "single-select-multi-recommended",
  label: "Keep the generated files where they are (recommended)",
  line: "// SPDX-License-Identifier: MIT",
  lines: "left-pad ^1.3.0 | is-odd * | @scope/some-package 1.2.3-beta.4",
  more: 12,
  notice: 1,
  path: "/home/someone/projects/some-product/packages/core/src/index.ts",
  percent: 60,
  position: "after the #! line",
  primitive: "subprocess.run(shell=True)",
  question: "Where should the generated files of this project be kept from now on?",
  root: "/home/someone/projects/some-product",
  rule: "absent",
  scan: "number in front of a name that has no order",
  suggested: "/home/someone/projects/some-product/.garfio/plans/core/PLAN.md",
  target: "/home/someone/plans/core/PLAN.md",
  tokens: 120000,
  trigger: "git commit",
  verdict: "redirect",
  where: "/home/someone/projects/some-product/packages/core/src/index.ts",
  window: 200000,
};

/** Where a placeholder means something else than in the other messages. */
const OWN_SAMPLES: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  "plan-mode": { what: "sed -i: lib/a.ts" },
  "console-log": { files: "src/index.ts", more: 12, places: "1, 2, 3, 4, 5" },
  "external-checker": { failure: "the checker did not answer in time", reason: "uploads are not allowed" },
  format: { files: "src/a.ts, src/b.ts, src/c.ts and 4 more", tool: "php-cs-fixer, prettier" },
  quality: { count: 14, files: "src/a.ts, src/b.ts", more: 4, tool: "eslint, markdownlint-cli2" },
  typecheck: { count: 14, files: "src/a.ts, src/b.ts", more: 4, tool: "pyright, tsc" },
  "context-monitor": { cost: "12.34", files: 21, left: 34 },
  "mcp-health": { seconds: 600, server: "plugin_some-plugin_some-server", why: "request failed on the way" },
  "secret-output": { count: 12, kind: "GitHub token, password in a URL, private key and others" },
  "secret-prompt": { count: 12, kind: "GitHub token, password in a URL, private key and others" },
  "destructive-command": {
    what: "terraform destroy -auto-approve",
    target: "/home/someone/src",
    why: "what runs or is stored there goes",
    instead: "show the operator what would go",
  },
  "download-and-run": {
    what: "curl into bash",
    target: "https://example.test/install.sh",
    why: "whoever serves the text decides what runs here",
    instead: "download to a file, read it, then run it",
  },
  lookalike: {
    what: "non-Latin letter U+0430",
    target: "https://example.test/x",
    why: "the name is not the one that it looks like",
  },
  "secret-read": {
    kind: "login of a coding harness",
    path: "/home/someone/.claude/.credentials.json",
    what: "security find-generic-password",
  },
  "secret-write": {
    count: 12,
    instead: "the variable GITHUB_TOKEN",
    kind: "password in a URL",
    path: "/home/someone/some-product/.env.production",
    place: "environment file",
    where: "line 120 of the new text for src/settings.ts",
  },
  // As long as a rule may make them.
  "knowledge-check": {
    command: "pnpm test --filter billing",
    more: "pnpm lint; pnpm typecheck",
    rule: "Billing tests pass before the end",
    stale: "billing/money (block), billing/tests (check)",
  },
  "knowledge-rule": {
    file: ".garfio/knowledge/billing/money.md",
    found: "parseFloat(request.amount)",
    path: "services/billing/webhooks/handler.ts",
    rule: "Money is whole cents",
    summary: "Amounts are integers in the smallest unit, never floats",
  },
  "custom-rules": {
    instead:
      "Run plan with an output file, show what it would change to whoever is on call this week, and only then apply exactly that",
    message:
      "This applies changes that nobody has looked at, to machines that other people use all day, and that cannot be put back as they were",
    more: 2,
    rule: "containers/never-apply-what-nobody-has-seen-now",
    what: "terraform -chdir=environments/production apply -au",
  },
  "build-summary": {
    command: "npm run build",
    first: "src/parser/expression.ts:120:14 - warning: 'precedence' is declared but never read",
    more: 12,
    sizes: "dist/assets/index-4f2a9c1b.js 1,143.42 kB; dist/assets/vendor-88aa01fe.js 943.10 kB",
    warnings: 14,
  },
  "dev-server": {
    command: "pnpm --filter web dev",
    end: "tmux kill-window -t '=some-product:=dev-4f2a9c'",
    instead: "tmux new-session -d -s some-product 'pnpm --filter web dev'",
    read: "tmux capture-pane -p -t '=some-product:=dev-4f2a9c' -S -100",
    session: "some-product",
    window: "DevServer-some-product",
  },
  "doc-file": { kind: "a report of a session", path: "IMPLEMENTATION_SUMMARY.md" },
  "pr-created": {
    number: 1234,
    open: "gh pr view 1234 --repo git.example.com/some-owner/some-product --web",
    repo: "some-owner/some-product",
    review: "gh pr review 1234 --repo git.example.com/some-owner/some-product",
    url: "https://git.example.com/some-owner/some-product/pull/1234",
  },
  "push-reminder": {
    ahead: 12,
    branch: "feature/some-long-name-of-a-branch",
    files: "src/parser/expression.ts, src/parser/statement.ts, docs/grammar.md",
    level: "the same commit",
    more: 31,
    upstream: "origin/feature/some-long-name-of-a-branch",
  },
  "repeated-command": { calls: 4, last: 5, minutes: 5, times: 3, tool: "mcp__database__query" },
  "repeated-failure": { code: 127, times: 3 },
  "suggest-compact": { count: 150 },
  "test-run": { count: 14, hidden: "no error", what: "npm run test:unit" },
  "tmux-reminder": { command: "docker compose build" },
  "commit-quality": {
    found: "a secret (GitHub token)",
    message: '"feature: Add the parser" begins with no type such as "feat: " or "fix(scope): "',
    more: 12,
  },
  "package-manager": {
    instead: "pnpm --filter packages/a add -D some-package",
    manager: "pnpm",
    name: "exprss",
    popular: "express",
    source: "pnpm-lock.yaml",
    used: "npm install --save-dev",
  },
  "pretooluse-dependency-guard": { ecosystem: "Composer", kind: "lock file", more: 2 },
  "pretooluse-eval-guard": { line: 120 },
};

function sampleValues({ guard, placeholders }: Bindings): Record<string, string | number> {
  const samples = { ...SAMPLES, ...OWN_SAMPLES[guard ?? ""] };
  return Object.fromEntries(placeholders.map((name) => {
    const sample = samples[name];
    assert(sample !== undefined, `no sample for the placeholder ${name}`);
    return [name, sample];
  }));
}

/** The placeholders of a template in the order in which they come first. */
function placeholders(template: string): string[] {
  return [...new Set([...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))];
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

Deno.test("the eighteen messages of the dispatcher are there", () => {
  const names = MESSAGES.map(({ name }) => name);
  const missing = [
    "postcompact",
    "posttooluse-proactive-compaction",
    "precompact",
    "pretooluse-askuserquestion-recommended",
    "pretooluse-bash",
    "pretooluse-bash-plan-guard",
    "pretooluse-conformity",
    "pretooluse-dependency-guard",
    "pretooluse-edit",
    "pretooluse-edit-header-guard",
    "pretooluse-eval-guard",
    "pretooluse-notebookedit",
    "pretooluse-write",
    "pretooluse-write-header-guard",
    "pretooluse-write-plan-guard",
    "secret-output",
    "secret-prompt",
    "secret-read",
    "secret-write",
    "sessionstart",
    "skill-index",
    "stop",
  ].filter((name) => !names.includes(name));
  assertEquals(missing, []);
});

for (const { name, source } of MESSAGES) {
  const whole = WHOLE.includes(name);

  Deno.test(`${name}: licence line, title, purpose, sections in order`, () => {
    assert(source.startsWith("<!-- SPDX-License-Identifier: MIT -->\n\n# "), "first lines");
    assert(source.endsWith("\n") && !source.endsWith("\n\n"), "last line");
    assertEquals(source.match(/^# /gm)?.length, 1, "one title");
    const sentence = purpose(source);
    assert(/^[A-Z].{20,}[.]$/.test(sentence), sentence);
    const sections = [...source.matchAll(/^## (.+)$/gm)].map((match) => match[1]!);
    const expected = whole
      ? ["Bindings"]
      : /^## Operator$/m.test(source)
      ? ["Advisory", "Operator", "Procedure", "Bindings"]
      : ["Advisory", "Procedure", "Bindings"];
    assertEquals(sections, expected);
  });

  Deno.test(`${name}: bindings`, () => {
    const bindings = readBindings(source);
    assertEquals(bindings.guard, whole ? undefined : name);
    assert(bindings.events.length > 0);
    for (const event of bindings.events) assert(EVENTS.includes(event), event);
    if (name.startsWith("pretooluse-")) assertEquals(bindings.events[0], "PreToolUse");
    if (name.startsWith("posttooluse-")) assertEquals(bindings.events, ["PostToolUse"]);
    assertEquals(bindings.tools.length > 0, !whole);
    assertEquals(new Set(bindings.placeholders).size, bindings.placeholders.length);
    const used = placeholders(`${advisoryTemplate(source) ?? ""} ${operatorTemplate(source) ?? ""}`);
    assertEquals([...bindings.placeholders].sort(), used.sort());
  });

  Deno.test(`${name}: plain text within its limits`, () => {
    const text = wholeText(source);
    assert(text.length < 10_000, `${text.length} characters`);
    assertEquals(foldTypography(source).match(/[^\n\x20-\x7e]/g), null, "not ASCII");
    for (const part of ["${", "TODO", "<!-- SPDX", "## Bindings"]) assert(!text.includes(part), part);
    const procedure = procedureText(source);
    assertEquals(placeholders(procedure), [], "what a model opens has nothing to fill");
    for (const part of ["## Advisory", "## Operator"]) assert(!procedure.includes(part), part);
    assertEquals(source.match(/!(?=\s)|\b[A-Z]{4,}(?: [A-Z]{2,})+\b/g), null, "shouting");
  });

  Deno.test(`${name}: advisory`, () => {
    const template = advisoryTemplate(source);
    assertEquals(template === undefined, whole);
    if (template === undefined) return;
    const bindings = readBindings(source);
    assertEquals(
      template.replace(/\[[^[\]]*\{\w+\}[^[\]]*\]/g, "").match(/[[\]{}]/g),
      null,
      "every value is optional",
    );

    const filled = fill(template, sampleValues(bindings));
    assert(filled.length <= 600, `${filled.length} characters: ${filled}`);
    assertEquals(filled.match(/[[\]{}\n]|\s{2}|\s[.,;]|\.\./g), null, filled);
    for (const value of Object.values(sampleValues(bindings))) {
      if (/^[^`]*$/.test(String(value))) assertStringIncludes(filled, String(value));
    }

    const bare = fill(template, {});
    assertEquals(bare.match(/[[\]{}\n]|\s{2}|\s[.,;]|\.\.|:\s*$/g), null, bare);
    for (const text of [filled, bare]) {
      assert(/^Garfio hook, [a-z ]+[(:]/.test(text), `who speaks: ${text}`);
      assert(text.endsWith("."), text);
    }
    const count = sentences(bare).length;
    assert(count >= 2 && count <= 4, `${count} sentences: ${bare}`);
    assertEquals(
      sentences(filled).at(-1)!.slice(0, 20),
      sentences(bare).at(-1)!.slice(0, 20),
      "ends with what to do",
    );

    for (const left of bindings.placeholders) {
      const { [left]: _, ...rest } = sampleValues(bindings);
      assertEquals(fill(template, rest).match(/[[\]{}\n]|\s{2}|\s[.,;]/g), null, `without ${left}`);
    }
  });
}

Deno.test("the session's start text is short", () => {
  const source = MESSAGES.find(({ name }) => name === "sessionstart")!.source;
  const text = wholeText(source);
  assert(text.length < 1_500, `${text.length} characters`);
  for (const part of [".garfio/plans/", "one file", "five lines", "public surface", "behaviour"]) {
    assertStringIncludes(text.toLowerCase(), part);
  }
});

Deno.test("the operator is told the share of the window, or just that it is large", () => {
  const source = MESSAGES.find(({ name }) => name === "posttooluse-proactive-compaction")!.source;
  const template = operatorTemplate(source)!;
  const told = fill(template, { percent: 80 });
  assertStringIncludes(told, "80 %");
  assertStringIncludes(told, "compacting is worth considering");
  assertEquals(fill(template, {}).match(/[[\]{}%]/g), null);
  assertStringIncludes(fill(template, {}), "compacting is worth considering");
});

Deno.test("the compaction notice speaks of tokens or of calls, whichever was counted", () => {
  const source = MESSAGES.find(({ name }) => name === "posttooluse-proactive-compaction")!.source;
  const template = advisoryTemplate(source)!;
  const measured = fill(template, { tokens: 120000, window: 200000, percent: 60, notice: 1 });
  assertStringIncludes(measured, "120000 of 200000 tokens");
  assert(!measured.includes("tool calls"), measured);
  const counted = fill(template, { calls: 18, bytes: 4096, notice: 2 });
  assertStringIncludes(counted, "18 tool calls");
  assertStringIncludes(counted, "notice 2 of 2");
  assert(!counted.includes("tokens"), counted);
});
