/** Follows a transcript from one event to the next, so that no byte of it is counted twice. */
import { isObject } from "../../base/json.ts";
import { readSnapshot, snapshotFile, writeSnapshot } from "../../state/snapshot.ts";
import type { Moment } from "../moment.ts";
import { readOn } from "./lines.ts";

/** Something that is counted from the lines of a transcript. */
export interface Count<State> {
  /** The folder of its state. */
  readonly handler: string;
  /** Changes when what is kept has another meaning. */
  readonly version: number;
  readonly initial: () => State;
  /** `value` as a state, where it is one. */
  readonly asState: (value: unknown) => State | undefined;
  /** Counts a line into `state`. It must stand any line. */
  readonly add: (state: State, line: string) => void;
}

/** What was counted, and whether that is all there is. */
export interface Counted<State> {
  readonly state: State;
  readonly whole: boolean;
}

/**
 * What the transcript of the session adds up to, with at most about `most` new bytes read; undefined where there is no
 * transcript that can be read. Two processes at once do no harm: what is kept depends on nothing but the transcript.
 */
export function follow<State>(moment: Moment, count: Count<State>, most: number): Counted<State> | undefined {
  const path = moment.event.transcriptPath;
  if (path === undefined || path === "") return undefined;
  try {
    const size = Deno.statSync(path).size;
    const file = keptIn(moment, count.handler);
    const kept = file === undefined ? undefined : readSnapshot(file);
    let from = 0;
    let state = count.initial();
    // Another or a shortened transcript is counted from its beginning.
    if (isObject(kept) && kept["version"] === count.version && kept["path"] === path) {
      const { end } = kept;
      const known = count.asState(kept["state"]);
      if (typeof end === "number" && end >= 0 && end <= size && known !== undefined) {
        from = end;
        state = known;
      }
    }
    const look = readOn(path, from, most, (line) => count.add(state, line));
    if (file !== undefined && look.end > from && !moment.dry) {
      writeSnapshot(file, { version: count.version, path, end: look.end, state });
    }
    return { state, whole: look.whole };
  } catch {
    return undefined;
  }
}

function keptIn({ place, event, now }: Moment, handler: string): string | undefined {
  try {
    return snapshotFile(place, handler, event.sessionId, now);
  } catch {
    // Without a place for state the transcript is counted from its beginning each time.
    return undefined;
  }
}
