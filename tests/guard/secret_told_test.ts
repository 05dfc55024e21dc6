/** Secrets in prompts and in the output of tools: told by kind and number, never by value. */
import { assert, assertEquals } from "../support/assert.ts";
import { judged } from "../support/call.ts";
import type { Finding } from "../../src/guard/finding.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { run, TOKENS } from "../secret/values.ts";

const TOKEN = TOKENS["ghp"]!;
const prompt = (text: string) =>
  judged(findGuard("secret-prompt")!, { event: "UserPromptSubmit", prompt: text });
const output = (response: unknown) =>
  judged(findGuard("secret-output")!, {
    event: "PostToolUse",
    tool: "Bash",
    input: { command: "x" },
    response,
  });

function quiet(finding: Finding | undefined): void {
  assert(!JSON.stringify(finding).includes(TOKEN.slice(4)));
}

Deno.test("secret-prompt: the operator is warned, and the prompt goes on", async () => {
  const finding = await prompt(`please use ${TOKEN} for the release`);
  assertEquals(finding?.values, { kind: "GitHub token", count: 1 });
  assertEquals([finding?.tellOperator, finding?.atMost], [true, "advise"]);
  quiet(finding);
  for (
    const text of [
      "",
      "rotate the token",
      "set API_KEY=changeme",
      "see commit 3f786850e387550fdab836ed7e6dc881de23001b",
    ]
  ) {
    assertEquals(await prompt(text), undefined, text);
  }
});

Deno.test("secret-output: whatever the shape of the answer", async () => {
  for (
    const response of [
      `GITHUB_TOKEN=${TOKEN}`,
      { stdout: `GITHUB_TOKEN=${TOKEN}`, stderr: "", interrupted: false },
      { stdout: "", stderr: `fatal: https://x:${TOKEN}@github.com/o/r.git` },
      { type: "text", file: { filePath: "/proj/a", content: `     1\tk = "${TOKEN}"` } },
      [{ type: "text", text: TOKEN }],
      { a: { b: { c: { d: { e: { f: [TOKEN] } } } } } },
    ]
  ) {
    const finding = await output(response);
    assertEquals([finding?.values["kind"], finding?.atMost], ["GitHub token", "advise"]);
    quiet(finding);
  }
  assertEquals((await output("SEARCH_API_KEY=zq7demo55kk20\nLOG_LEVEL=info\n"))?.values, {
    kind: "secret value",
    count: 1,
  });
  const four = ["ghp", "npm", "ant", "glpat"].map((name) => TOKENS[name]).join("\n");
  assertEquals((await output(four))?.values, {
    kind: "GitHub token, npm token, Anthropic key and others",
    count: 4,
  });
});

Deno.test("secret-output: silence", async () => {
  for (
    const response of [
      undefined,
      null,
      7,
      "",
      { stdout: "", stderr: "", interrupted: false, isImage: false },
      "api_key: env:PAYMENTS_KEY\nprice_per_token: 3.2e-07\n",
      { type: "image", source: { type: "base64", data: `x"ghp_${run(36)}"` } },
    ]
  ) assertEquals(await output(response), undefined);
});

Deno.test("secret-output: of ten megabytes the beginning and the end are looked at", async () => {
  const filler = "lorem ipsum dolor sit amet 12345\n".repeat(320_000);
  for (
    const [text, count] of [[`${TOKEN}\n${filler}`, 1], [`${filler}\n${TOKEN}`, 1], [
      filler,
      undefined,
    ]] as const
  ) {
    assertEquals((await output({ stdout: text }))?.values["count"], count);
  }
});
