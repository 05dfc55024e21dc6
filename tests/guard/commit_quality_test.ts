/** Messages of commits in every way they can be given, and what a commit would add, in real repositories. */
import type { CallDescription } from "../support/call.ts";
import { bash, judged } from "../support/call.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { addedTexts } from "../../src/guard/commit_quality/added.ts";
import { findLeftovers } from "../../src/guard/commit_quality/leftovers.ts";
import { findSecrets } from "../../src/guard/commit_quality/inspect.ts";

const GUARD = findGuard("commit-quality")!;

/** What is said of a command's message: `deny`, `advise` or nothing. */
async function levelOf(command: string, more: Partial<CallDescription> = {}): Promise<string> {
  const finding = await judged(GUARD, { ...bash(command), ...more });
  return finding === undefined ? "nothing" : finding.atMost ?? "deny";
}

const MESSAGES: readonly [command: string, level: "deny" | "advise" | "nothing"][] = [
  [`git commit -m ""`, "deny"],
  [`git commit -m "   "`, "deny"],
  [`git commit -m fix`, "deny"],
  [`git commit -m x`, "deny"],
  [`git commit -m ...`, "deny"],
  [`git commit -m 123`, "deny"],
  [`git commit -mfix`, "deny"],
  [`git commit -mn`, "advise"],
  [`git commit -amn`, "advise"],
  [`git commit -amfix`, "deny"],
  [`git commit -qam "fix"`, "deny"],
  [`git commit --message=fix`, "deny"],
  [`git commit --mess fix`, "deny"],
  [`git commit -m "wip: parser"`, "deny"],
  [`git commit -m "[WIP] parser"`, "deny"],
  [`git commit -m "WIP"`, "deny"],
  [`git commit -m "chore: wip"`, "deny"],
  [`git commit -m "work in progress on the parser"`, "deny"],
  [`git commit -F - <<'EOF'\nwip\nEOF`, "deny"],
  [`git commit -F- <<'EOF'\nwip\nEOF`, "deny"],
  [`git commit --file=- <<< wip`, "deny"],
  [`echo fix | git commit -F -`, "deny"],
  [`printf 'wip\\n' | git commit -F -`, "deny"],
  [`git commit -m "$(cat <<'EOF'\nwip\n\nmore\nEOF\n)"`, "deny"],
  [`cat > msg <<'EOF'\nwip\nEOF\ngit commit -F msg`, "deny"],
  [`sudo git commit -m fix`, "deny"],
  [`bash -c 'git commit -m fix'`, "deny"],
  [`git add . && git commit -m "wip"`, "deny"],
  [`git -C sub commit -m wip`, "deny"],
  [`git commit --amend -m wip`, "deny"],
  [`git commit -m msg`, "advise"],
  [`git commit -m "typo"`, "advise"],
  [`git commit -m "fix the parser when a line has ${"x".repeat(60)}"`, "advise"],
  [`git commit -m "Add the parser"`, "nothing"],
  [`git commit -m "feat: add x" -m "Because of y."`, "nothing"],
  [`git commit -m "fix: say WIP in the header"`, "nothing"],
  [`git commit -m "WIP limits on the board"`, "nothing"],
  [`git commit -m "wipe the cache"`, "nothing"],
  [
    `git commit -m "Merge branch 'x' into a branch with a very long name that goes on and on and on and on"`,
    "nothing",
  ],
  [`git commit`, "nothing"],
  [`git commit --amend --no-edit`, "nothing"],
  [`git commit --amend`, "nothing"],
  [`git commit -C HEAD~1`, "nothing"],
  [`git commit --fixup=HEAD`, "nothing"],
  [`git commit --squash HEAD -m x1234`, "nothing"],
  [`git commit -m "$MESSAGE"`, "nothing"],
  [`git commit -F message.txt`, "nothing"],
  [`git commit -F "$FILE"`, "nothing"],
  [`git commit -t fix`, "nothing"],
  [`git commit --author "wip <w@x>" -m "Add the parser"`, "nothing"],
  [`git commit --dry-run -m x`, "nothing"],
  [`git commit -h`, "nothing"],
  [`echo "git commit -m wip"`, "nothing"],
  [`git log --grep wip`, "nothing"],
  [`git stash push -m wip`, "nothing"],
  [`git commit-graph write`, "nothing"],
  [`git commit -uno -m "Add the parser"`, "nothing"],
];

