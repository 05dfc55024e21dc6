/**
 * Real clients, a scripted model, our own executable. Each client is installed from the npm registry into a temporary
 * folder, is given a home of its own, in which our `install` registers our executable, and runs one session.
 *
 *     deno task live -- --harness claude-code,codex
 *     deno task live -- --work DIR --write
 *
 * `--work` keeps the clients and what each run left behind; `--write` puts the result into `docs/live.md`;
 * `--executable` names the program (else `GARFIO_EXECUTABLE`, else one is compiled). A version of a client can be asked for
 * behind its id: `codex@0.171.0`. `--transport resident` runs the clients that can call a hook over HTTP, so registered.
 */
import { parseArgs } from "@std/cli/parse_args.js";
import type { JsonObject } from "../../src/base/json.ts";
import { type Contract, loadContract } from "../../src/contract/contract.ts";
import { ARCH, type Client, jsonLines, PLATFORM, type Ran, type Talk, type World } from "./client.ts";
import { claudeCode } from "./clients/claude_code.ts";
import { codex } from "./clients/codex.ts";
import { copilot, copilotBorrows, copilotImports } from "./clients/copilot.ts";
import { geminiCli } from "./clients/gemini_cli.ts";
import { opencode } from "./clients/opencode.ts";
import { qwenCode } from "./clients/qwen_code.ts";
import { RESIDENT } from "./clients/resident.ts";
import { startModel } from "./model.ts";
import { type Result, writeReport } from "./report.ts";
import { CHECKS, furnish, judge, PROMPT, scriptFor } from "./scenario.ts";

const ROOT = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const CLIENTS: readonly Client[] = [
  claudeCode,
  codex,
  qwenCode,
  geminiCli,
  opencode,
  copilot,
  copilotImports,
  copilotBorrows,
  ...RESIDENT,
];
const idOf = ({ id, variant }: Client): string => variant?.id ?? id;
/** A session of ten requests takes seconds; a client that waits for somebody is ended. */
const LONGEST = 240_000;

const options = parseArgs(Deno.args.filter((word) => word !== "--"), {
  string: ["harness", "transport", "work", "executable"],
  boolean: ["write", "help"],
}) as {
  harness?: string;
  transport?: string;
  work?: string;
  executable?: string;
  write: boolean;
  help: boolean;
};

