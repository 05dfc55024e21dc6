import { expandBraces } from "../../src/base/braces.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("braces have bounds", () => {
  assertEquals(expandBraces("{a,b}{c,d}"), ["ac", "ad", "bc", "bd"]);
  assertEquals(expandBraces("{a,b}".repeat(10)), undefined);
  assertEquals(expandBraces("{a,{b,c}}"), undefined);
  assertEquals(expandBraces("{a"), undefined);
});
