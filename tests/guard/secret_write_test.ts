/** Literal secrets in files and command lines: refused, asked about, or taken out of the command. */
import type { JsonObject } from "../../src/base/json.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { bash, type CallDescription, edit, judged, patch, write } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";
import type { Finding } from "../../src/guard/finding.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { run, TOKENS } from "../secret/values.ts";

const guard = findGuard("secret-write")!;
const TOKEN = TOKENS["ghp"]!;
const OPAQUE = run(24);

/** `D` refused, `q` asked, `a` advised, `R` rewritten, `-` nothing. */
function mark(finding: Finding | undefined): string {
  if (finding === undefined) return "-";
  if (finding.rewrite !== undefined) return "R";
  return finding.atMost === "advise" ? "a" : finding.atMost === "ask" ? "q" : "D";
}

/** `@` is a GitHub token, `#` an opaque value. */
const COMMANDS: readonly (readonly [mark: string, command: string])[] = [
  ["D", 'curl -H "Authorization: Bearer @" https://x.example'],
  ["D", "deploy --token=@ --verbose"],
  ["D", "deploy --token @"],
  ["D", "MY_TOKEN=@ node run.js"],
  ["D", "export GH_TOKEN=@"],
  ["D", "git clone https://oauth2:@@gitlab.com/o/r.git"],
  ["D", "git remote set-url origin https://@@github.com/o/r.git"],
  ["D", "echo @ | pbcopy"],
  ["D", 'echo "T=@" > config.txt'],
  ["D", "cat > x.py <<EOF\nT = '@'\nEOF"],
  ["D", "bash -c 'curl -u x:@ https://x.example'"],
  ["D", "sed -i 's/TOKEN/@/' a.txt"],
  ["D", "python3 -c \"import x; x.login('@')\""],
  ["q", "API_KEY=# node x.js"],
  ["q", "curl -u me:# https://x.example"],
  ["q", "gh secret set NAME --body @"],
  ["q", "vault kv put secret/x token=@"],
  ["a", 'echo "T=@" >> .env'],
  ["R", "echo @"],
  ["R", "printf '%s\\n' '@'"],
  ["R", 'git commit -m "rotate @"'],
  ["R", "git commit -m 'rotate @' && git push"],
  ["R", 'gh issue create --title x --body "key @ leaked"'],
  ["-", "deploy --token=abc12345 --verbose"],
  ["-", "mysql --password=hunter2 db"],
  ["-", "PGPASSWORD=postgres psql -h localhost"],
  ["-", "docker run -e POSTGRES_PASSWORD=mysecretpassword postgres:16"],
  ["-", "curl -u admin:admin http://localhost:8080"],
  ["-", 'curl -H "Authorization: Bearer $TOKEN" https://x.example'],
  ["-", "export ANTHROPIC_API_KEY=sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxx"],
  ["-", "aws configure set aws_access_key_id AKIAIOSFODNN7EXAMPLE"],
  ["-", "DATABASE_URL=postgres://postgres:postgres@localhost:5432/app npm test"],
  ["-", "git checkout 3f786850e387550fdab836ed7e6dc881de23001b"],
  ["-", "docker pull x@sha256:3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed"],
  ["-", "JWT_SECRET=test-secret-123 npm test"],
  ["-", "GITHUB_TOKEN=$GH_TOKEN npm run release"],
  ["-", "GH_TOKEN=x gh pr create --fill"],
  ["-", "npm config set //registry.npmjs.org/:_authToken=${NPM_TOKEN}"],
  ["-", "ls -la"],
];

Deno.test("secret-write: command lines", async (test) => {
  for (const [expected, text] of COMMANDS) {
    const command = text.replace("@", () => TOKEN).replace("#", () => OPAQUE);
    await test.step(`${text}: ${expected}`, async () => {
      const finding = await judged(guard, bash(command));
      assertEquals(mark(finding), expected);
      assert(!JSON.stringify({ ...finding, rewrite: undefined }).includes(TOKEN), "tells the value");
      assert(!JSON.stringify(finding ?? {}).includes(TOKEN.slice(8)), "the rewrite holds the value");
    });
  }
});

const rewritten = async (call: CallDescription): Promise<string | undefined> =>
  (await judged(guard, call))?.rewrite?.["command"] as string | undefined;

Deno.test("secret-write: a rewrite is the whole input, and the rest of the command stays", async () => {
  const input: JsonObject = { command: `git commit -m "rotate ${TOKEN}"`, description: "d", timeout: 5 };
  assertEquals((await judged(guard, { tool: "Bash", input }))?.rewrite, {
    ...input,
    command: 'git commit -m "rotate REDACTED_GITHUB_TOKEN"',
  });
  assertEquals(mark(await judged(guard, { tool: "Bash", input, settings: { profile: "advisory" } })), "D");
});