for (const [command, level] of MESSAGES) {
  Deno.test(`message: ${command}`, async () => assertEquals(await levelOf(command), level));
}

Deno.test("a message in PowerShell's here-string is read", async () => {
  const say = (message: string) =>
    levelOf("", { tool: "PowerShell", input: { command: `git commit -m @'\n${message}\n'@` } });
  assertEquals(await say("Add the parser"), "nothing");
  assertEquals(await say("wip"), "deny");
});

Deno.test("a line that breaks off is not judged", async () => {
  assertEquals(await levelOf(`git commit -m "$(cat <<'EOF'`), "nothing");
});

Deno.test("in strict every short message is refused, and a type is asked for", async () => {
  const strict = { settings: { profile: "strict" as const } };
  assertEquals(await levelOf("git commit -m msg", strict), "deny");
  assertEquals(await levelOf("git commit -m 'Add the parser'", strict), "advise");
  assertEquals(await levelOf("git commit -m 'feat: add JSON output'", strict), "nothing");
  assertEquals(await levelOf("git commit -m 'feat: JSON output'", strict), "nothing");
  assertEquals(await levelOf("git commit -m 'feat: add it.'", strict), "advise");
  assertEquals(await levelOf("git commit -m 'feature: add it'", strict), "advise");
});

Deno.test("a type is asked for where the project keeps to conventional commits", () =>
  withScratch(async (root) => {
    const command = "git commit -m 'Add the parser'";
    assertEquals(await levelOf(command, { root }), "nothing");
    Deno.writeTextFileSync(`${root}/commitlint.config.js`, "");
    assertEquals(await levelOf(command, { root }), "advise");
  }));

Deno.test("a message in a file is read", () =>
  withScratch(async (root) => {
    Deno.writeTextFileSync(`${root}/m.txt`, "wip\n");
    assertEquals(await levelOf("git commit -F m.txt", { root }), "deny");
  }));

