import fc from "fast-check";
import { fileKey } from "../../src/state/key.ts";
import { assert, assertEquals } from "../support/assert.ts";

Deno.test("an ordinary id is its own name", () => {
  assertEquals(fileKey("7c9e6679-7425-40de-944b-e07fc1f90ae7"), "7c9e6679-7425-40de-944b-e07fc1f90ae7");
  assertEquals(fileKey("quiet-harbor"), "quiet-harbor");
});

Deno.test("an id that loses something gets a fingerprint, so that no two share a file", () => {
  const ids = [
    "../../etc/passwd",
    "etcpasswd",
    "a/b",
    "a\\b",
    "ab",
    "AB",
    "Ab",
    "CON",
    "con",
    "nul.txt",
    "x".repeat(5_000),
    "x".repeat(5_001),
    "...a",
  ];
  const names = ids.map((id) => fileKey(id)!);
  assertEquals(new Set(names.map((name) => name.toLowerCase())).size, ids.length);
  assert(names[0]!.startsWith("etcpasswd-"));
});

Deno.test("nothing usable is no name", () => {
  for (const id of [undefined, "", "..", "///", "日本", "\u0000"]) assertEquals(fileKey(id), undefined);
});

Deno.test("any id gives a short plain name or none", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (id) => {
    const name = fileKey(id);
    return name === undefined || (/^[a-z0-9_-][a-z0-9._-]*$/.test(name) && name.length <= 110);
  }));
});
