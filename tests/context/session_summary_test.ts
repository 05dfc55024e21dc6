/** What a new session is told of the one before it, and of which one. */
import { branchOf, projectKinds } from "../../src/context/session/project.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { asked, called, inSession, type Session } from "../support/session.ts";

const DAY = 24 * 60 * 60 * 1000;
const HISTORY = "what an earlier session in this worktree left behind";

/** An earlier session that has asked `task` in the folder `cwd`; the result is its record. */
async function earlier(
  session: Session,
  task: string,
  cwd = session.project,
  id = "earlier",
): Promise<string> {
  session.says([asked(task), ...called("Edit", { file_path: `${cwd}/a.ts` })]);
  await session.tell(["Stop", "session-record"], { session_id: id, cwd });
  return session.kept("/sessions/").find((file) => file.endsWith(`/${id}.md`))!;
}

const start = (session: Session, env: Record<string, string> = {}, more: Record<string, unknown> = {}) =>
  session.tell(["SessionStart"], { source: "startup", ...more }, { env });

function age(file: string, days: number): void {
  const then = new Date(Date.now() - days * DAY);
  Deno.utimeSync(file, then, then);
}

Deno.test("session summary: the session before in this worktree, marked as history", () =>
  inSession(async (session) => {
    age(await earlier(session, "add login"), 1);
    const { text } = await start(session);
    for (
      const part of [HISTORY, "- add login", `${session.project}/a.ts`, "do not carry any of them out again"]
    ) {
      assertStringIncludes(text, part);
    }
    assert(!text.includes("<!--"), text);
  }));

Deno.test("session summary: from a subfolder and through a link it is the same worktree", () =>
  inSession(async (session) => {
    await earlier(session, "add login");
    Deno.mkdirSync(`${session.project}/src`);
    Deno.symlinkSync(session.project, `${session.home}/link`);
    for (const cwd of [`${session.project}/src`, `${session.home}/link`]) {
      const { text } = await session.tell(["SessionStart"], { source: "startup", cwd });
      assertStringIncludes(text, "- add login");
    }
  }));

Deno.test("session summary: never that of another project or worktree, however its folder is called", () =>
  inSession(async (session) => {
    for (const other of ["other", "proj2", "sub/proj"]) {
      Deno.mkdirSync(`${session.home}/${other}/.git`, { recursive: true });
      await earlier(
        session,
        "their secret plan",
        `${session.home}/${other}`,
        `in-${other.replace("/", "-")}`,
      );
    }
    assert(!(await start(session)).text.includes("their secret plan"));
    // A record that was copied into the folder of another worktree still says where it belongs.
    const mine = await earlier(session, "mine");
    const theirs = session.kept("/sessions/").find((file) => file.endsWith("/in-other.md"))!;
    Deno.copyFileSync(theirs, mine);
    assert(!(await start(session)).text.includes("their secret plan"));
  }));

Deno.test("session summary: the newest counts, and its own record is none", () =>
  inSession(async (session) => {
    age(await earlier(session, "older", session.project, "one"), 2);
    age(await earlier(session, "newer", session.project, "two"), 1);
    await earlier(session, "its own", session.project, "s-1");
    const { text } = await start(session);
    assertStringIncludes(text, "- newer");
    for (const part of ["- older", "- its own"]) assert(!text.includes(part), part);
  }));

Deno.test("session summary: seven days count, eight do not; after thirty the record goes", () =>
  inSession(async (session) => {
    const file = await earlier(session, "add login");
    age(file, 6.9);
    assertStringIncludes((await start(session)).text, "- add login");
    age(file, 8);
    assert(!(await start(session)).text.includes("- add login"));
    assertEquals(session.kept("/sessions/"), [file]);
    age(file, 31);
    await start(session);
    assertEquals(session.kept("/sessions/"), []);
  }));

Deno.test("session summary: records of other projects are pruned too, and the days can be set", () =>
  inSession(async (session) => {
    Deno.mkdirSync(`${session.home}/other/.git`, { recursive: true });
    const file = await earlier(session, "x", `${session.home}/other`, "them");
    age(file, 31);
    await start(session, { ECC_SESSION_RETENTION_DAYS: "60" });
    assertEquals(session.kept("/sessions/"), [file]);
    await start(session, { GARFIO_SESSION_RETENTION_DAYS: "2", ECC_SESSION_RETENTION_DAYS: "60" });
    assertEquals(session.kept("/sessions/"), []);
  }));

Deno.test("session summary: only a session that is new hears it", () =>
  inSession(async (session) => {
    await earlier(session, "add login");
    for (const source of ["resume", "compact", "clear", "fork"]) {
      assert(!(await start(session, {}, { source })).text.includes("- add login"), source);
    }
  }));

