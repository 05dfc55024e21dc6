/** What the guard does about losses: by place, by profile, and whatever the spelling. */
import fc from "fast-check";
import type { Profile } from "../../src/policy/action.ts";
import { knownPrograms } from "../../src/effect/commands.ts";
import type { GuardSettings } from "../../src/guard/call.ts";
import { mayDestroy } from "../../src/guard/destructive/marks.ts";
import { ROWS } from "../../src/guard/destructive/table.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, type CallDescription, judged } from "../support/call.ts";

const guard = findGuard("destructive-command")!;

async function verdict(description: CallDescription, profile?: Profile): Promise<string> {
  const settings: Partial<GuardSettings> = profile === undefined ? {} : { profile };
  const finding = await judged(guard, { env: { HOME: "/home/u" }, ...description, settings });
  return finding === undefined ? "nothing" : finding.atMost ?? "deny";
}

const LINES: readonly (readonly [decision: string, command: string])[] = [
  ["deny", "rm -rf /"],
  ["deny", "rm -rf /*"],
  ["deny", "rm -rf ~"],
  ["deny", "rm -rf ~/work"],
  ["deny", "rm -rf /srv/app"],
  ["deny", "rm -rf .."],
  ["deny", "rm -rf ."],
  ["deny", "rm -rf .git"],
  ["deny", "rm ~/.ssh/id_rsa"],
  ["deny", 'rm -rf "$X"/*'],
  ["deny", 'rm -rf "$HOME/$X"'],
  ["ask", 'rm -rf "$X"'],
  ["ask", "cat list | xargs rm -rf"],
  ["ask", "rm ../x"],
  ["nothing", 'rm -rf "${X:?}/y"'],
  ["nothing", 'rm "$f"'],
  ["nothing", 'rm -rf "$TMPDIR/x"'],
  ["nothing", 'rm -rf "/tmp/$X"'],
  ["nothing", "rm a.txt"],
  ["nothing", "rm -rf node_modules"],
  ["nothing", "rmdir /srv/x"],
  ["nothing", "find . -type d -empty -delete"],
  ["ask", "find . -type f -exec rm {} +"],
  ["ask", "find . ! -name keep -delete"],
  ["deny", "find .. -name x -delete"],
  ["deny", "vim -c :!rm\\ -rf\\ / x"],
  ["nothing", "find . -name __pycache__ -exec rm -rf {} +"],
  ["deny", "git reset --hard"],
  ["deny", "git -C sub reset --hard"],
  ["deny", "git checkout -- ."],
  ["deny", "git checkout HEAD -- a"],
  ["deny", "git restore ."],
  ["deny", "git clean -fd"],
  ["deny", "git switch --discard-changes x"],
  ["deny", "git push -f"],
  ["deny", "git push origin +x"],
  ["deny", "git stash clear"],
  ["deny", "git worktree remove --force ../x"],
  ["deny", "git reflog expire --expire=now --all"],
  ["ask", "git branch -D x"],
  ["ask", "git push origin --delete x"],
  ["nothing", "git push --force-with-lease"],
  ["nothing", "git branch -d x"],
  ["nothing", "git reset HEAD a"],
  ["nothing", "git stash"],
  ["nothing", "git checkout -b x"],
  ["nothing", "git clean -n"],
  ["nothing", "git restore --staged ."],
  ["deny", "dd if=/dev/zero of=/dev/sda"],
  ["deny", "mkfs.xfs /dev/sdb1"],
  ["nothing", "mkfs.ext4 disk.img"],
  ["nothing", "fdisk -l"],
  ["deny", "chmod -R 777 /"],
  ["deny", "kill -9 -1"],
  ["deny", "shutdown -h now"],
  ["deny", "psql -c 'drop database shop'"],
  ["ask", "psql -c 'drop table a'"],
  ["nothing", "psql -c 'delete from a where id = 1'"],
  ["ask", "psql -c 'delete from a where 1=1'"],
  ["nothing", "psql -c \"insert into a values ('drop table b')\""],
  ["deny", "redis-cli flushall"],
  ["nothing", "redis-cli set note flushall"],
  ["ask", "rails db:reset"],
  ["nothing", "RAILS_ENV=test rails db:reset"],
  ["deny", "terraform destroy -auto-approve"],
  ["ask", "terraform apply -auto-approve"],
  ["nothing", "terraform plan -destroy"],
  ["ask", "kubectl -n prod delete pod x"],
  ["nothing", "kubectl delete pod x --dry-run=client"],
  ["ask", "aws s3api delete-object --bucket b --key k"],
  ["ask", "gcloud compute instances delete x"],
  ["deny", "gh repo delete x --yes"],
  ["ask", "npm publish"],
  ["nothing", "npm publish --dry-run"],
  ["nothing", "./gradlew publishToMavenLocal"],
  ["ask", "ssh h rm -rf /var/www"],
  ["deny", "ssh h rm -rf /"],
];

