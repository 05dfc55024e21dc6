/** One harness explained: its events with what they carry, its tools, its files. */
import type { Contract } from "../../contract/contract.ts";
import type { Registration } from "../../register/registration.ts";
import { ABILITIES, abilitiesOf } from "./abilities.ts";

/** The explanation as text for a terminal. */
export function showText(contract: Contract, registration: Registration | undefined): string {
  const lines = [
    `${contract.title} (${[contract.id, ...contract.aliases].join(", ")})`,
    ...(contract.unknown === undefined ? [] : [`Experimental: ${contract.unknown}`]),
    `Longest text: ${contract.limit} characters`,
    "",
    "Events",
  ];
  const width = Math.max(...Object.keys(contract.events).map((name) => name.length));
  for (const [name, { canonical, channels, contextLater }] of Object.entries(contract.events)) {
    const carried = Object.keys(channels);
    const what = carried.length === 0 ? "nothing is read" : carried.join(", ");
    const later = contextLater === true ? "; context is told with a later event" : "";
    lines.push(`  ${name.padEnd(width)}  ${name === canonical ? "" : `= ${canonical}: `}${what}${later}`);
  }
  lines.push("", "What it can carry");
  const found = abilitiesOf(contract, registration);
  const wide = Math.max(...ABILITIES.map(({ title }) => title.length));
  for (const { id, title } of ABILITIES) lines.push(`  ${title.padEnd(wide)}  ${found[id]}`);
  if (registration !== undefined) {
    lines.push("", "Files");
    for (const [scope, { paths, committed }] of Object.entries(registration.surfaces)) {
      const usual = scope === registration.defaultScope ? ", the usual one" : "";
      lines.push(
        `  ${scope}: ${paths.join(" or ")}${committed ? " (a repository may hold it)" : ""}${usual}`,
      );
    }
    for (const { step } of registration.consent ?? []) lines.push("", step);
    for (const gap of registration.gaps ?? []) lines.push("", gap);
  }
  return `${lines.join("\n")}\n`;
}
