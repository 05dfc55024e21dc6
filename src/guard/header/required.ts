/** Which header a project asks for. */
import { readSmall } from "../../base/read_small.ts";
import type { Call } from "../call.ts";

/** The header that the project asks for: the declared one, or the one licence that its licence files name. */
export function requiredHeader(call: Call): string | undefined {
  const declared = call.settings.header?.trim();
  if (declared !== undefined && declared !== "") return declared;
  const found = new Set<string>();
  try {
    const folder = `${call.root()}/LICENSES`;
    if (Deno.lstatSync(folder).isDirectory) {
      for (const entry of Deno.readDirSync(folder)) {
        if (entry.isFile && entry.name.endsWith(".txt")) found.add(entry.name.slice(0, -4));
        if (found.size > 1) return undefined;
      }
    }
  } catch {
    // No such folder.
  }
  // Most projects have no such file, and compiling the pattern costs more than the look for it.
  const reuse = readSmall(`${call.root()}/REUSE.toml`);
  for (
    const match of reuse?.matchAll(
      /^[ \t]{0,8}SPDX-License-Identifier[ \t]{0,8}=[ \t]{0,8}["']([^"'\n]{1,80})["']/gm,
    ) ?? []
  ) {
    found.add(match[1] ?? "");
  }
  const [id] = found;
  return found.size === 1 && id !== undefined && /^[A-Za-z0-9.+-]+$/.test(id)
    ? `SPDX-License-Identifier: ${id}`
    : undefined;
}