for (const [decision, command] of LINES) {
  Deno.test(`${decision}: ${command}`, async () => assertEquals(await verdict(bash(command)), decision));
}

Deno.test("profiles differ where little is lost", async () => {
  assertEquals(await verdict(bash("rm ../x"), "minimal"), "nothing");
  assertEquals(await verdict(bash("npm publish"), "minimal"), "nothing");
  assertEquals(await verdict(bash("rm -rf ~"), "minimal"), "deny");
  assertEquals(await verdict(bash("psql -c 'drop database a'"), "minimal"), "ask");
  assertEquals(await verdict(bash("git tag -d v1"), "standard"), "nothing");
  assertEquals(await verdict(bash("git tag -d v1"), "strict"), "ask");
});

Deno.test("a line that cannot be read is asked about where a word that deletes stands in it", async () => {
  const reading = { text: "x(", language: "posix", commands: [], incomplete: "syntax: x" } as const;
  assertEquals(await verdict({ ...bash("x ("), shell: reading }), "nothing");
  assertEquals(await verdict({ ...bash("x ("), shell: { ...reading, text: "rm -rf (" } }), "ask");
  assertEquals(await verdict({ ...bash("x ("), shell: { ...reading, incomplete: "too deep" } }), "ask");
});

Deno.test("size is no way past", async () => {
  assertEquals(await verdict(bash(`${"true; ".repeat(60_000)}rm -rf /`)), "deny");
  assertEquals(await verdict(bash(`${"$(".repeat(3_000)}rm -rf /`)), "ask");
});

Deno.test("every refusal and question says why and what to do instead", () => {
  for (const { then, why, instead } of ROWS) {
    if (then.every((decision) => decision === "nothing")) continue;
    assert(why !== "" && instead !== "", JSON.stringify(then));
    assert(!/[.!]$/.test(why) && !/[.!]$/.test(instead), `${why} / ${instead}`);
  }
});

Deno.test("the cheap look knows every program and phrase of the tables", () => {
  const { programs, git, phrases } = knownPrograms();
  // They lose something only with a redirect, a quote or a pattern, or only read.
  const harmless = new Set(
    ("rmdir grmdir trash trash-put gio touch gtouch mkdir find gfind fd fdfind sed gsed perl ruby unzip zip 7z 7za rar " +
      "gunzip gzip bunzip2 bzip2 unxz xz zstd unzstd patch scp curl wget wget2 aria2c http https xh prisma rails rake " +
      "alembic flask artisan php sequelize sequelize-cli typeorm knex drizzle-kit flyway liquibase ecto mix python " +
      "python3 django-admin manage.py diesel sqlx dbmate supabase docker podman nerdctl").split(" "),
  );
  for (const program of programs) {
    if (!harmless.has(program)) assert(mayDestroy([program, "x"], `${program} x`), program);
  }
  const forced = new Set([
    "push",
    "branch",
    "tag",
    "switch",
    "submodule",
    "mv",
    "show",
    "diff",
    "blame",
    "cat-file",
  ]);
  for (const command of git) {
    const words = ["git", command, ...(forced.has(command) ? ["--force"] : [])];
    if (!/^(?:show|diff|blame|cat-file|mv)$/.test(command)) {
      assert(mayDestroy(words, words.join(" ")), command);
    }
  }
  for (const phrase of phrases) {
    const words = phrase.split(" ").filter((word) => word !== "**").map((word) =>
      word.split("|")[0]!.replace(/\*$/, "x")
    );
    assert(mayDestroy(words, words.join(" ")), phrase);
  }
});

