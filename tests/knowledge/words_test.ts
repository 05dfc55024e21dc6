/** Words, intents, names of files and called skills: in English and Spanish, always the same. */
import { calledNames } from "../../src/knowledge/called_skills.ts";
import { depthOf, intentOf } from "../../src/knowledge/intent.ts";
import { fileNamesIn, wordsOf } from "../../src/knowledge/words.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("words are folded, split and stripped of what says nothing", () => {
  assertEquals(wordsOf("The webhooks of parseInvoice_total"), ["webhook", "parse", "invoice", "total"]);
  assertEquals(wordsOf("Las migraciones de la base"), wordsOf("migración base"));
  assertEquals(wordsOf("policies boxes status"), ["policy", "box", "status"]);
  assertEquals(wordsOf("12 2024 v2 a x9"), ["v2", "x9"]);
  assertEquals(wordsOf("数据库 данные"), ["数据库", "данные"]);
});

const INTENTS: readonly (readonly [string, string])[] = [
  ["Change the colour of the button", "ui"],
  ["Cambia el color del botón", "ui"],
  ["Fix the failing login", "fix"],
  ["Arregla el error del pago", "fix"],
  ["Refactor the session store", "refactor"],
  ["Add an endpoint for invoices", "feature"],
  ["Añade un formulario", "feature"],
  ["Explain how the queue works", "explore"],
  ["¿Cómo funciona la cola?", "explore"],
  ["Debug the memory leak", "debug"],
  ["Invoices", "unknown"],
];
for (const [prompt, intent] of INTENTS) {
  Deno.test(`intent: ${prompt} is ${intent}`, () => assertEquals(intentOf(prompt), intent));
}

Deno.test("a touch-up gets little, a question more", () => {
  assertEquals(["ui", "fix", "explore", "unknown"].map((one) => depthOf(one as "ui")), [
    "minimal",
    "focused",
    "deep",
    "focused",
  ]);
});

Deno.test("skills are called by name at the start of a word, and not from code", () => {
  assertEquals(calledNames("::replay (::Cut-release) ::replay"), ["replay", "cut-release"]);
  assertEquals(calledNames("std::vector a::b ::pathrule:x `::code` \n```\n::fence\n```\n ::real"), ["real"]);
  assertEquals(calledNames('"::quoted"'), ["quoted"]);
});

Deno.test("names of files are found with their folders", () => {
  assertEquals(fileNamesIn("See src/a/handler.ts and Layout.tsx, not 1.5"), [
    "Layout.tsx",
    "src/a/handler.ts",
  ]);
});
