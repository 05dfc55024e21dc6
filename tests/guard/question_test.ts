/** How options of a question may be marked. */
import { assertEquals } from "../support/assert.ts";
import { judged } from "../support/call.ts";
import { findGuard } from "../../src/guard/registry.ts";

const questionGuard = findGuard("pretooluse-askuserquestion-recommended")!;

function ask(labels: readonly unknown[], multiSelect: unknown = false) {
  const options = labels.map((label) => typeof label === "string" ? { label, description: "d" } : label);
  const questions = [{ question: "Which one?", header: "Choice", multiSelect, options }];
  return judged(questionGuard, { tool: "AskUserQuestion", input: { questions } });
}

const FORM = "non-canonical-postfix-form";
const CASES:
  readonly (readonly [kind: string | undefined, labels: readonly unknown[], multiSelect?: unknown])[] = [
    [undefined, ["A (Recommended)", "B"]],
    [undefined, ["A  (Recommended)", "B"]],
    [undefined, ["A (Recommended)", "B (Recommended)"], true],
    [undefined, ["A", "B"], true],
    [undefined, ["A", "Other"]],
    [undefined, ["A", "other"]],
    [undefined, ["A"]],
    [undefined, []],
    [undefined, ["Keep it (Recommended)", "Delete it"]],
    [undefined, ["Use the dropdown (Recommended)", "B"]],
    [undefined, ["Use a drop-down (Recommended)", "B"]],
    [undefined, [{ label: "A (Recommended)" }, { label: 7 }, null, "B"]],
    ["non-canonical-postfix-case", ["A (recommended)", "B"]],
    [FORM, ["A [Recommended]", "B"]],
    [FORM, ["A (Rec)", "B"]],
    [FORM, ["A (Recommended )", "B"]],
    [FORM, ["A ( Recommended )", "B"]],
    [FORM, ["A(Recommended)", "B"]],
    [FORM, ["A (Recommended) ", "B"]],
    [FORM, ["A (RECOMMENDED)", "B"]],
    [FORM, ["A", "B(recommended)"], true],
    ["recommended-on-destructive", ["Force push (Recommended)", "B"]],
    ["recommended-on-destructive", ["force-push it (Recommended)", "B"]],
    ["recommended-on-destructive", ["Reset the branch (Recommended)", "B"]],
    ["recommended-on-destructive", ["rm the cache (Recommended)", "B"], true],
    ["single-select-multi-recommended", ["A (Recommended)", "B (Recommended)"]],
    ["single-select-multi-recommended", ["A (Recommended)", "B (Recommended)"], undefined],
    ["none-recommended", ["A", "B"]],
    ["none-recommended", ["A", "B", "Other"]],
    ["none-recommended", ["Recommended: A", "B"]],
    ["none-recommended", ["A *", "B"]],
  ];

Deno.test("question: marks", async (test) => {
  for (const [kind, labels, multiSelect = false] of CASES) {
    await test.step(`${labels.map((label) => JSON.stringify(label)).join(", ")} → ${kind ?? "silent"}`, async () => {
      const finding = await ask(labels, multiSelect);
      assertEquals(finding?.values["kind"], kind);
      assertEquals(finding?.atMost, kind === "none-recommended" ? "advise" : undefined);
    });
  }
});

Deno.test("question: options may be bare strings", async () => {
  const questions = [{ question: "?", options: ["A (recommended)", "B"] }];
  const finding = await judged(questionGuard, { tool: "AskUserQuestion", input: { questions } });
  assertEquals(finding?.values, {
    question: "?",
    kind: "non-canonical-postfix-case",
    label: "A (recommended)",
    advice: "Write the mark as (Recommended), with a capital R",
  });
});

Deno.test("question: every question is looked at, a fault before a hint", async () => {
  const questions = [{ header: "1", options: ["A", "B"] }, { header: "2", options: ["A [rec]", "B"] }];
  const finding = await judged(questionGuard, { tool: "AskUserQuestion", input: { questions } });
  assertEquals([finding?.values["question"], finding?.values["kind"]], ["2", FORM]);
});

Deno.test("question: odd shapes are silent", async () => {
  for (
    const questions of [undefined, "x", {}, [], ["x", 1, null], [{ options: "x" }], [{ options: [[], 1] }]]
  ) {
    assertEquals(await judged(questionGuard, { tool: "AskUserQuestion", input: { questions } }), undefined);
  }
  assertEquals(await judged(questionGuard, { tool: "AskUserQuestion" }), undefined);
  assertEquals(await ask(["A", "B"], "yes"), undefined);
});
