/**
 * What is not there. Most of the files that an event looks for are on no machine, and asking for a missing one ends in
 * an exception, which costs ten times as much as a look at a file that exists.
 */
import { isAbsent } from "./errors.ts";
import { isSettled, lookOf } from "./look.ts";
import { dirName } from "./path.ts";
import type { Os } from "./platform.ts";

const MOST = 4_096;
/** A folder that was changed so lately, in milliseconds, may change again without looking different. */
const UNSETTLED = 2_000;

/** A folder that is there, how it looked, and that something was missing from it then. */
interface Missing {
  readonly folder: string;
  readonly look: string;
}

/** What was missing, for as long as the folder that it is missing from looks the same. */
export class Absences {
  readonly #missing = new Map<string, Missing>();

  /**
   * @param lasting whether it serves more than one event. For a single one it is not looked a second time.
   * @param now the time in milliseconds since the epoch
   */
  constructor(readonly os: Os, readonly lasting: boolean, readonly now: () => number = Date.now) {}

  /**
   * For one event: tells of an absolute and normalised path whether nothing is there; false also where that cannot be
   * told. A folder is looked at once.
   */
  forEvent(): (path: string) => boolean {
    // A folder of some file systems of Windows does not tell that something was added.
    if (this.lasting && this.os === "windows") return () => false;
    const looks = new Map<string, string>();
    return (path) => this.#of(path, 1, looks) !== undefined;
  }

  /** A parent that is missing is remembered too: several files are looked for in the same folder. */
  #of(path: string, above: number, looks: Map<string, string>): Missing | undefined {
    const known = this.#missing.get(path);
    if (known !== undefined && this.#lookOnce(known.folder, looks) === known.look) return known;
    const folder = dirName(path, this.os);
    const missing = (above > 0 && folder !== path ? this.#of(folder, above - 1, looks) : undefined) ??
      this.#lookFor(path, folder, looks);
    if (missing === undefined || missing.look === "") this.#missing.delete(path);
    else {
      if (this.#missing.size >= MOST) this.#missing.clear();
      this.#missing.set(path, missing);
    }
    return missing;
  }

  #lookFor(path: string, folder: string, looks: Map<string, string>): Missing | undefined {
    // Before the look at the file: what comes between the two makes the folder look different later.
    const look = this.#lookOnce(folder, looks);
    try {
      Deno.lstatSync(path);
      return undefined;
    } catch (error) {
      return isAbsent(error) ? { folder, look } : undefined;
    }
  }

  #lookOnce(folder: string, looks: Map<string, string>): string {
    const known = looks.get(folder);
    if (known !== undefined) return known;
    const look = this.#lookAt(folder);
    looks.set(folder, look);
    return look;
  }

  /** What tells one state of a folder from another; empty where that cannot be told. */
  #lookAt(folder: string): string {
    if (!this.lasting) return "once";
    try {
      const info = Deno.statSync(folder);
      return isSettled(info, this.now(), UNSETTLED) ? lookOf(info) : "";
    } catch {
      return "";
    }
  }
}
