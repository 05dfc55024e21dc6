/** The files of a harness as they are used now: by commands, or by calls of the resident. */
import { residenceOf } from "../resident/residence.ts";
import { findEntries } from "./edit.ts";
import { type Target, targetsOf, type Task } from "./install.ts";
import { addressOf, type ResidentAddress } from "./transport.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** Whether an entry of ours in the file of `target` calls the resident. */
export function callsResident(target: Target): boolean {
  try {
    const text = decodeSettings(readSettings(target.path, target.place.os));
    return findEntries(text, target).some(({ ours }) => ours.http !== undefined);
  } catch {
    return false;
  }
}

/**
 * The targets of `task`, with entries that call the resident where those in the file do.
 *
 * @param variables the environment, which says where the resident keeps its port and token
 */
export function targetsInUse(task: Task, variables: Readonly<Record<string, string>>): Target[] {
  const targets = targetsOf(task);
  if (!targets.some(callsResident)) return targets;
  const resident = knownResident(variables, task);
  return resident === undefined ? targets : targetsOf({ ...task, resident });
}

/** The resident of this configuration, where it was ever set up and its token is a secret. */
function knownResident(
  variables: Readonly<Record<string, string>>,
  { place }: Task,
): ResidentAddress | undefined {
  try {
    return addressOf(residenceOf(variables, place.os));
  } catch {
    return undefined;
  }
}
