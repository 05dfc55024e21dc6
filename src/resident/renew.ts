import { knock } from "./knock.ts";
import { movePort } from "./port.ts";
import type { Residence } from "./residence.ts";
import { rotateToken } from "./token.ts";

/**
 * Gives `residence` another port and another token: what `repair` does where a stranger was on the port, or others
 * could read the token. One that runs is ended first. Entries still name the old ones: write them anew.
 *
 * @throws Error where no port is free or the files cannot be written
 */
export async function renew(
  residence: Residence,
): Promise<{ readonly port: number; readonly token: string }> {
  try {
    const found = await knock(residence);
    if (found.kind === "resident") await found.stop().finally(found.close);
  } catch {
    // The token cannot be used any more, so nobody can be told; it ends when it is idle.
  }
  return { port: movePort(residence), token: rotateToken(residence) };
}
