/** Events that the resident has answered by a process of their own, since all others would wait for them. */
import { isObject, type JsonObject } from "../base/json.ts";

/** Reading a larger payload would keep others waiting, in bytes. */
export const LARGEST_AT_HOME = 1024 * 1024;

/**
 * Looking through a command takes up to 3 ms per KB, through the content of a file 0.1. So a command of this length, in
 * UTF-16 units, takes longer than it takes to start a process for it; hardly any is a tenth as long.
 */
const LONGEST_COMMAND_AT_HOME = 32 * 1024;

/** Whether a tool is asked to run a command that takes long to look through. `size` is that of the payload in bytes. */
export function isLaborious(payload: JsonObject | undefined, size: number): boolean {
  if (payload === undefined || size <= LONGEST_COMMAND_AT_HOME) return false;
  return Object.values(payload).some((value) => {
    const command = isObject(value) ? value["command"] : undefined;
    return typeof command === "string" && command.length > LONGEST_COMMAND_AT_HOME;
  });
}

/**
 * The id as a key of the payload itself. Nothing but plain values may stand before it: a key of that name within the
 * input of a tool is the model's, who must not choose whose surroundings count.
 */
const SESSION =
  /^\s*\{(?:\s*"(?!session_id"|sessionId")\w+"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,)*\s*"(?:session_id|sessionId)"\s*:\s*"([^"\\]{1,512})"/;
/** Where harnesses write the id of the session: among the first keys. */
const BEGINNING = 16 * 1024;

/** The id of the session in the beginning of a payload that is too large to be read whole. */
export function sessionIn(body: Uint8Array): string | undefined {
  return SESSION.exec(new TextDecoder().decode(body.subarray(0, BEGINNING)))?.[1];
}
