/** What counts as a secret, what kind it is said to be and how sure that is. */
import { assert, assertEquals } from "../support/assert.ts";
import { atLeast, detect, lineOf, type Secret } from "../../src/secret/detect.ts";
import { mayHoldSecret } from "../../src/secret/hints.ts";
import { run, TOKENS } from "./values.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

/** Where a value is put to be found. */
const POSITIONS: Readonly<Record<string, (value: string) => string>> = {
  alone: (value) => value,
  sentence: (value) => `The value is ${value}, as said.`,
  quoted: (value) => `const k = "${value}";`,
  environment: (value) => `X=${value}\nY=1`,
  url: (value) => `https://x.example/?t=${value}&u=1`,
  escaped: (value) => `{"text":"line\\n${value}\\nnext"}`,
  numbered: (value) => `     7\t${value}`,
};

const PROVIDERS: readonly (readonly [kind: string, value: string])[] = [
  ["AWS access key id", `AKIA${run(16, "upper")}`],
  ["AWS access key id", `ASIA${run(16, "upper")}`],
  ["Anthropic key", `sk-ant-api03-${run(93)}AA`],
  ["Anthropic key", `sk-ant-oat01-${run(80)}`],
  ["OpenAI key", `sk-svcacct-${run(60)}`],
  ["API key", `sk-${run(48)}`],
  ["GitLab token", `glptt-${run(40, "hex")}`],
  ["GitLab token", `glrt-${run(20)}`],
  ["Slack token", `xapp-1-A01-${run(12, "hex")}-${run(64, "hex")}`],
  ["Slack webhook", `hooks.slack.com/services/T${run(10, "upper")}/B${run(10, "upper")}/${run(24)}`],
  ["Stripe key", `sk_live_${run(24)}`],
  ["Stripe key", `rk_live_${run(99)}`],
  ["Stripe webhook secret", `whsec_${run(32)}`],
  ["Google API key", `AIza${run(35)}`],
  ["Google OAuth secret", `GOCSPX-${run(28)}`],
  ["Google access token", `ya29.${run(80)}`],
  ["npm token", `npm_${run(36)}`],
  ["PyPI token", `pypi-AgEIcHlwaS5vcmc${run(90)}`],
  ["Docker token", `dckr_pat_${run(27)}`],
  ["Hugging Face token", `hf_${run(34)}`],
  ["SendGrid key", `SG.${run(22)}.${run(43)}`],
  ["Telegram bot token", `123456789:AA${run(33)}`],
  ["DigitalOcean token", `dop_v1_${run(64, "hex")}`],
  ["Heroku key", `HRKU-AA${run(58)}`],
  ["Databricks token", `dapi${run(32, "hex")}`],
  ["Vault token", `hvs.${run(90)}`],
  ["Linear key", `lin_api_${run(40)}`],
  ["Notion token", `ntn_${run(46)}`],
  ["Notion token", `secret_${run(43)}`],
  ["Shopify token", `shpat_${run(32, "hex")}`],
  ["Square token", `sq0csp-${run(43)}`],
  ["Azure client secret", `abc8Q~${run(34)}`],
  ["Groq key", `gsk_${run(52)}`],
  ["Tailscale key", `tskey-auth-${run(12)}-${run(32)}`],
  ["age key", `AGE-SECRET-KEY-1${run(58, "upper")}`],
];

const strongest = (text: string): Secret[] => detect(text).filter((secret) => atLeast(secret, "likely"));

for (const [kind, value] of PROVIDERS) {
  Deno.test(`detect: ${kind} ${value.slice(0, 8)}…, wherever it stands`, () => {
    for (const [position, put] of Object.entries(POSITIONS)) {
      const text = put(value);
      const found = strongest(text);
      assertEquals(found.map((secret) => [secret.kind, secret.level]), [[kind, "certain"]], position);
      assertEquals(text.slice(found[0]!.start, found[0]!.end), value, position);
      assert(mayHoldSecret(text), `the cheap look lets it pass: ${position}`);
    }
  });
}

Deno.test("detect: the prefix within a longer word is none", () => {
  for (const [, value] of PROVIDERS) {
    if (/^(?:hooks|\d)/.test(value)) continue;
    const found = detect(`${run(9)}${value}`);
    assert(!found.some(({ level }) => level === "certain"), value.slice(0, 8));
  }
});