/** A repository with one commit; `git` runs in it. */
async function repository(folder: string): Promise<(...args: string[]) => Promise<void>> {
  const git = async (...args: string[]) => {
    const { success, stderr } = await new Deno.Command("git", {
      args: ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main", ...args],
      cwd: folder,
      env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  await git("init", "-q");
  Deno.writeTextFileSync(`${folder}/a.js`, "const a = 1;\n");
  Deno.writeTextFileSync(`${folder}/old.js`, "debugger;\n");
  await git("add", ".");
  await git("commit", "-q", "-m", "start");
  return git;
}

async function findingIn(folder: string, command: string, runGit = true) {
  return await judged(GUARD, {
    ...bash(command),
    root: folder,
    env: { PATH: Deno.env.get("PATH") ?? "" },
    settings: { runGit, profile: "standard" },
  });
}

const MESSAGE = "-m 'feat: add it'";
type Setup = (
  git: (...args: string[]) => Promise<void>,
  put: (path: string, text: string) => void,
) => Promise<void>;

const staged: Setup = async (git, put) => {
  put("a.js", "const a = 1;\n\n  debugger;\n");
  await git("add", "a.js");
};
// deno-lint-ignore require-await
const unstaged: Setup = async (_git, put) => put("a.js", "const a = 1;\ndebugger;\n");
// deno-lint-ignore require-await
const untracked: Setup = async (_git, put) => put("sub/new.py", "import pdb\npdb.set_trace()\n");

const SNAPSHOTS: readonly [name: string, setup: Setup, command: string, where: string | undefined][] = [
  ["staged", staged, `git commit ${MESSAGE}`, "a.js:3"],
  ["staged, amended", staged, "git commit --amend --no-edit", "a.js:3"],
  ["a message that speaks of --amend", staged, "git commit -m 'fix: --amend docs'", "a.js:3"],
  ["nothing staged", async () => {}, `git commit ${MESSAGE}`, undefined],
  ["only in the working tree", unstaged, `git commit ${MESSAGE}`, undefined],
  ["-a takes the working tree", unstaged, "git commit -am 'feat: add it'", "a.js:2"],
  ["--all too", unstaged, `git commit --all ${MESSAGE}`, "a.js:2"],
  ["-a does not take new files", untracked, `git commit -a ${MESSAGE}`, undefined],
  ["a path takes that file", unstaged, `git commit ${MESSAGE} a.js`, "a.js:2"],
  ["a path takes no other", unstaged, `git commit ${MESSAGE} -- old.js`, undefined],
  ["paths leave the index alone", staged, `git commit ${MESSAGE} -- old.js`, undefined],
  ["an add on the same line", unstaged, `git add a.js && git commit ${MESSAGE}`, "a.js:2"],
  ["an add of everything, with new files", untracked, `git add -A && git commit ${MESSAGE}`, "sub/new.py:2"],
  ["an add of a folder", untracked, `git add . && git commit ${MESSAGE}`, "sub/new.py:2"],
  ["an add of another file", untracked, `git add a.js && git commit ${MESSAGE}`, undefined],
  ["an add of known files only", untracked, `git add -u && git commit ${MESSAGE}`, undefined],
  ["-C names the repository", staged, `cd / && git -C {folder} commit ${MESSAGE}`, "a.js:3"],
  ["a choice at a prompt is not judged", unstaged, `git commit -p ${MESSAGE}`, undefined],
  ["another index is not judged", staged, `GIT_INDEX_FILE=/tmp/x git commit ${MESSAGE}`, undefined],
];

for (const [name, setup, command, where] of SNAPSHOTS) {
  Deno.test(`snapshot: ${name}`, () =>
    withScratch(async (folder) => {
      const git = await repository(folder);
      await setup(git, (path, text) => {
        const file = `${folder}/${path}`;
        Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
        Deno.writeTextFileSync(file, text);
      });
      const finding = await findingIn(folder, command.replace("{folder}", folder));
      assertEquals(finding?.values["where"], where);
      if (where !== undefined) assertEquals(finding?.atMost, undefined);
    }));
}

Deno.test("snapshot: nothing is looked at where git may not be run", () =>
  withScratch(async (folder) => {
    const git = await repository(folder);
    await staged(git, (path, text) => Deno.writeTextFileSync(`${folder}/${path}`, text));
    assertEquals(await findingIn(folder, `git commit ${MESSAGE}`, false), undefined);
  }));

Deno.test("snapshot: the first commit of a repository", () =>
  withScratch(async (folder) => {
    const run = async (...args: string[]) => {
      await new Deno.Command("git", { args, cwd: folder }).output();
    };
    await run("init", "-q");
    Deno.writeTextFileSync(`${folder}/a.py`, "breakpoint()\n");
    await run("add", "a.py");
    assertEquals((await findingIn(folder, `git commit ${MESSAGE}`))?.values["where"], "a.py:1");
  }));

Deno.test("snapshot: a secret is refused and never shown", () =>
  withScratch(async (folder) => {
    const git = await repository(folder);
    const token = `ghp_${"A1b2".repeat(9)}`;
    Deno.writeTextFileSync(`${folder}/a.js`, `const k="${token}"\n`);
    await git("add", "a.js");
    const finding = await findingIn(folder, `git commit ${MESSAGE}`);
    assertEquals(finding?.atMost, undefined);
    assertStringIncludes(String(finding?.values["found"]), "secret");
    assert(!JSON.stringify(finding).includes(token));
  }));

Deno.test("snapshot: what a repository's configuration names is not run", () =>
  withScratch(async (folder) => {
    const git = await repository(folder);
    const trap = `touch ${folder}/ran; cat`;
    for (
      const [key, value] of [
        ["filter.x.clean", trap],
        ["filter.x.process", trap],
        ["filter.x.required", "true"],
        ["core.fsmonitor", trap],
        ["diff.external", trap],
        ["diff.y.textconv", trap],
        ["core.pager", trap],
        ["core.hooksPath", `${folder}/hooks`],
      ]
    ) await git("config", key!, value!);
    Deno.mkdirSync(`${folder}/hooks`);
    Deno.writeTextFileSync(`${folder}/.gitattributes`, "*.js filter=x diff=y\n");
    Deno.writeTextFileSync(`${folder}/a.js`, "debugger;\nconst a = 2;\n");
    const finding = await findingIn(folder, `git add -A && git commit -a ${MESSAGE}`);
    assertEquals(finding?.values["where"], "a.js:1");
    let ran = true;
    try {
      Deno.statSync(`${folder}/ran`);
    } catch {
      ran = false;
    }
    assertEquals(ran, false);
  }));

Deno.test("snapshot: a program named git in the project is not taken", () =>
  withScratch(async (folder) => {
    await repository(folder);
    Deno.writeTextFileSync(`${folder}/git`, `#!/bin/sh\ntouch ${folder}/ran\n`);
    Deno.chmodSync(`${folder}/git`, 0o755);
    await judged(GUARD, {
      ...bash(`git commit ${MESSAGE}`),
      root: folder,
      env: { PATH: `${folder}:.:` },
      settings: { runGit: true },
    });
    assertEquals([...Deno.readDirSync(folder)].some(({ name }) => name === "ran"), false);
  }));

const LEFTOVERS: readonly [path: string, text: string, level: "error" | "hint" | undefined][] = [
  ["a.js", "debugger;", "error"],
  ["a.tsx", "  if (x) { debugger }", "error"],
  ["a.js", "const s = 'debugger;';", undefined],
  ["a.js", "// debugger;", undefined],
  ["a.js", "x.debugger;", undefined],
  ["a.js", "const debuggers = 1;", undefined],
  ["a.ts", "console.log(x);", "hint"],
  ["a.ts", "console.error(x);", undefined],
  ["a.spec.ts", "it.only('x', () => {});", "hint"],
  ["a.py", "breakpoint()", "error"],
  ["a.py", "import pdb; pdb.set_trace()", "error"],
  ["a.py", "ipdb.set_trace()", "error"],
  ["a.py", "print('breakpoint()')", undefined],
  ["a.py", "# breakpoint()", undefined],
  ["a.py", "self.breakpoint(1)", undefined],
  ["a.rb", "binding.pry", "error"],
  ["a.rb", "  byebug", "error"],
  ["a.go", 'fmt.Println("x")', undefined],
  ["a.rs", "let x = dbg!(y);", "error"],
  ["a.rs", "// dbg!(y)", undefined],
  ["a.cs", "Debugger.Break();", "error"],
  ["a.php", "xdebug_break();", "error"],
  ["a.ex", "IEx.pry", "error"],
  ["a.ts", "// TODO: tidy", "hint"],
  ["a.ts", "// TODO(#12): tidy", undefined],
  ["a.ts", "// TODO(ana): tidy", undefined],
  ["a.ts", "// FIXME see https://example.com/1", undefined],
  ["a.ts", "const TODO = 1;", undefined],
  ["a.yml", "<<<<<<< HEAD", "error"],
  ["a.yml", "=======", undefined],
  ["docs/a.md", "debugger; <<<<<<< HEAD", undefined],
  ["node_modules/x/a.js", "debugger;", undefined],
  ["lib.min.js", "debugger;", undefined],
];

for (const [path, text, level] of LEFTOVERS) {
  Deno.test(`left in ${path}: ${text}`, () => {
    assertEquals(findLeftovers([{ path, line: 1, text }], () => {})[0]?.level, level);
  });
}

Deno.test("added lines out of a difference", () => {
  const difference = [
    "diff --git a.js a.js",
    "--- a.js",
    "+++ a.js",
    "@@ -1,0 +2,2 @@",
    "+one",
    "+++ two",
    "@@ -9 +12 @@",
    "-x",
    "+three",
    'diff --git "\\303\\261.js" "\\303\\261.js"',
    "--- /dev/null",
    '+++ "\\303\\261.js"',
    "@@ -0,0 +1 @@",
    "+four",
    "\\ No newline at end of file",
    "",
  ].join("\n");
  assertEquals(addedTexts(difference), [
    { path: "a.js", line: 2, text: "one\n++ two" },
    { path: "a.js", line: 12, text: "three" },
    { path: "\u00f1.js", line: 1, text: "four" },
  ]);
});

Deno.test("a place for secrets tells the line, not the value", () => {
  const found = findSecrets([{ path: "a.env", line: 5, text: `\nTOKEN=ghp_${"A1b2".repeat(9)}` }], () => {});
  assertEquals(found.map(({ line, level }) => [line, level]), [[6, "error"]]);
});