/** Runs a program to its end; `converse` talks to it, and what it says closes its standard input. */
async function run(
  words: readonly string[],
  how: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly milliseconds?: number;
    readonly converse?: (talk: Talk) => Promise<void>;
  },
): Promise<Ran> {
  const child = new Deno.Command(words[0]!, {
    args: words.slice(1),
    cwd: how.cwd,
    env: { ...how.env },
    clearEnv: true,
    stdin: how.converse === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), how.milliseconds ?? LONGEST);
  const [kept, heard] = child.stdout.tee();
  const talking = how.converse === undefined
    ? heard.cancel()
    : converse(child.stdin.getWriter(), heard, how.converse);
  const [stdout, stderr, { code }] = await Promise.all([
    new Response(kept).text(),
    new Response(child.stderr).text(),
    child.status,
    talking,
  ]);
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/** Reads lines of JSON until `talkWith` is at its end. */
async function converse(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  output: ReadableStream<Uint8Array>,
  talkWith: (talk: Talk) => Promise<void>,
): Promise<void> {
  const lines = output.pipeThrough(new TextDecoderStream()).getReader();
  const encoder = new TextEncoder();
  let buffer = "";
  let calls = 0;
  const next = async (): Promise<JsonObject> => {
    for (;;) {
      const end = buffer.indexOf("\n");
      if (end < 0) {
        const { value, done } = await lines.read();
        if (done) throw new Error("The client ended before it had answered.");
        buffer += value;
        continue;
      }
      const [message] = jsonLines(buffer.slice(0, end));
      buffer = buffer.slice(end + 1);
      if (message !== undefined) return message;
    }
  };
  const until: Talk["until"] = async (fits) => {
    for (;;) {
      const message = await next();
      if (fits(message)) return message;
    }
  };
  const send: Talk["send"] = (message) => void writer.write(encoder.encode(`${JSON.stringify(message)}\n`));
  try {
    await talkWith({
      send,
      until,
      ask: async (method, params) => {
        const id = ++calls;
        send({ id, method, params });
        const answer = await until((message) => message["id"] === id && message["method"] === undefined);
        if (answer["error"] !== undefined) throw new Error(`${method}: ${JSON.stringify(answer["error"])}`);
        return (answer["result"] ?? {}) as JsonObject;
      },
    });
  } finally {
    await writer.close();
    await lines.cancel();
  }
}

async function must(words: readonly string[], how: Parameters<typeof run>[1]): Promise<string> {
  const { code, stdout, stderr } = await run(words, how);
  if (code !== 0) throw new Error(`${words.join(" ")} ended with exit code ${code}:\n${stdout}${stderr}`);
  return stdout.trim();
}

/** What a package manager needs of the surroundings: where the registry is, and nothing of the operator's own files. */
function npmEnv(work: string): Record<string, string> {
  const own = [
    "PATH",
    "npm_config_registry",
    "NPM_CONFIG_REGISTRY",
    "HTTPS_PROXY",
    "https_proxy",
    "NODE_EXTRA_CA_CERTS",
  ];
  const env = Object.fromEntries(own.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  return {
    ...env,
    HOME: work,
    npm_config_cache: `${work}/npm-cache`,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

/** Installs `name@version` once below `work`; its `node_modules`. */
async function installed(work: string, name: string, version: string, registry: string): Promise<string> {
  const folder = `${work}/clients/${name.replaceAll("/", "+")}@${version}`;
  const modules = `${folder}/node_modules`;
  if (exists(`${folder}/done`)) return modules;
  Deno.mkdirSync(folder, { recursive: true });
  const env = { ...npmEnv(work), npm_config_registry: registry };
  await must(
    ["npm", "install", "--silent", "--ignore-scripts", "--prefix", folder, `${name}@${version}`],
    { cwd: folder, env, milliseconds: 600_000 },
  );
  Deno.writeTextFileSync(`${folder}/done`, "");
  return modules;
}

/** A Node that is new enough: the machine's, else one from the registry. */
async function nodeFor(work: string, least: number, registry: string): Promise<string> {
  const own = await run(["node", "-p", "process.execPath + ' ' + process.versions.node"], {
    cwd: work,
    env: { PATH: Deno.env.get("PATH") ?? "" },
  }).catch(() => undefined);
  const [path, version] = own?.stdout.trim().split(" ") ?? [];
  if (path !== undefined && Number(version?.split(".")[0]) >= least) return path;
  const name = `node-${PLATFORM === "win32" ? "win" : PLATFORM}-${ARCH}`;
  return `${await installed(work, name, String(least), registry)}/${name}/bin/node`;
}

/** One client, from its installation to what it did. */
async function live(
  client: Client,
  version: string,
  garfio: string,
  work: string,
  registry: string,
): Promise<Result> {
  const modules = await installed(work, client.package, version, registry);
  const program = client.program(modules);
  const node = client.node === undefined ? undefined : await nodeFor(work, client.node, registry);
  const words = node === undefined ? [program] : [node, program];
  const { version: installedVersion } = JSON.parse(
    Deno.readTextFileSync(`${modules}/${client.package}/package.json`),
  );
  const root = `${work}/runs/${idOf(client)}`;
  if (exists(root)) Deno.removeSync(root, { recursive: true });
  const folder = (name: string) => {
    Deno.mkdirSync(`${root}/${name}`, { recursive: true });
    return Deno.realPathSync(`${root}/${name}`);
  };
  const bare = { home: folder("home"), project: folder("project"), bin: folder("bin"), temp: folder("temp") };
  await furnish({ ...bare, port: 0 });
  const script = scriptFor(client, { ...bare, port: 0 });
  const model = startModel(script);
  const world: World = { ...bare, port: model.port };
  try {
    client.prepare?.(world);
    const nodeFolder = node === undefined ? [] : [node.slice(0, node.lastIndexOf("/"))];
    const env = {
      PATH: [world.bin, ...nodeFolder, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      HOME: world.home,
      TMPDIR: world.temp,
      LANG: "C.UTF-8",
      TERM: "dumb",
      SHELL: "/bin/bash",
      NO_COLOR: "1",
    };
    for (const words of client.install ?? [["--harness", client.id]]) {
      await must([garfio, "install", ...words], {
        cwd: world.project,
        env: { ...env, ...client.installEnv },
      });
    }
    const started = performance.now();
    const ran = await run([...words, ...client.args(world, PROMPT)], {
      cwd: world.project,
      env: { ...env, ...client.env(world) },
      ...(client.converse === undefined
        ? {}
        : { converse: (talk: Talk) => client.converse!(talk, world, PROMPT) }),
    });
    const seconds = (performance.now() - started) / 1000;
    // A hook at the end of a session may outlive the client.
    await new Promise((done) => setTimeout(done, 500));
    Deno.writeTextFileSync(
      `${root}/requests.json`,
      JSON.stringify(model.asked.map(({ raw }) => JSON.parse(raw)), null, 1),
    );
    Deno.writeTextFileSync(`${root}/stdout.txt`, ran.stdout);
    Deno.writeTextFileSync(`${root}/stderr.txt`, ran.stderr);
    const contract: Contract = loadContract(ROOT, client.id)!;
    return {
      title: client.variant?.title ?? contract.title,
      version: installedVersion,
      seconds,
      consent: client.consent,
      outcomes: judge(client, contract, world, model.asked, ran),
    };
  } finally {
    await endResident(garfio, world);
    await model.close();
  }
}

/** A resident that the run has left behind. */
async function endResident(garfio: string, { home, project }: World): Promise<void> {
  const env = { HOME: home, PATH: "/usr/bin:/bin" };
  const { stdout } = await run([garfio, "status", "--json"], { cwd: project, env });
  const pid: unknown = jsonLines(stdout.replaceAll("\n", " "))[0]?.["resident"];
  const status = (pid as { status?: { pid?: number } } | undefined)?.status;
  if (status?.pid !== undefined) Deno.kill(status.pid);
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

async function executable(work: string): Promise<string> {
  const given = options.executable ?? Deno.env.get("GARFIO_EXECUTABLE");
  if (given !== undefined) return given;
  await must([Deno.execPath(), "task", "compile", "--output", `${work}/garfio`], {
    cwd: ROOT,
    env: Deno.env.toObject(),
    milliseconds: 600_000,
  });
  return `${work}/garfio`;
}

async function main(): Promise<number> {
  const overHttp = options.transport === "resident";
  const usual = (overHttp ? RESIDENT.map(({ id }) => id) : CLIENTS.map(idOf)).join(",");
  const wanted = (options.harness ?? usual).split(",").map((word) =>
    overHttp ? word.replace(/^[^@]+/, "$&-resident") : word
  );
  const chosen = wanted.map((word) => {
    const [id, version = "latest"] = word.split("@");
    return { client: CLIENTS.find((client) => idOf(client) === id), id, version };
  });
  const unknown = chosen.filter(({ client }) => client === undefined).map(({ id }) => id);
  if (options.help || unknown.length > 0) {
    if (unknown.length > 0) console.error(`There is no live test of ${unknown.join(", ")}.`);
    console.error(
      `deno task live -- [--harness ${
        CLIENTS.map(idOf).join(",")
      }] [--transport resident] [--work DIR] [--write]`,
    );
    return options.help ? 0 : 2;
  }
  const keep = options.work !== undefined;
  if (keep) Deno.mkdirSync(options.work!, { recursive: true });
  const work = keep ? Deno.realPathSync(options.work!) : Deno.makeTempDirSync({ prefix: "garfio-live-" });
  const results: Result[] = [];
  try {
    const garfio = await executable(work);
    const ours = (await must([garfio, "--version"], { cwd: work, env: {} })).split("\n")[0]!;
    const registry = await must(["npm", "config", "get", "registry"], {
      cwd: work,
      env: Deno.env.toObject(),
    });
    // One after the other: a client and its model take a whole machine.
    for (const { client, version } of chosen) {
      const result = await live(client!, version, garfio, work, registry);
      results.push(result);
      console.log(`${result.title} ${result.version} (${result.seconds.toFixed(0)} s)`);
      for (const [id, name] of CHECKS) {
        const { ok, text } = result.outcomes[id];
        console.log(`  ${ok ? "ok  " : "FAIL"} ${name}${text === "yes" ? "" : `: ${text}`}`);
      }
    }
    if (options.write) {
      const report = `${ROOT}/docs/live.md`;
      writeReport(report, results, ours);
      await must([Deno.execPath(), "fmt", "--quiet", report], { cwd: ROOT, env: Deno.env.toObject() });
    }
  } finally {
    if (!keep) Deno.removeSync(work, { recursive: true });
  }
  return results.every(({ outcomes }) => Object.values(outcomes).every(({ ok }) => ok)) ? 0 : 1;
}

Deno.exit(await main());