const OPAQUE = run(24);
/** A text with `@` where the value stands, and what the value is said to be. */
const NAMED: readonly (readonly [kind: string, text: string])[] = [
  ["secret value", "API_KEY=@"],
  ["secret value", "export SEARCH_API_KEY='@'"],
  ["secret value", '{"apiKey":"@"}'],
  ["secret value", '{"apiKey": "@", "x": 1}'],
  ["secret value", "  api_key: @"],
  ["secret value", "api-key = @"],
  ["secret value", 'const apiKey: string = "@";'],
  ["secret value", "client.secret = `@`"],
  ["password", "spring.datasource.password=@"],
  ["password", "<password>@</password>"],
  ["password", "Server=db;User=a;Password=@;Encrypt=true"],
  ["secret value", "AccountName=a;AccountKey=@;EndpointSuffix=core.windows.net"],
  ["token", "deploy --access-token @"],
  ["token", 'args: ["--token", "@"]'],
  ["token", "x?access_token=@&y=1"],
  ["token", "//registry.npmjs.org/:_authToken=@"],
  ["token", "npm config set //registry.npmjs.org/:_authToken @"],
  ["password", "machine x.example login me password @"],
  ["password", "CREATE ROLE app PASSWORD '@'"],
  ["secret value", '"{\\"clientSecret\\":\\"@\\"}"'],
  ["secret value", "aws configure set aws_secret_access_key @"],
  ["password in a URL", "postgres://app:@@db.example:5432/x"],
  ["Authorization header", "Authorization: Bearer @"],
  ["Authorization header", '-H "Authorization: token @"'],
  ["cookie", "Cookie: lang=en; session=@"],
  ["password", "curl -u me:@ https://x.example"],
];

for (const [kind, text] of NAMED) {
  Deno.test(`detect: an opaque value by its name: ${text}`, () => {
    const [before] = text.split("@", 1);
    const filled = text.replace("@", OPAQUE);
    const found = strongest(filled);
    assertEquals(found.map((secret) => [secret.kind, secret.level]), [[kind, "likely"]]);
    assertEquals([found[0]!.start, found[0]!.end], [before!.length, before!.length + OPAQUE.length]);
    assert(mayHoldSecret(filled));
  });
}

const BODY = `${run(64, "base64")}\n${run(64, "base64", 11)}\n${run(20, "base64", 13)}==`;
const armour = (kind: string, body: string): string =>
  `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----\n`;

Deno.test("detect: private keys of every kind, in every form of line", () => {
  for (
    const kind of [
      "PRIVATE KEY",
      "RSA PRIVATE KEY",
      "EC PRIVATE KEY",
      "OPENSSH PRIVATE KEY",
      "ENCRYPTED PRIVATE KEY",
      "PGP PRIVATE KEY BLOCK",
    ]
  ) {
    const key = armour(kind, BODY);
    const numbered = key.split("\n").map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join("\n");
    const forms = [
      key,
      JSON.stringify({ k: key }),
      key.replaceAll("\n", "\r\n"),
      numbered,
      key.replace(/-----END[^]*/, ""),
      key.split("\n").map((line) => `  "${line}\\n" +`).join("\n"),
    ];
    for (const form of forms) {
      const found = detect(form);
      assertEquals(found.map((secret) => [secret.kind, secret.level]), [["private key", "certain"]], form);
      const rest = form.slice(0, found[0]!.start) + form.slice(found[0]!.end);
      for (const line of BODY.split("\n")) assert(!rest.includes(line), form);
    }
  }
});

Deno.test("detect: fillers with a provider's prefix are likely at most, x and examples not even that", () => {
  const levels = (value: string): string[] => detect(value).map(({ level }) => level);
  assertEquals(levels(`ghp_${"0".repeat(36)}`), ["likely"]);
  assertEquals(levels(`ghp_${"x".repeat(36)}`), ["weak"]);
  assertEquals(levels(`glpat-${"abcdefghij"}1234567890`), ["weak"]);
  assertEquals(levels("AKIAIOSFODNN7" + "EXAMPLE"), ["weak"]);
  assertEquals(levels(`sk_test_${run(24)}`), ["likely"]);
});

Deno.test("detect: harmless texts", async (test) => {
  const texts = Deno.readTextFileSync(new URL("harmless.txt", import.meta.url)).split("\n").filter((line) =>
    line !== ""
  );
  assert(texts.length >= 150, `${texts.length}`);
  for (const line of texts) {
    await test.step(line.slice(0, 100), () => assertEquals(strongest(line.replaceAll("\\n", "\n")), []));
  }
});

Deno.test("detect: the line of what was found", () => {
  const text = `a\nb\nk = "${TOKENS["ghp"]}"\n`;
  assertEquals(lineOf(text, detect(text)[0]!.start), 3);
  assertEquals(lineOf("x", 0), 1);
});

Deno.test("detect: time grows with the length, whatever the text", async () => {
  const fill = (part: string, size: number): string =>
    part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const parts = [
    "token=",
    'token: "a", ',
    'password="',
    "ghp_",
    "eyJ",
    "eyJaaaaaaaaaa.eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "PRIVATE KEY",
    "://a:b",
    "curl -u -u ",
    "mysql -p ",
    "cookie: a=bbbb; ",
    "authorization: Bearer ",
    "pass ",
    ":AA",
    "Q~",
    "AZDO",
    "sig=",
    'token=\\"',
    "<token>",
    "a",
    "\n",
    " ",
  ];
  for (const part of parts) {
    await assertGrowsWithSize(1 << 18, (size) => detect(fill(part, size)), JSON.stringify(part));
  }
});
