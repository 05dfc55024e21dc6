/** `garfio contracts`: the harnesses that Garfio speaks with, and what each of them can carry. */
import { type Contract, contractIds, loadContract } from "../contract/contract.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import { ABILITIES, abilitiesOf, type Ability } from "./contracts/abilities.ts";
import { matrixText } from "./contracts/matrix.ts";
import { showText } from "./contracts/show.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, printJson } from "./registration.ts";
import { registrationOf } from "../register/registration.ts";

/** `garfio contracts`. */
export const CONTRACTS: Command = {
  name: "contracts",
  summary: "List the harnesses, explain one, or print what each can carry.",
  usage: "[list|show ID|matrix] [--json]",
  options: [JSON_OPTION],
  operands: 2,
  operandChoices: ["list", "show", "matrix"],
  run: (values, io) => Promise.resolve(run(values, io)),
};

function run(values: Values, io: Io): number {
  const [verb = "list", id] = values.operands;
  const contracts = contractIds(io.assets).flatMap((one) => loadContract(io.assets, one) ?? []);
  if (verb !== "show" && id !== undefined) throw new UsageError(`"${id}" is one argument too many.`);
  switch (verb) {
    case "list":
      return list(contracts, values, io);
    case "matrix":
      if (values.has("json")) printJson(io, { harnesses: contracts.map((one) => abilities(one, io)) });
      else {io.write(
          matrixText(
            contracts.map((one) => ({ contract: one, registration: registrationOf(io.assets, one) })),
          ),
        );}
      return 0;
    case "show":
      return show(id, contracts, values, io);
    default:
      throw new UsageError(`Say what to show: garfio contracts list, show ID or matrix; not "${verb}".`);
  }
}

function list(contracts: readonly Contract[], values: Values, io: Io): number {
  const rows = contracts.map((contract) => ({
    id: contract.id,
    title: contract.title,
    aliases: contract.aliases,
    experimental: contract.unknown !== undefined,
    unknown: contract.unknown,
    scopes: Object.keys(registrationOf(io.assets, contract)?.surfaces ?? {}),
    events: Object.keys(contract.events).length,
  }));
  if (values.has("json")) {
    printJson(io, { contracts: rows });
    return 0;
  }
  const width = Math.max(...rows.map(({ id }) => id.length));
  for (const { id, title, experimental, scopes, events } of rows) {
    const where = scopes.length === 0
      ? "translated only, cannot be registered"
      : `scopes ${scopes.join(", ")}`;
    io.write(
      `${id.padEnd(width)}  ${title}${experimental ? " (experimental)" : ""}: ${events} events, ${where}\n`,
    );
  }
  return 0;
}

function show(id: string | undefined, contracts: readonly Contract[], values: Values, io: Io): number {
  const contract = contracts.find((one) => one.id === id || (id !== undefined && one.aliases.includes(id)));
  if (contract === undefined) {
    const known = contracts.map((one) => one.id).join(", ");
    throw new UsageError(
      id === undefined
        ? `Say which: garfio contracts show ID, one of ${known}.`
        : `"${id}" is none of ${known}.`,
    );
  }
  const registration = registrationOf(io.assets, contract);
  if (values.has("json")) {
    const { registration: _, ...dialect } = contract as Contract & { registration?: unknown };
    printJson(io, { ...dialect, registration, abilities: abilitiesOf(contract, registration) });
  } else io.write(showText(contract, registration));
  return 0;
}

function abilities(contract: Contract, io: Io): Readonly<Record<string, unknown>> {
  const found: Readonly<Record<Ability, string>> = abilitiesOf(contract, registrationOf(io.assets, contract));
  return { id: contract.id, ...Object.fromEntries(ABILITIES.map(({ id }) => [id, found[id]])) };
}
