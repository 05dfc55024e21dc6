/** The executable, and other copies of it on the machine. */
import { resolveLinks } from "../../base/path.ts";
import { VERSION } from "../../base/version.ts";
import { programsOnPath } from "../../register/found_program.ts";
import { sameFile } from "../../register/program.ts";
import { runProgram } from "../../register/run_program.ts";
import type { Io } from "../io.ts";
import type { Finding } from "./finding.ts";

/** How long another copy may take to say its version, in milliseconds. */
const PATIENCE = 3_000;

/**
 * What there is to say of the program.
 *
 * @param registered the programs that entries start
 */
export async function diagnoseProgram(io: Io, registered: readonly string[]): Promise<Finding[]> {
  const { path, compiled, main } = io.self;
  const self = compiled ? path : main;
  const found: Finding[] = [{ area: "program", level: "ok", text: `Garfio ${VERSION}: ${self}` }];
  const copies = [
    ...new Set([...programsOnPath("garfio", io), ...registered].map((one) => resolveLinks(one, io.os))),
  ]
    .filter((one) => !sameFile(one, path) && !sameFile(one, main));
  for (const copy of copies) {
    const version = await versionOfCopy(copy, io);
    if (version === undefined) continue;
    found.push({
      area: "program",
      level: "note",
      text: version === VERSION
        ? `Another copy of this version: ${copy}`
        : `Another copy, of version ${version}: ${copy}. Entries start the one that they name.`,
    });
  }
  return found;
}

async function versionOfCopy(path: string, io: Io): Promise<string | undefined> {
  try {
    const { code, stdout, timedOut } = await runProgram({
      command: path,
      args: ["--version"],
      cwd: io.cwd,
      environment: io.environment(),
      stdin: "",
      milliseconds: PATIENCE,
    });
    if (timedOut || code !== 0) return undefined;
    return /\d+\.\d+\.\d+\S*/.exec(new TextDecoder().decode(stdout))?.[0];
  } catch {
    return undefined;
  }
}