Deno.test("secret-write: what the environment holds is referred to, in the quotes of its place", async (test) => {
  const cases: readonly (readonly [before: string, after: string])[] = [
    ["deploy --token=@ --verbose", 'deploy --token="${GITHUB_TOKEN}" --verbose'],
    [
      'curl -H "Authorization: Bearer @" https://x',
      'curl -H "Authorization: Bearer ${GITHUB_TOKEN}" https://x',
    ],
    [
      "curl -H 'Authorization: Bearer @' https://x",
      "curl -H 'Authorization: Bearer '\"${GITHUB_TOKEN}\"'' https://x",
    ],
    ["GITHUB_TOKEN=@ node x", 'GITHUB_TOKEN="${GITHUB_TOKEN}" node x'],
    ["echo @ | pbcopy", 'echo "${GITHUB_TOKEN}" | pbcopy'],
  ];
  for (const [before, after] of cases) {
    await test.step(before, async () => {
      const command = await rewritten({ ...bash(before.replace("@", TOKEN)), env: { GITHUB_TOKEN: TOKEN } });
      assertEquals(command, after);
      // The shell gives the program the very words that it would have had.
      const words = async (line: string): Promise<string> => {
        const script =
          `curl() { printf '<%s>' "$@"; }; deploy() { curl "$@"; }; node() { curl "$@"; }; pbcopy() { cat; }\n${line}`;
        const { stdout } = await new Deno.Command("bash", {
          args: ["-c", script],
          env: { GITHUB_TOKEN: TOKEN },
        }).output();
        return new TextDecoder().decode(stdout);
      };
      assertEquals(await words(command!), await words(before.replace("@", TOKEN)));
    });
  }
  // In other places, a variable of another value, or none.
  const heredoc = `cat > x <<EOF\n${TOKEN}\nEOF`;
  assertEquals(await rewritten({ ...bash(heredoc), env: { GITHUB_TOKEN: TOKEN } }), undefined);
  assertEquals(
    await rewritten({ ...bash(`deploy --token=${TOKEN}`), env: { GITHUB_TOKEN: "other" } }),
    undefined,
  );
});

const FILES: readonly (readonly [mark: string, call: CallDescription])[] = [
  ["D", write("/proj/src/a.ts", `\n\nconst token = "${TOKEN}";\n`)],
  ["D", edit("/proj/src/a.ts", "x", `token: "${TOKEN}"`)],
  ["D", patch({ "src/a.ts": `const t = "${TOKEN}"` })],
  ["D", { tool: "NotebookEdit", input: { notebook_path: "/proj/a.ipynb", new_source: `T = "${TOKEN}"` } }],
  [
    "D",
    write(
      "/proj/config.yml",
      `-----BEGIN PRIVATE KEY-----\n${run(64)}\n${run(64)}\n-----END PRIVATE KEY-----\n`,
    ),
  ],
  ["q", write("/proj/src/a.ts", `const apiKey = "${OPAQUE}";\n`)],
  ["q", write("/proj/tests/a_test.ts", `const token = "${TOKEN}";\n`)],
  ["q", write("/proj/docs/guide.md", `use ${TOKEN}\n`)],
  ["q", {
    tool: "NotebookEdit",
    input: { notebook_path: "a.ipynb", new_source: `TOKEN='ghp_${"0".repeat(36)}'` },
  }],
  ["a", write("/proj/tests/a_test.ts", `const apiKey = "${OPAQUE}";\n`)],
  ["a", write("/proj/.env", "x")],
  ["a", write("/proj/.env.local", `TOKEN=${TOKEN}\n`)],
  ["a", write("/proj/certs/server.pem", "x")],
  ["a", write("/home/u/.ssh/id_rsa", "x")],
  ["a", write("/home/u/.ssh/id_ed25519", "x")],
  ["-", write("/proj/.env.example", "x")],
  ["D", write("/proj/.env.dist", `TOKEN=${TOKEN}\n`)],
  ["-", write("/proj/.env.example", "TOKEN=<your-token>\nSECRET=changeme\n")],
  ["-", write("/home/u/.ssh/id_rsa.pub", "x")],
  ["-", write("/proj/src/credentials.ts", "x")],
  ["-", write("/proj/src/keys.ts", "x")],
  ["-", write("/proj/certs/ca.pem", "x")],
  ["-", edit("/proj/src/a.ts", `const token = "${TOKEN}";`, `const secret = "${TOKEN}";`)],
  ["-", edit("/proj/src/a.ts", `"${TOKEN}"`, "process.env.GITHUB_TOKEN")],
  ["-", write("/proj/package-lock.json", `{"secret":"${OPAQUE}"}`)],
  ["-", write("/proj/a.ts", "const token = process.env.GITHUB_TOKEN;\n")],
  ["-", { tool: "NotebookEdit", input: { notebook_path: "/proj/.env", edit_mode: "delete" } }],
];

Deno.test("secret-write: files", async (test) => {
  for (const [expected, call] of FILES) {
    const shown = JSON.stringify(call.input).replaceAll(TOKEN, "@").replaceAll(OPAQUE, "#");
    await test.step(`${call.tool} ${shown}: ${expected}`, async () => {
      const finding = await judged(guard, call);
      assertEquals(mark(finding), expected);
      assert(!JSON.stringify(finding ?? {}).includes(TOKEN), "tells the value");
    });
  }
});

Deno.test("secret-write: line and kind are told", async () => {
  const finding = await judged(
    guard,
    write("/proj/src/a.ts", `\n\nconst token = "${TOKEN}"; // ${TOKENS["npm"]}\n`),
  );
  assertEquals(finding?.values, { where: "line 3 of /proj/src/a.ts", kind: "GitHub token", count: 2 });
  assertStringIncludes(
    String((await judged(guard, edit("a.ts", "x", `y\n${TOKEN}`)))?.values["where"]),
    "line 2 of the new text",
  );
});

Deno.test("secret-write: strict refuses what is only likely", async () => {
  const call = write("/proj/src/a.ts", `const apiKey = "${OPAQUE}";\n`);
  assertEquals(mark(await judged(guard, { ...call, settings: { profile: "strict" } })), "D");
  assertEquals(
    mark(await judged(guard, { ...bash(`API_KEY=${OPAQUE} x`), settings: { profile: "strict" } })),
    "D",
  );
});

Deno.test("secret-write: a secret that the file holds already is not refused again", async () => {
  await withScratch(async (root) => {
    Deno.writeTextFileSync(`${root}/a.ts`, `const t = "${TOKEN}";\n`);
    assertEquals(
      mark(await judged(guard, { ...write(`${root}/a.ts`, `// moved\nconst t = "${TOKEN}";\n`), root })),
      "a",
    );
  });
});
