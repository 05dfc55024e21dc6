/** What stays of a text without its secrets: everything but their values. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { redact, REDACTED, redactLine } from "../../src/secret/redact.ts";
import { run, TOKENS } from "./values.ts";

/** A text with `@` for the secret, the secret, and what must stay. */
const CASES: readonly (readonly [text: string, secret: string, stays: string])[] = [
  ['curl -H "Authorization: Bearer @" https://x.example', "abc123def456", "https://x.example"],
  ['curl -H "Authorization: Basic @" https://x.example', "dXNlcjpwYXNz", "https://x.example"],
  ["deploy --token=@ --verbose", "abc12345", "--verbose"],
  ["deploy --token @ --verbose", "abc12345", "--verbose"],
  ["mysql --password=@ db", "hunter2", "db"],
  ["PGPASSWORD=@ psql -h db", "hunter2", "PGPASSWORD="],
  ["aws configure set aws_access_key_id @", "AKIAIOSFODNN7" + "EXAMPLE", "aws configure"],
  ["aws_secret_access_key=@ x", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY", " x"],
  ["export ANTHROPIC_API_KEY=@", `sk-ant-api03-${"x".repeat(24)}`, "ANTHROPIC_API_KEY"],
  ["export OPENAI_API_KEY=@", `sk-proj-${"x".repeat(24)}`, "OPENAI_API_KEY"],
  ["curl -d token=@ https://slack.com", "xoxb-111111111111-222222222222-abc", "slack.com"],
  ["git clone https://oauth2:@@gitlab.com/o/r.git", "glpat-" + "abcdefghij1234567890", "gitlab.com/o/r.git"],
  ["git clone https://user:@@host.example/r.git", "pa55word", "host.example/r.git"],
  ["curl -u admin:@ https://x.example", "s3cret", "admin:"],
  ["mysql -p@ db", "hunter2", " db"],
  [`curl -d '{"password":"@"}' https://x.example`, "hunter2", '"password":"'],
  ["echo @", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ" + ".abcdefghijkl", "echo"],
  [
    "printf -- '-----BEGIN OPENSSH PRIVATE KEY-----\\n@\\n-----END OPENSSH PRIVATE KEY-----' > k",
    "b3Blbn",
    "> k",
  ],
  ["SEARCH_API_KEY=@\nLOG_LEVEL=info\n", "zq7demo55kk20", "LOG_LEVEL=info"],
  [
    '{"private_key":"-----BEGIN PRIVATE KEY-----\\n@\\n-----END PRIVATE KEY-----\\n"}',
    "REVNT0RFTU9ERU1PREVNTw==",
    '"private_key":"',
  ],
  [
    "     1\t-----BEGIN PRIVATE KEY-----\n     2\t@\n     3\t-----END PRIVATE KEY-----\n",
    "REVNT0tFWURFTU9LRVk=",
    "-----END PRIVATE KEY-----",
  ],
  [
    "curl -H 'Authorization: Bearer @' https://api.example",
    `sk-test-${"0".repeat(28)}`,
    "https://api.example",
  ],
  ["sshpass -p @ ssh host", "hunter2", "ssh host"],
  ["redis-cli -a @ ping", "hunter2x", "ping"],
  ["curl --user me:@ https://x.example", "pa55", "https://x.example"],
  ["password: @\nuser: me", "hunter2x", "user: me"],
  ["SECRET_KEY_BASE=@", "abc123", "SECRET_KEY_BASE="],
  ["the header was Bearer @, he said", "abc123def456ghi", "he said"],
  ['{"auth":{"password":"@"}}', "hunter2", '{"auth":'],
  ["jdbc:mysql://h/db?user=a&password=@", "hunter2", "user=a"],
  ["Cookie: sid=@; lang=en", "abcd1234", "lang="],
];

for (const [text, secret, stays] of CASES) {
  Deno.test(`redact: ${text.slice(0, 80)}`, () => {
    const hidden = redact(text.replace("@", () => secret));
    assert(!hidden.includes(secret), hidden);
    assertStringIncludes(hidden, REDACTED);
    assertStringIncludes(hidden, stays);
    assertEquals(redact(hidden), hidden, "hiding twice changes nothing");
  });
}

/** Each kind of token in each position. */
const POSITIONS: Readonly<Record<string, readonly [text: string, stays: string]>> = {
  env: ["MY_TOKEN=@ node run.js", "node run.js"],
  hdr: ['curl -H "Authorization: Bearer @" https://x.example', "https://x.example"],
  opt: ["deploy --token=@ --verbose", "--verbose"],
  json: [`curl -d '{"token":"@"}' https://x.example`, "https://x.example"],
  echo: ["echo @ | pbcopy", "| pbcopy"],
};

for (const [kind, full] of Object.entries(TOKENS)) {
  Deno.test(`redact: ${kind} in every position, also with a body that repeats itself`, () => {
    const repeating = kind === "jwt"
      ? "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ." + "A1b2".repeat(3)
      : full.replace(
        /[A-Za-z\d]{20,}(?:_[A-Za-z\d]+)?$/,
        (body) => "A1b2".repeat(Math.ceil(body.length / 4)),
      );
    for (const token of [full, repeating]) {
      for (const [text, stays] of Object.values(POSITIONS)) {
        const hidden = redact(text.replace("@", token));
        assertEquals(hidden, text.replace("@", REDACTED));
        assertStringIncludes(hidden, stays);
      }
    }
  });
}

Deno.test("redact: ordinary words, references, prices, digests stay as they are", () => {
  for (
    const text of [
      'git log --grep "password reset"',
      "api_key: env:PAYMENTS_KEY\nprice_per_token: 3.2e-07\n",
      "TOKEN=$GITHUB_TOKEN run",
      "password: ${DB_PASSWORD}",
      "apiKey: process.env.API_KEY,",
      "max_tokens: 4096",
      "password=changeme",
      "const token: string = read();",
      `sha256:${run(64, "hex")}`,
      `commit ${run(40, "hex")}`,
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + run(40),
      "",
    ]
  ) assertEquals(redact(text), text);
});

Deno.test("redact: one line per record", () => {
  assertEquals(redactLine("echo a\necho b"), "echo a echo b");
  const key = `x -----BEGIN PRIVATE KEY-----\n${run(64, "base64")}\n-----END PRIVATE KEY----- y`;
  assertEquals(redactLine(key), `x -----BEGIN PRIVATE KEY-----${REDACTED}-----END PRIVATE KEY----- y`);
});
