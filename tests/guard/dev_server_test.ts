/** Which command lines are moved out of the way, and that the line they are moved to does what it says. */
import { inTmux, inWindow, plainTmux, sessionName } from "../../src/guard/dev_server/forms.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { bash, judged } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";

const GUARD = findGuard("dev-server")!;

const SERVERS = [
  "npm start",
  "npm run 'dev'",
  "npm -w web run dev",
  "npm run dev -w web",
  "npm run \\\n dev",
  "pnpm -r dev",
  "pnpm -C web run dev",
  "yarn workspace web dev",
  "yarn start:dev",
  "yarn serve",
  "bun run server.ts",
  "deno task dev",
  "deno serve main.ts",
  "npx turbo run dev",
  "npx vite",
  "npm exec vite",
  "vite preview",
  "next dev",
  "ng serve --open",
  "node src/server.js",
  "python3 -m http.server 8000",
  "python -m flask run",
  "python manage.py runserver",
  "uvicorn app:app --reload",
  "php -S localhost:8000",
  "php artisan serve",
  "bin/rails server",
  "hugo server",
  "npx --yes http-server -p 8080",
  "npm install && npm run dev",
  "(cd web && npm run dev)",
  "bash -c 'npm run dev'",
  "if true; then npm run dev; fi",
  "npm run dev | tee out.log",
  "sudo -E npm run dev",
];
const NO_SERVERS = [
  "npm run develop",
  "npm run predev",
  "npm run dev:build",
  "npm run dev --help",
  "npm dev",
  "npm stop",
  "vite build",
  "next build",
  "flask routes",
  "hugo",
  "node app.js",
  "gunicorn -D app:app",
  "ls > /dev/null",
  "npm run dev 2>&1 & sleep 3 && curl localhost",
  "timeout 10s npm run dev || true",
  "screen -dmS x npm run dev",
  "setsid npm run dev",
  "docker compose exec web npm run dev",
  "ssh host npm run dev",
  "cat <<'E'\nnpm run dev\nE",
  "tmux ls; npm run dev",
];

async function moves(folder: string, line: string): Promise<boolean> {
  const found = await judged(GUARD, { ...bash(line), env: { PATH: `/nowhere:${folder}` } });
  return found?.rewrite !== undefined;
}

Deno.test("servers are moved, everything else is left alone", () =>
  withScratch(async (folder) => {
    Deno.writeTextFileSync(`${folder}/tmux`, "", { mode: 0o755 });
    for (const line of SERVERS) assert(await moves(folder, line), line);
    for (const line of NO_SERVERS) assert(!await moves(folder, line), line);
  }));

Deno.test("the name of a session is that of the folder", () => {
  const names = { "/home/u/my app;v2": "my_app_v2", "/": "dev", "/home/u/-x": "dev-x", "/a/b.c": "b_c" };
  for (const [folder, name] of Object.entries(names)) assertEquals(sessionName(folder), name);
});

Deno.test("quotes and semicolons of the line survive", () => {
  assertEquals(
    plainTmux("MSG='a b' npm start;", "/proj"),
    "tmux new-session -d -s proj 'MSG='\\''a b'\\'' npm start'",
  );
});

Deno.test("a console window takes only what `cmd` reads alike", () => {
  for (
    const line of [
      "PORT=1 npm start",
      "cd a; npm start",
      "npm start && A=1 x",
      "npm start -- '$X'",
      "echo %X%",
    ]
  ) {
    assertEquals(inWindow(line, "C:\\p", "Bash"), undefined, line);
  }
  assertStringIncludes(
    inWindow("cd web && npm start", "C:\\p", "Bash")!.command,
    'cmd /k "cd web && npm start"',
  );
});

Deno.test("with tmux: started once, found again, beside a session of somebody else, its last words kept", {
  ignore: Deno.build.os === "windows" || !await hasTmux(),
}, () =>
  withScratch(async (folder) => {
    const project = `${folder}/my proj`;
    Deno.mkdirSync(project);
    const env = { TMUX_TMPDIR: folder, TMUX: "", TERM: "xterm" };
    const sh = async (line: string) => {
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", line],
        cwd: project,
        env,
        stderr: "null",
      }).output();
      return new TextDecoder().decode(stdout);
    };
    try {
      const server = inTmux("echo 'is up' in \"$(pwd)\"; exec sleep 60", project);
      await sh("tmux new-session -d -s my_proj 'sleep 60'");
      assert(!(await sh(server.command)).includes("already"), "the first time");
      assertStringIncludes(await sh(server.command), "runs already in the tmux session my_proj");
      assertEquals((await sh("tmux list-windows -t =my_proj -F '#W'")).trim().split("\n").length, 2);
      await until(async () => (await sh(server.read!)).replaceAll("\n", "").includes(`is up in ${project}`));

      const failing = inTmux("echo 'cannot start'; exit 3", project);
      await sh(failing.command);
      await until(async () => (await sh(failing.read!)).includes("cannot start"));
      await until(async () => !(await sh(failing.command)).includes("already"));
      await sh(failing.end!);
      await sh(server.end!);
      assertEquals((await sh("tmux list-windows -t =my_proj -F '#W'")).trim().split("\n").length, 1);
    } finally {
      await sh("tmux kill-server");
    }
  }));

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("it did not happen within five seconds");
}

async function hasTmux(): Promise<boolean> {
  try {
    return (await new Deno.Command("tmux", { args: ["-V"], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}
