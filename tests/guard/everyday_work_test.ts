/** Guards that tell of everyday work: long commands, pushes, pull requests, builds, documents. */
import { findGuard } from "../../src/guard/registry.ts";
import { standingAt } from "../../src/guard/repository.ts";
import type { Finding } from "../../src/guard/finding.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, judged, write } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";

const before = (id: string, line: string, env: Record<string, string> = {}) =>
  judged(findGuard(id)!, { ...bash(line), env });
const after = (id: string, line: string, response: unknown): Promise<Finding | undefined> =>
  judged(findGuard(id)!, { ...bash(line), event: "PostToolUse", response });
const output = (stdout: string, stderr = "") => ({ stdout, stderr, interrupted: false, isImage: false });

Deno.test("tmux-reminder: what takes long, and what does not", async () => {
  const long = [
    "npm install",
    "npm ci",
    "npm t",
    "yarn",
    "yarn add x",
    "bun install",
    "cargo build --release",
    "make",
    "docker build .",
    "docker compose up",
    "python -m pytest",
    "npx vitest",
    "npx playwright test",
    "npm run test:unit",
    "cd web && yarn test",
  ];
  const short = [
    "yarn why x",
    "cargo fmt",
    "make -n all",
    "docker ps",
    "docker compose up -d",
    "npm test &",
    "tmux new -d 'npm test'",
    "git commit -m 'npm test'",
    "npm run lint",
    "npm --version",
  ];
  for (const line of long) assert(await before("tmux-reminder", line) !== undefined, line);
  for (const line of short) assertEquals(await before("tmux-reminder", line), undefined, line);
  assertEquals(await before("tmux-reminder", "make", { TMUX: "/tmp/x,1,0" }), undefined);
});

Deno.test("push-reminder: pushes, not what only sounds like one", async () => {
  for (
    const line of [
      "git push --force-with-lease",
      "(cd x; git push)",
      "git push -u origin HEAD",
      "git push --no-verify",
    ]
  ) {
    assert(await before("push-reminder", line) !== undefined, line);
  }
  for (
    const line of ["git push -n", "git push -fn", "git push --help", "git subtree pull", "echo git push"]
  ) {
    assertEquals(await before("push-reminder", line), undefined, line);
  }
});

Deno.test("a worktree's branch and upstream are read where they lie", () =>
  withScratch((folder) => {
    const main = `${folder}/main`;
    const tree = `${folder}/tree`;
    for (const path of [`${main}/.git/worktrees/tree`, `${main}/.git/refs/heads`, tree]) {
      Deno.mkdirSync(path, { recursive: true });
    }
    const sha = "b".repeat(40);
    Deno.writeTextFileSync(`${tree}/.git`, `gitdir: ${main}/.git/worktrees/tree\n`);
    Deno.writeTextFileSync(`${main}/.git/worktrees/tree/commondir`, "../..\n");
    Deno.writeTextFileSync(`${main}/.git/worktrees/tree/HEAD`, "ref: refs/heads/topic\n");
    Deno.writeTextFileSync(
      `${main}/.git/config`,
      '[branch "main"]\n\tremote = x\n\tmerge = refs/heads/main\n[branch "topic"]\n\tremote = fork\n\tmerge = refs/heads/t\n',
    );
    Deno.writeTextFileSync(
      `${main}/.git/packed-refs`,
      `${sha} refs/heads/topic\n${"c".repeat(40)} refs/remotes/fork/t\n`,
    );
    assertEquals(standingAt(tree, "linux"), { branch: "topic", upstream: "fork/t", level: false });
    Deno.writeTextFileSync(
      `${main}/.git/packed-refs`,
      `${sha} refs/heads/topic\n${sha} refs/remotes/fork/t\n`,
    );
    assertEquals(standingAt(tree, "linux")?.level, true);
  }));

Deno.test("push-reminder: counts commits and files where git may be run", () =>
  withScratch(async (folder) => {
    const git = (...args: string[]) =>
      new Deno.Command("git", {
        args: ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args],
        cwd: folder,
        stdout: "null",
        stderr: "null",
      }).outputSync();
    git("init", "-q", "-b", "main", ".");
    Deno.writeTextFileSync(`${folder}/a`, "1");
    git("add", "a");
    git("commit", "-qm", "a");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    git("config", "remote.origin.url", "https://example.com/x");
    git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
    git("config", "branch.main.remote", "origin");
    git("config", "branch.main.merge", "refs/heads/main");
    for (const name of ["b", "c"]) {
      Deno.writeTextFileSync(`${folder}/${name}`, "1");
      git("add", name);
      git("commit", "-qm", name);
    }
    const env = { PATH: Deno.env.get("PATH")!, HOME: folder };
    const settings = { runGit: true };
    // `root` is where no program is taken from.
    const found = await judged(findGuard("push-reminder")!, {
      ...bash("git push"),
      root: folder,
      env,
      settings,
    });
    assertEquals(found?.values, {
      branch: "main",
      upstream: "origin/main",
      level: undefined,
      ahead: 2,
      files: "b, c",
      more: undefined,
    });
    const quiet = await judged(findGuard("push-reminder")!, { ...bash("git push"), root: folder, env });
    assertEquals(quiet?.values["ahead"], undefined);
  }));

