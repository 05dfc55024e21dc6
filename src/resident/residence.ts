/** Where the resident of one configuration keeps what it needs, and how it is told from that of another one. */
import { environmentOf } from "../base/environment.ts";
import { configFolder, stateFolder, type Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";
import { stateDirectory } from "../state/directory.ts";
import { fingerprint } from "../state/key.ts";
import { steadyEnvironment } from "./steady_environment.ts";

/** One resident's place: there is one for each pair of configuration and state folder. */
export interface Residence {
  /** 16 hexadecimal digits that stand for both folders; part of every address. */
  readonly configuration: string;
  /** The variables that it lives with. */
  readonly variables: Readonly<Record<string, string>>;
  readonly place: Surroundings;
  /** The file with its port, in the folder of the configuration. */
  readonly portFile: string;
  /** The file with its token, in the folder of state: people keep their configuration in repositories. */
  readonly tokenFile: string;
  /** The file that the one that runs holds locked. */
  readonly lockFile: string;
}

/**
 * The place that `variables` lead to; both folders are made where they are missing.
 *
 * @throws Error where there is no home folder, or a folder cannot be had for its owner only
 */
export function residenceOf(variables: Readonly<Record<string, string>>, os: Os): Residence {
  const steady = steadyEnvironment(variables);
  const place: Surroundings = { env: environmentOf(steady), os };
  const config = configFolder(place);
  const state = stateFolder(place);
  if (config === undefined || state === undefined) {
    throw new Error("no home folder is known, so there is no place for a resident");
  }
  const configuration = fingerprint(`${config}\n${state}`);
  ensurePrivateFolder(config, os, true);
  const ports = join(config, "resident", os);
  ensurePrivateFolder(ports, os, false);
  const folder = stateDirectory(place, "resident");
  return {
    configuration,
    variables: steady,
    place,
    portFile: join(ports, `${configuration}.json`, os),
    tokenFile: join(folder, `${configuration}.token`, os),
    lockFile: join(folder, `${configuration}.lock`, os),
  };
}
