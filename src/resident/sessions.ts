/**
 * The surroundings of sessions. HTTP brings none, so the command at a session's start and at each prompt hands over
 * its own: what a session was started with (`GARFIO_PROFILE=strict claude`) then counts for all of its events. They are
 * kept in memory only, since an environment holds secrets.
 */
import { isObject, type JsonObject } from "../base/json.ts";

/** Where a session takes place. */
export interface SessionSurroundings {
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What is handed over. */
export interface SessionNote extends SessionSurroundings {
  readonly session: string;
}

const MOST_SESSIONS = 128;
/** In UTF-16 units, names and values together. */
const MOST_OF_ONE = 256 * 1024;
const LONGEST_ID = 512;

/** The id of the session that `payload` belongs to, by the names that harnesses with HTTP hooks give it. */
export function sessionOf(payload: JsonObject | undefined): string | undefined {
  for (const key of ["session_id", "sessionId"]) {
    const value = payload?.[key];
    if (typeof value === "string" && value !== "" && value.length <= LONGEST_ID) return value;
  }
  return undefined;
}

/** `value` as a note; undefined where it is none, or too large to keep. */
export function asSessionNote(value: unknown): SessionNote | undefined {
  if (!isObject(value)) return undefined;
  const { session, variables, cwd } = value;
  if (typeof session !== "string" || session === "" || session.length > LONGEST_ID) return undefined;
  if (typeof cwd !== "string" || !isObject(variables)) return undefined;
  const entries = Object.entries(variables);
  let size = 0;
  for (const [name, text] of entries) {
    if (typeof text !== "string") return undefined;
    size += name.length + text.length;
  }
  return size > MOST_OF_ONE ? undefined : { session, cwd, variables: variables as Record<string, string> };
}

/** The surroundings of the sessions that were last heard of. */
export class Sessions {
  readonly #known = new Map<string, SessionSurroundings>();

  note({ session, variables, cwd }: SessionNote): void {
    this.#known.delete(session);
    this.#known.set(session, { variables, cwd });
    if (this.#known.size > MOST_SESSIONS) this.#known.delete(this.#known.keys().next().value!);
  }

  /** Those of `session`, which thereby is the last heard of. */
  of(session: string | undefined): SessionSurroundings | undefined {
    const found = session === undefined ? undefined : this.#known.get(session);
    if (found !== undefined) this.note({ session: session!, ...found });
    return found;
  }

  /** Those that were last heard of, oldest first, as far as they fit into about `most` UTF-16 units of JSON. */
  notes(most: number): SessionNote[] {
    const notes: SessionNote[] = [];
    let size = 0;
    for (const [session, { variables, cwd }] of [...this.#known].reverse()) {
      const note = { session, variables, cwd };
      size += JSON.stringify(note).length;
      if (size > most) break;
      notes.unshift(note);
    }
    return notes;
  }

  get size(): number {
    return this.#known.size;
  }
}