Deno.test("everyday lines load nothing", () => {
  for (
    const command of [
      "git status",
      "git push",
      "git push -u origin main",
      "git log --oneline",
      "git commit --amend",
      "git add .",
      "git branch",
      "ls -la",
      "npm test",
      "npm install",
      "npm run build",
      "cargo build --release",
      "kubectl get pods",
      "docker ps",
      "aws s3 ls",
      "gh pr list",
      "go test ./...",
      "cat README.md",
    ]
  ) {
    const words = command.split(" ").map((word) => word.slice(word.lastIndexOf("/") + 1));
    assert(!mayDestroy(words, command), command);
  }
});

const WRAPPED = LINES.filter(([, command]) => !command.includes("'")).slice(0, 60);

Deno.test("wrappers that do not change the meaning do not change the verdict", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WRAPPED),
      fc.array(
        fc.constantFrom<(command: string) => string>(
          (command) => `( ${command} )`,
          (command) => `true && ${command}`,
          (command) => `${command}; ls`,
          (command) => `if true; then ${command}; fi`,
          (command) => `{ ${command}; }`,
        ),
        { maxLength: 3 },
      ),
      fc.boolean(),
      async ([decision, command], wrappers, shell) => {
        const inner = wrappers.reduce((text, wrap) => wrap(text), command);
        // In single quotes nothing is changed on the way to the inner shell.
        const whole = shell ? `bash -c '${inner}'` : inner;
        assertEquals(await verdict(bash(whole)), decision, whole);
      },
    ),
    { numRuns: 150 },
  );
  for (const [decision, command] of WRAPPED) {
    if (/[;|&]|^[A-Z_]+=/.test(command)) continue;
    for (const prefix of ["env A=1 ", "sudo ", "nice -n 5 ", "timeout 9 "]) {
      assertEquals(await verdict(bash(prefix + command)), decision, prefix + command);
    }
  }
});

Deno.test("text alarms nobody", async () => {
  for (const [, command] of WRAPPED) {
    assertEquals(await verdict(bash(`echo '${command}'`)), "nothing", command);
    assertEquals(await verdict(bash(`cat > notes.md <<'END'\n${command}\nEND`)), "nothing", command);
    assertEquals(await verdict(bash(`git commit -m '${command}'`)), "nothing", command);
    assertEquals(await verdict(bash(`grep -rn '${command}' docs`)), "nothing", command);
  }
});

const PIECES = [
  ..."rm -rf / ~ .. * $X ${X} ${X:? git push --force +x reset --hard -c ' \" ` $( ) ; | && > >> < <<< { } \\ \n docker run"
    .split(" "),
  "find . -delete",
  "psql -c 'drop table x'",
  "dd of=",
  "xargs",
];

Deno.test("nothing throws", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 80 }),
        fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((list) => list.join(" ")),
      ),
      fc.constantFrom("Bash", "PowerShell"),
      fc.constantFrom("linux" as const, "windows" as const),
      async (command, tool, os) => {
        await verdict({ tool, input: { command }, os, root: os === "windows" ? "C:\\proj" : "/proj" });
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("other systems", async () => {
  const windows = { os: "windows", root: "C:\\Users\\dev\\app", home: "C:\\Users\\dev" } as const;
  const run = (tool: string, command: string) => verdict({ tool, input: { command }, ...windows, env: {} });
  assertEquals(await run("PowerShell", "Remove-Item -Recurse -Force $HOME"), "deny");
  assertEquals(await run("PowerShell", "ri C:\\Users -r -fo"), "deny");
  assertEquals(await run("PowerShell", "rm -r -fo .\\node_modules"), "nothing");
  assertEquals(await run("PowerShell", "Remove-Item C:\\Windows -Recurse -WhatIf"), "nothing");
  assertEquals(await run("PowerShell", "Clear-Disk -Number 0"), "deny");
  assertEquals(await run("PowerShell", "git reset --hard"), "deny");
  assertEquals(await run("Bash", "rm -rf /c/Users/dev"), "deny");
  assertEquals(await run("Bash", "cmd /c 'rd /s /q C:\\'"), "deny");
  const mac = { os: "darwin", root: "/Users/dev/app", home: "/Users/dev" } as const;
  assertEquals(await verdict({ ...bash("rm -rf /users/DEV"), ...mac }), "deny");
  assertEquals(await verdict({ ...bash("diskutil eraseDisk APFS x disk2"), ...mac }), "deny");
});
