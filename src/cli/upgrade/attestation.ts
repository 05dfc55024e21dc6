/** Whether GitHub vouches for a file: built by the repository's own workflow. */
import { oneLine } from "../../base/text.ts";
import type { Variables } from "./fetch_release.ts";
import { UpgradeFailure } from "./failure.ts";
import { runQuiet } from "./run.ts";
import { REPOSITORY } from "./source.ts";

/** The exit code of `gh` where nobody is logged in. */
const NOT_LOGGED_IN = 4;

/**
 * Asks `gh`, if it is there, about the provenance of `file`.
 *
 * @returns a sentence for the operator
 * @throws UpgradeFailure where it says no
 */
export async function checkAttestation(file: string, environment: Variables): Promise<string> {
  const args = ["attestation", "verify", file, "--repo", REPOSITORY];
  const outcome = await runQuiet("gh", args, environment, 120_000);
  if (outcome === undefined) return "Its provenance was not checked: gh is not here.";
  if (outcome.code === 0) return `Its provenance is attested: built by ${REPOSITORY}.`;
  if (outcome.code === NOT_LOGGED_IN) {
    return "Its provenance was not checked: gh is not logged in (gh auth login).";
  }
  throw new UpgradeFailure(
    "attestation.failed",
    `gh does not confirm where the file comes from: ${oneLine(outcome.stderr, 300)}. Nothing was changed. ` +
      `If gh only cannot reach its service, try again later, or pass --skip-attestation.`,
  );
}
