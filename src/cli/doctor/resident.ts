/** The resident, where entries call it: does it run, and is it the one that listens. */
import { describeResident, isResidentKnown, residenceHere, residentStatus } from "../resident.ts";
import type { Io } from "../io.ts";
import { type Finding, REPAIR } from "./finding.ts";

/**
 * What there is to say of the resident.
 *
 * @param called whether an entry calls it
 */
export async function diagnoseResident(io: Io, called: boolean): Promise<Finding[]> {
  if (!called && !isResidentKnown(io)) return [];
  const area = "resident";
  const seen = await residentStatus(residenceHere(io));
  const level = called ? "problem" : "note";
  switch (seen.kind) {
    case "resident":
      return [{ area, level: "ok", text: describeResident(seen) }];
    case "absent":
      return called ? [{ area, level, text: "It does not run, and entries call it.", next: REPAIR }] : [];
    case "silent":
      return [{
        area,
        level,
        text: `Whoever listens on port ${seen.port} gives no sign.`,
        next: "garfio serve --replace",
      }];
    case "stranger":
      return [{
        area,
        level,
        text:
          `Port ${seen.port} belongs to another program, which has seen the token and the events that were sent to it. ` +
          "Stop the harness before you mend that.",
        next: REPAIR,
      }];
    case "unsafe":
      return [{ area, level, text: seen.why, next: REPAIR }];
  }
}
