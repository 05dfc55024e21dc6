/** Leaves a line in the audit log for what somebody may want to find later. It never has anything to say. */
import { secretFile } from "../secret/files.ts";
import { fingerprint } from "../state/key.ts";
import type { Operation } from "../state/operation.ts";
import type { Verb } from "../effect/effect.ts";
import type { Call } from "./call.ts";

/** What is recorded wherever it happens. */
const GRAVE: readonly Verb[] = [
  "discard",
  "rewrite-remote",
  "destroy-device",
  "drop-data",
  "destroy-resource",
  "publish",
  "run-unseen",
];
/** What is recorded with everything below it. */
const GRAVE_IF_RECURSIVE: readonly Verb[] = ["delete", "permissions"];
/** What changes a file. */
const CHANGES: readonly Verb[] = ["write", "overwrite", "delete", "move"];
/** Programs that run another with more rights. */
export const ELEVATORS = ["sudo", "doas", "pkexec", "su", "runas", "gsudo", "run0"];
/** One event leaves no more lines than this. */
const MOST = 5;

/** Records what the call would do, as far as it is significant. */
export async function keepOperations(call: Call): Promise<undefined> {
  const { keep } = call;
  if (keep === undefined) return;
  const seen = new Set<string>();
  for (const operation of await operationsOf(call)) {
    const key = `${operation.operation} ${operation.what} ${operation.path}`;
    if (seen.has(key) || seen.size >= MOST) continue;
    seen.add(key);
    await keep(operation);
  }
}

/** The significant operations of a call, in order. */
export async function operationsOf(call: Call): Promise<Operation[]> {
  const { command, event } = call;
  // The command line itself may hold anything, so it is only known again, never read again.
  const common = {
    tool: event.toolName,
    ...(command === undefined ? {} : { fingerprint: fingerprint(command).slice(0, 12) }),
  };
  const found: Operation[] = [];
  for (const effect of (await call.effects()).list) {
    const { verb, what, target } = effect;
    const program = command === undefined ? undefined : what.split(" ")[0];
    if (GRAVE.includes(verb) || (effect.recursive && GRAVE_IF_RECURSIVE.includes(verb))) {
      found.push({ ...common, operation: verb, what, program, path: target?.path });
    }
    const path = target?.path ?? (command === undefined ? target?.text : undefined);
    if (CHANGES.includes(verb) && path !== undefined && isSensitive(path, call)) {
      found.push({ ...common, operation: "sensitive-file", program, path });
    }
  }
  for (const { absolute } of command === undefined ? call.targets : []) {
    if (isSensitive(absolute, call) && !found.some(({ path }) => path === absolute)) {
      found.push({ ...common, operation: "sensitive-file", path: absolute });
    }
  }
  const elevated = command === undefined
    ? undefined
    : (await call.shell())?.commands.find(({ name, via }) =>
      ELEVATORS.includes(name ?? "") || via.some((word) => ELEVATORS.includes(word.split(" ")[0]!))
    );
  if (elevated !== undefined) found.push({ ...common, operation: "elevated", program: elevated.name });
  return found;
}

/** Whether a file at `path` holds secrets, as far as its name tells. What lies beside secrets is changed every day. */
function isSensitive(path: string, { os }: Call): boolean {
  const known = secretFile(path, os);
  return known !== undefined && known.sure !== "near" && known.kind !== "settings of a coding harness";
}