Deno.test("session summary: how long it may be, and that it was cut", () =>
  inSession(async (session) => {
    const file = await earlier(session, "add login");
    const notes = Array.from({ length: 400 }, (_, line) => `Note ${line}: ${"word ".repeat(8)}`).join("\n");
    Deno.writeTextFileSync(file, `${Deno.readTextFileSync(file)}\n${notes}\n`);
    const length = async (env: Record<string, string>) => {
      const { text } = await start(session, env);
      assert(text.length <= 10_000, String(text.length));
      const at = text.indexOf("History from Garfio");
      if (at >= 0) assertStringIncludes(text.slice(at), "[Cut here");
      return at < 0 ? 0 : text.length - at;
    };
    assert(await length({}) > 5_000 && await length({}) <= 8_000);
    for (const name of ["GARFIO_SESSION_START_MAX_CHARS", "ECC_SESSION_START_MAX_CHARS"]) {
      const found = await length({ [name]: "1000" });
      assert(found > 700 && found <= 1_000, String(found));
      assertEquals(await length({ [name]: "0" }), 0);
    }
    for (const name of ["GARFIO_SESSION_START_CONTEXT", "ECC_SESSION_START_CONTEXT"]) {
      assertEquals(await length({ [name]: "off" }), 0);
    }
  }));

Deno.test("session summary: in every profile, and by its own switch", () =>
  inSession(async (session) => {
    await earlier(session, "add login");
    for (
      const env of [{ GARFIO_PROFILE: "minimal" }, { ECC_HOOK_PROFILE: "minimal" }, {
        GARFIO_PROFILE: "strict",
      }]
    ) {
      assertStringIncludes((await start(session, env as Record<string, string>)).text, "- add login");
    }
    for (
      const env of [{ GARFIO_DISABLED_GUARDS: "session-summary" }, {
        ECC_DISABLED_HOOKS: " Session:Start , x",
      }]
    ) {
      assert(!(await start(session, env as Record<string, string>)).text.includes("- add login"));
    }
  }));

Deno.test("session summary: signs for a terminal and hidden ones go, the form alone is not told", () =>
  inSession(async (session) => {
    const file = await earlier(session, "add login");
    const text = Deno.readTextFileSync(file);
    Deno.writeTextFileSync(file, text.replace("add login", "\u001b[31mred\u001b[0m \u202efile \u0007bell"));
    const told = (await start(session)).text;
    assertStringIncludes(told, "- red  file  bell");
    for (const sign of ["\u001b", "\u202e", "\u0007"]) assert(!told.includes(sign), "a sign is left");
    Deno.writeTextFileSync(file, text.replace(/\n- Totals[^]*?(?=\n<!-- garfio: end)/, ""));
    assert(!(await start(session)).text.includes(HISTORY));
  }));

Deno.test("session summary: what kind of project it is, its package manager and its branch", () =>
  inSession(async (session) => {
    session.put(
      "package.json",
      '{"dependencies":{"react":"19","next":"15"},"devDependencies":{"typescript":"5"}}',
    );
    session.put("pnpm-lock.yaml", "");
    session.put(".git/HEAD", "ref: refs/heads/feature/login\n");
    assertStringIncludes(
      (await start(session)).text,
      "Project: TypeScript with Next.js. Package manager: pnpm (pnpm-lock.yaml). Branch: feature/login.",
    );
  }));

Deno.test("kinds of project, by their files", () =>
  withScratch((folder) => {
    const kinds = (files: Record<string, string>) => {
      const root = Deno.makeTempDirSync({ dir: folder });
      for (const [name, text] of Object.entries(files)) Deno.writeTextFileSync(`${root}/${name}`, text);
      return projectKinds(root, "linux");
    };
    assertEquals(kinds({}), []);
    assertEquals(kinds({ "package.json": "{ broken" }), ["JavaScript"]);
    assertEquals(kinds({ "deno.json": "{}", "package.json": "{}" }), ["Deno", "JavaScript"]);
    assertEquals(kinds({ "pyproject.toml": '[project]\ndependencies = ["fastapi>=0.1"]' }), [
      "Python with FastAPI",
    ]);
    assertEquals(kinds({ "requirements.txt": "not-django\n" }), ["Python"]);
    assertEquals(kinds({ "go.mod": "", "Shop.sln": "" }), ["Go", ".NET"]);
    assertEquals(kinds({ "Cargo.toml": "" }), ["Rust"]);
  }));

Deno.test("the branch, from git's own files: of a worktree, detached, and of none", () =>
  withScratch((folder) => {
    assertEquals(branchOf(folder, "linux"), undefined);
    Deno.mkdirSync(`${folder}/main/.git/worktrees/w`, { recursive: true });
    Deno.mkdirSync(`${folder}/w`);
    Deno.writeTextFileSync(`${folder}/w/.git`, "gitdir: ../main/.git/worktrees/w\n");
    Deno.writeTextFileSync(`${folder}/main/.git/worktrees/w/HEAD`, "ref: refs/heads/fix\n");
    Deno.writeTextFileSync(`${folder}/main/.git/HEAD`, `${"0123456789".repeat(4)}\n`);
    assertEquals(branchOf(`${folder}/w`, "linux"), "fix");
    assertEquals(branchOf(`${folder}/main`, "linux"), "none, at commit 012345678901");
  }));
