/** A release with a stand-in for the executable, served on loopback as GitHub serves releases. */
import { archiveName, CHECKSUMS, executableName } from "../../src/cli/upgrade/source.ts";
import { sha256 } from "../../src/base/digest.ts";
import { checksums } from "../../scripts/release/checksums.ts";
import { makeArchive, type Making } from "../../scripts/release/contents.ts";

/** The target of this machine. */
export const TARGET = Deno.build.target;

/** What archives of tests are made from. */
export const MAKING: Making = {
  version: "9.8.7",
  time: 1_700_000_000,
  licence: "A licence.\n",
  thirdParty: "Licences of others.\n",
  level: 1,
};

/** A program that says it is garfio of `version`, and answers a hook by naming its event. */
export function standIn(version: string, more = ""): Uint8Array {
  return new TextEncoder().encode(
    `#!/bin/sh\n${more}\nif [ "$1" = --version ]; then echo "garfio ${version} stand-in"; else echo "$*"; fi\n`,
  );
}

/** A served release. */
export interface Served {
  /** What to pass as the base address. */
  readonly base: string;
  readonly archive: string;
  /** Every path that was asked for. */
  readonly asked: readonly string[];
  /** Replaces a file. */
  readonly put: (name: string, data: Uint8Array | string) => void;
  readonly get: (name: string) => Uint8Array;
  /** Makes the sums anew, for the archive as it is now. */
  readonly sum: () => Promise<void>;
}

/** Runs `body` with a served release of `version` for this machine. */
export async function withRelease(
  body: (served: Served) => Promise<void>,
  version = MAKING.version,
  program: Uint8Array = standIn(version),
): Promise<void> {
  const { name, bytes } = makeArchive(TARGET, program, { ...MAKING, version });
  const files = new Map<string, Uint8Array>([[name, bytes]]);
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const path = new URL(request.url).pathname;
    asked.push(path);
    const match = /^\/r\/(?:latest\/download|download\/v([^/]+))\/([^/]+)$/.exec(path);
    const file = match !== null && [undefined, version].includes(match[1]) ? files.get(match[2]!) : undefined;
    if (file === undefined) return new Response("no such file", { status: 404 });
    return new Response(new Uint8Array(file));
  });
  const served: Served = {
    base: `http://127.0.0.1:${server.addr.port}/r`,
    archive: archiveName(version, TARGET),
    asked,
    put: (name, data) => files.set(name, typeof data === "string" ? new TextEncoder().encode(data) : data),
    get: (name) => files.get(name)!,
    sum: async () => served.put(CHECKSUMS, checksums(new Map([[name, await sha256(files.get(name)!)]]))),
  };
  await served.sum();
  try {
    await body(served);
  } finally {
    await server.shutdown();
  }
}

/** The name of the executable on this machine. */
export const EXECUTABLE = executableName(TARGET);

/** What a program left behind. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program with exactly these variables. */
export async function runWith(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    clearEnv: true,
    env: { ...env },
    ...(cwd === undefined ? {} : { cwd }),
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Whether a program is on PATH here. */
export function isHere(command: string, args: readonly string[] = ["--version"]): boolean {
  try {
    return new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null", stdin: "null" })
      .outputSync().success;
  } catch {
    return false;
  }
}
