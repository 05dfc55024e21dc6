/** The rule behind the cases: which spelling is a way past git's hooks, and which is not. */
import fc from "fast-check";
import { findGuard } from "../../src/guard/registry.ts";
import { assertEquals } from "../support/assert.ts";
import { bash, judged } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";

const GUARD = findGuard("no-verify")!;

async function verdict(command: string, root?: string, tool = "Bash"): Promise<string> {
  const description = { ...bash(command), tool, ...(root === undefined ? {} : { root }) };
  const finding = await judged(GUARD, description);
  return finding === undefined ? "pass" : finding.atMost ?? "deny";
}

/** Lines of one verdict; each was tried with git where git decides. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  deny: [
    "git commit -pn",
    "git commit -C HEAD~1 --no-verify",
    "git commit -S -n -m x",
    "git commit --untracked-files -n -m x",
    "git commit --auth 'a <b@c>' -m x -n",
    "git push -fu --no-verif origin x",
    "git rebase --no-veri main",
    "git am -3n p.patch",
    "git pull --rebase --no-verify",
    "git -c core.hooksPath push",
    "git config --local core.hookspath ''",
    "git config -f .git/config core.hooksPath /dev/null",
    "LEFTHOOK=false git push",
    "declare -x HUSKY=0; git commit",
    "export HUSKY; HUSKY=0; git commit",
    "/usr/lib/git-core/git-commit -n -m x",
    "git $OPTIONS commit -n -m x",
    "cz commit -- --no-verify",
    "npx standard-version -n",
    "trap 'git push --no-verify' EXIT",
    "ssh host 'cd repo && git commit -n -m x'",
    "git cz --no-verify",
  ],
  ask: [
    '$GIT commit -n -m "x"',
    'git "$COMMAND" --no-verify',
    'git -c "$SETTING" commit -m x',
    "git commit -$FLAGS -m x",
    'git commit "$SKIP_HOOKS" -m x',
    "git config --global alias.ci 'commit --no-verify'",
    "git config include.path ../settings",
    "git hash-object -t commit -w --stdin < x",
    "git fast-import < x",
    "GIT_CONFIG_GLOBAL=/nowhere/settings git push",
    "PRE_COMMIT_ALLOW_NO_CONFIG=1 git commit -m x",
    "OUR_SKIP_HOOKS=1 git commit -m x",
    "HUSKY=$X git commit -m x",
    "npx lefthook uninstall",
    "chmod 644 .git/hooks/pre-push",
    "rm -rf .git/hooks",
    "find .git/hooks -type f -delete",
    "(unterminated; git push --no-verify",
  ],
  pass: [
    "git commit --no-v -m x",
    "git commit --no-verbose -m x",
    "git commit --no-no-verify -m x",
    "git commit --messag -n",
    "git commit -t -n -m x",
    "git commit --end-of-options -n",
    "git merge --no-verify-signatures x",
    "git merge --no-veri x",
    "git push -o --no-verify",
    "git push --recurse-submodules --no-verify",
    "git push origin $(git branch --show-current)",
    "git commit $FILES -m x",
    "git commit --fixup $(git rev-parse HEAD)",
    'git commit "$@"',
    "git cherry-pick --no-verify x",
    "git -c core.hooksPath=/dev/null log",
    "git -c core.hooksPath=/dev/null clone https://example.test/x",
    'git -c user.name="$NAME" commit -m x',
    "git config --get-regexp core.hooksPath",
    "git config unset core.hooksPath",
    "git config alias.co checkout",
    "HUSKY=0; git commit -m x",
    "export -n HUSKY; HUSKY=0; git commit -m x",
    "HUSKY_SKIP_HOOKS=0 git commit -m x",
    "SKIP= git commit -m x",
    "CI=true git commit -m x",
    "GIT_LFS_SKIP_SMUDGE=1 git pull",
    "cargo publish --no-verify",
    "echo 'exit 0' > hooks/pre-commit",
    "cat .git/hooks/pre-commit",
    "ls -l .git/hooks",
    "chmod 755 .git/hooks/pre-push",
    "git log --grep --no-verify",
    "git notes add -m --no-verify",
    "git diff -G --no-verify",
  ],
};

for (const [expected, lines] of Object.entries(TABLE)) {
  for (const line of lines) {
    Deno.test(`no-verify: ${expected}: ${line}`, async () => assertEquals(await verdict(line), expected));
  }
}

Deno.test("no-verify: in PowerShell and cmd.exe variables are set in other ways", async () => {
  for (
    const line of [
      "$env:HUSKY=0; git commit -m x",
      '$env:HUSKY = "0"; git commit -m x',
      "Set-Item Env:HUSKY 0; git commit -m x",
      '[Environment]::SetEnvironmentVariable("HUSKY", "0"); git commit -m x',
      'cmd /c "set HUSKY=0&& git commit -m x"',
      "& git push --no-verify",
    ]
  ) {
    assertEquals(await verdict(line, undefined, "PowerShell"), "deny", line);
  }
  assertEquals(await verdict("$env:HUSKY=1; git commit -m x", undefined, "PowerShell"), "pass");
  assertEquals(await verdict("git push -n", undefined, "PowerShell"), "pass");
});

Deno.test("no-verify: a folder for hooks is judged by what is in it", () =>
  withScratch(async (root) => {
    for (const name of ["full", "empty", "text"]) Deno.mkdirSync(`${root}/${name}`);
    Deno.writeTextFileSync(`${root}/full/pre-commit`, "exit 1");
    Deno.writeTextFileSync(`${root}/text/README.md`, "");
    assertEquals(await verdict("git config core.hooksPath full", root), "pass");
    assertEquals(await verdict("git config core.hooksPath empty", root), "deny");
    assertEquals(await verdict("git config core.hooksPath text", root), "deny");
    assertEquals(await verdict("git config core.hooksPath missing", root), "ask");
    assertEquals(await verdict("git config core.hooksPath /nowhere/missing", root), "deny");
    assertEquals(await verdict("mkdir new && git config core.hooksPath new", root), "ask");
    assertEquals(await verdict("cp -r full new && git config core.hooksPath new", root), "pass");
  }));

Deno.test("no-verify: another file of settings is looked at where it is there", () =>
  withScratch(async (root) => {
    Deno.writeTextFileSync(`${root}/plain`, "[user]\n\tname = x\n");
    Deno.writeTextFileSync(`${root}/hooks`, "[core]\n\thooksPath = /dev/null\n");
    assertEquals(await verdict(`GIT_CONFIG_GLOBAL=${root}/plain git commit -m x`), "pass");
    assertEquals(await verdict(`GIT_CONFIG_GLOBAL=${root}/hooks git commit -m x`), "ask");
    assertEquals(await verdict("GIT_CONFIG_GLOBAL=/dev/null git commit -m x"), "pass");
  }));

/** Changes of a line after which the same commands run. */
const WRAPPERS: readonly ((line: string) => string)[] = [
  (line) => `bash -c '${line.replaceAll("'", "'\\''")}'`,
  (line) => `( ${line} )`,
  (line) => `{ ${line}; }`,
  (line) => `true && ${line}`,
  (line) => `false || { ${line}; }`,
  (line) => `if true; then ${line}; fi`,
  (line) => `cd . ; ${line}`,
  (line) => `f${line.length}() { ${line}; }; f${line.length}`,
  (line) => `echo start # said\n${line}`,
  (line) => `${line} 2>&1 | tail -n 5`,
  (line) => `eval "${line.replace(/(["\\$`])/g, "\\$1")}"`,
  (line) => `env A=1 bash -c '${line.replaceAll("'", "'\\''")}'`,
];