Deno.test("pr-created: the forms in which harnesses give output", async () => {
  const url = "https://github.com/o/r/pull/12";
  const forms: unknown[] = [
    output(url),
    { output: url, success: true, error: null },
    { llmContent: `Command: gh pr create\nOutput: ${url}\nExit Code: 0`, returnDisplay: url },
    { content: [{ type: "text", text: url }] },
    [{ type: "text", text: url }],
    { result: [url] },
    `Output:\n${url}\n\nExit Code: 0`,
    JSON.stringify({ exitCode: 0, stdout: url }),
  ];
  for (const form of forms) {
    assertEquals(
      (await after("pr-created", "gh pr create --fill", form))?.values["url"],
      url,
      JSON.stringify(form),
    );
  }
  for (const form of [undefined, null, {}, 7, [], output(""), output("https://github.com/o/r/pull/new/f")]) {
    assertEquals(await after("pr-created", "gh pr create --fill", form), undefined, JSON.stringify(form));
  }
});

Deno.test("pr-created: only a command that makes one", async () => {
  const out = output("https://github.com/o/r/pull/12");
  const made = [
    "gh pr new --fill",
    "gh --repo o/r pr create",
    "gh pr create -t x -b -w",
    "gh pr create --title 'a --web b'",
    "gh pr create --web=false",
    "timeout 30 gh pr create",
    "/usr/bin/gh pr create",
    "sh -c 'gh pr create'",
    "URL=$(gh pr create --fill) && echo $URL",
    "gh pr create -F - <<'E'\nhi\nE",
  ];
  const not = [
    "gh pr create --web",
    "gh pr create -w",
    "gh pr create --dry-run",
    "gh repo create x; gh pr list",
    "gh api repos/o/r/pulls -f title=create",
    "alias x='gh pr create'",
  ];
  for (const line of made) assert(await after("pr-created", line, out) !== undefined, line);
  for (const line of not) assertEquals(await after("pr-created", line, out), undefined, line);
});

Deno.test("pr-created: the request that was made, not one that is mentioned", async () => {
  const text = "see https://github.com/a/b/pull/1 first\nhttps://github.com/o/r/pull/2\n";
  const found = await after("pr-created", "gh pr create", output(text));
  assertEquals(found?.values["number"], "2");
  const merge = await after(
    "pr-created",
    "glab mr create",
    output("https://gitlab.com/g/s/r/-/merge_requests/4"),
  );
  assertEquals([merge?.values["repo"], merge?.values["review"]], ["g/s/r", "glab mr diff 4 --repo g/s/r"]);
  const own = await after("pr-created", "gh pr create", output("https://git.example.com/o/r/pull/3"));
  assertEquals(own?.values["open"], "gh pr view 3 --repo git.example.com/o/r --web");
});

Deno.test("build-summary: the tools' own forms", async () => {
  const values = async (line: string, text: string, errors = "") =>
    (await after("build-summary", line, output(text, errors)))?.values;
  const vite = await values(
    "npx vite build",
    "\u001b[2mdist/\u001b[22mindex.html   0.46 kB │ gzip: 0.30 kB\ndist/assets/index-f40.js  143.42 kB │ gzip: 46.11 kB\n✓ built in 1.2s",
  );
  assertEquals(vite?.["sizes"], "dist/assets/index-f40.js 143.42 kB; dist/index.html 0.46 kB");
  const next = await values(
    "next build",
    "├ ○ /about    145 B     87.2 kB\n  ├ chunks/117-0f.js     31.7 kB",
  );
  assertEquals(next?.["sizes"], "chunks/117-0f.js 31.7 kB; /about 145 B");
  const webpack = await values(
    "npx webpack",
    "asset main.js 1.2 MiB [emitted]\nwebpack 5 compiled with 2 warnings in 3 ms",
  );
  assertEquals([webpack?.["sizes"], webpack?.["warnings"]], ["main.js 1.2 MiB", 2]);
  const cargo = await values(
    "cargo build",
    "",
    "warning: unused variable: `x`\nwarning: `p` generated 1 warning",
  );
  assertEquals([cargo?.["warnings"], cargo?.["first"]], [1, "warning: unused variable: `x`"]);
  assertEquals(await values("dotnet build", "    0 Warning(s)\n    0 Error(s)"), undefined);
  assertEquals(await values("npm run build-docs", "a.js 1 kB"), undefined);
});

Deno.test("doc-file: notes anywhere, reports at the top, documents where they are at home", async () => {
  const judge = (path: string, os?: "windows") =>
    judged(findGuard("doc-file")!, {
      ...write(path, "x"),
      root: os === undefined ? "/proj" : "C:\\proj",
      ...(os && { os }),
    });
  for (
    const path of [
      "NOTES.md",
      "/proj/api/TEMP.txt",
      "/proj/BUG-FIX-REPORT.md",
      "/proj/STATUS.md",
      "/proj/NOTES.MD",
    ]
  ) {
    assertEquals((await judge(path))?.atMost, "advise", path);
  }
  const fine = [
    "/proj/src/BUG_FIX_REPORT.md",
    "/proj/Docs/NOTES.md",
    "/proj/a/.history/TODO.txt",
    "/proj/TODO",
    "/proj/ARCHITECTURE.md",
    "/proj/Summary.md",
    "/proj/robots.txt",
    "/elsewhere/NOTES.md",
  ];
  for (const path of fine) assertEquals(await judge(path), undefined, path);
  assert(await judge("src\\NOTES.md", "windows") !== undefined);
  assertEquals(await judge("C:\\proj\\docs\\NOTES.md", "windows"), undefined);
});
