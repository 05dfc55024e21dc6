/** Harness × ability as a table: for the terminal, and as the page in `docs/`. */
import type { Contract } from "../../contract/contract.ts";
import type { Registration } from "../../register/registration.ts";
import { ABILITIES, abilitiesOf } from "./abilities.ts";

/** A harness with its registration, if it has one. */
export interface MatrixRow {
  readonly contract: Contract;
  readonly registration: Registration | undefined;
}

/** The table as Markdown, which a terminal shows well too. */
export function matrixText(rows: readonly MatrixRow[]): string {
  const head = ["harness", ...ABILITIES.map(({ title }) => title)];
  const lines = rows.map(({ contract, registration }) => {
    const found = abilitiesOf(contract, registration);
    const name = contract.unknown === undefined ? contract.id : `${contract.id} (experimental)`;
    return [name, ...ABILITIES.map(({ id }) => found[id])];
  });
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]!.length))
  );
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |\n`;
  return row(head) + row(widths.map((width) => "-".repeat(width))) + lines.map(row).join("");
}