const LINES = [
  ...TABLE["deny"]!.filter((line) => line.startsWith("git ") && !/[$;]/.test(line)),
  ...TABLE["pass"]!.filter((line) => line.startsWith("git ") && !/[$;]/.test(line)),
  "HUSKY=0 git push",
  "SKIP=lint git commit -m x",
  "git commit-tree HEAD -m x",
];

Deno.test("no-verify: what runs the same gets the same verdict", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LINES),
      fc.array(fc.constantFrom(...WRAPPERS), { minLength: 1, maxLength: 3 }),
      async (line, wrappers) => {
        const wrapped = wrappers.reduce((text, wrap) => wrap(text), line);
        assertEquals(await verdict(wrapped), await verdict(line), wrapped);
      },
    ),
    { numRuns: 150 },
  ));

Deno.test("no-verify: quotes that change no word change nothing", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LINES.filter((line) => !/['"=(]/.test(line))),
      fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
      async (line, choices) => {
        const quoted = line.split(" ").map((word, index) => {
          const choice = choices[index % choices.length];
          if (choice === 1) return `'${word}'`;
          if (choice === 2) return `"${word}"`;
          return choice === 3 ? `${word.slice(0, 1)}""${word.slice(1)}` : word;
        }).join(" ");
        assertEquals(await verdict(quoted), await verdict(line), quoted);
      },
    ),
    { numRuns: 150 },
  ));

Deno.test("no-verify: text is no command", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TABLE["deny"]!, ...TABLE["ask"]!),
      fc.constantFrom(
        (text: string) => `echo '${text}'`,
        (text: string) => `git commit -m '${text}'`,
        (text: string) => `grep -rn '${text}' docs`,
        (text: string) => `cat > notes.md <<'END'\n${text}\nEND`,
        (text: string) => `git commit -F - <<'END'\n${text}\nEND`,
        (text: string) => `true # ${text}`,
      ),
      async (text, into) => {
        if (text.includes("'")) return;
        assertEquals(await verdict(into(text)), "pass", into(text));
      },
    ),
    { numRuns: 150 },
  ));

Deno.test("no-verify: ordinary lines that cannot concern it load nothing", async () => {
  for (const command of ["git status", "git commit -v", "git push origin main", "npm test", "git log -n 5"]) {
    const call = { command, event: { name: "PreToolUse", toolName: "Bash" } } as unknown as Parameters<
      NonNullable<typeof GUARD.concerns>
    >[0];
    assertEquals(await GUARD.concerns?.(call), false, command);
  }
});
