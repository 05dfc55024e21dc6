import fc from "fast-check";
import { type Address, argumentsOf, pathOf, readPath, urlOf } from "../../src/resident/address.ts";
import { assertEquals } from "../support/assert.ts";

const ADDRESS: Address = {
  version: "1.2.3",
  configuration: "0123456789abcdef",
  contract: "claude-code",
  event: "PreToolUse",
  messages: ["no-verify", "a b&c=/d.md"],
  strict: true,
  background: false,
};

Deno.test("address: an entry's words as an address, and back", () => {
  const path = pathOf(ADDRESS);
  assertEquals(
    path,
    "/v1/1.2.3/0123456789abcdef/claude-code/PreToolUse?message=no-verify&message=a+b%26c%3D%2Fd.md&strict=1",
  );
  assertEquals(readPath(path), ADDRESS);
  assertEquals(argumentsOf(ADDRESS), [
    "--contract",
    "claude-code",
    "--strict",
    "PreToolUse",
    "no-verify",
    "a b&c=/d.md",
  ]);
  assertEquals(
    urlOf(20_000, { ...ADDRESS, messages: [], strict: false }),
    "http://127.0.0.1:20000/v1/1.2.3/0123456789abcdef/claude-code/PreToolUse",
  );
});

Deno.test("address: any messages come through", () => {
  fc.assert(fc.property(
    fc.array(
      fc.string({ minLength: 1, maxLength: 40 }).filter((text) =>
        !text.startsWith("-") && text.isWellFormed()
      ),
      {
        maxLength: 10,
      },
    ),
    fc.boolean(),
    fc.boolean(),
    (messages, strict, background) => {
      const address = { ...ADDRESS, messages, strict, background };
      assertEquals(readPath(pathOf(address)), address);
    },
  ));
});

const path = "/v1/1.2.3/0123456789abcdef/claude-code/PreToolUse";
for (
  const odd of [
    "/",
    "/v2/1.2.3/0123456789abcdef/claude-code/PreToolUse",
    "/v1/1.2/0123456789abcdef/claude-code/PreToolUse",
    "/v1/1.2.3/0123456789ABCDEF/claude-code/PreToolUse",
    "/v1/1.2.3/0123456789abcdef/../PreToolUse",
    "/v1/1.2.3/0123456789abcdef/claude-code/%2e%2e",
    `${path}/more`,
    `${path}?message=`,
    `${path}?message=--strict`,
    `${path}?token=x`,
    `${path}?`,
    `${path}?message=%zz`,
    `${path}?${"message=a&".repeat(65)}`,
  ]
) Deno.test(`address: ${odd.slice(0, 60)} is none`, () => assertEquals(readPath(odd), undefined));
