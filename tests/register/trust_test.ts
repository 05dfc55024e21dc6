/** Whether a harness was told by its operator to run our entries, as far as its files tell. */
import { codexDigest } from "../../src/register/trust.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("trust: the digest of an entry is the one that Codex keeps", async () => {
  assertEquals(
    await codexDigest("pre_tool_use", "Bash", { command: "echo a" }, 600),
    "sha256:e858b0fa107866bd5702cb2dffd866040cad81f83f76ff7697d1c7fad904b5e5",
  );
});

Deno.test("trust: a key that only some entries have is part of the digest", async () => {
  const plain = await codexDigest("stop", undefined, { command: "x" }, 60);
  assertEquals(await codexDigest("stop", undefined, { command: "x", statusMessage: 3 }, 60), plain);
  const digests = [
    plain,
    await codexDigest("stop", undefined, { command: "x", additionalContextLimit: 10_000 }, 60),
    await codexDigest("stop", undefined, { command: "x", statusMessage: "y" }, 60),
    await codexDigest("stop", "*", { command: "x" }, 60),
  ];
  assertEquals(new Set(digests).size, digests.length);
});
