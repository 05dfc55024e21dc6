/** One thing that a diagnosis has found. */
export interface Finding {
  /** What it is about: `program`, `configuration`, `state`, or the id of a harness. */
  readonly area: string;
  /** `note`: worth knowing, and nothing that is wrong. */
  readonly level: "ok" | "note" | "problem";
  readonly text: string;
  /** The command that mends it. */
  readonly next?: string;
}

/** The command that mends everything that can be mended. */
export const REPAIR = "garfio repair";
