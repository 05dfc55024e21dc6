/** What is printed where nothing is said, known without the payload: hooks are switched off, or reading it failed. */
import type { Environment } from "../base/environment.ts";
import { type Contract, loadContract } from "../contract/contract.ts";
import { readHookArguments } from "./arguments.ts";

/** What tells who listens before anything was read. */
export interface Line {
  /** The words behind `garfio hook`. */
  readonly args: readonly string[];
  readonly assets: string;
  readonly env: Environment;
}

/** Mostly nothing; some harnesses take an empty answer for a fault, and stop the call. */
export function silenceFor({ args, assets, env }: Line): string {
  const read = readHookArguments(args);
  if (typeof read === "string") return "";
  const named = loadContract(assets, read.contract);
  if (named === undefined) return "";
  const isSet = (name: string): boolean => env(name) !== undefined;
  // Only the environment tells here that another harness runs this one's entries.
  const importers = named.importerVariables.some(isSet) ? named.callers ?? [] : [];
  const importer = importers.map(({ id }): Contract | undefined => loadContract(assets, id))
    .find((contract) => contract?.silence !== undefined && contract.cwdVariables.some(isSet));
  return (importer ?? named).silence ?? "";
}
