/** The canonical event of a payload, with the reader of tables at hand. */
import type { JsonObject } from "../../src/base/json.ts";
import type { Contract, ContractEvent } from "../../src/contract/contract.ts";
import type { Event } from "../../src/contract/event.ts";
import { canonicalCall } from "../../src/contract/tool.ts";
import { type Around, translate as translateWith } from "../../src/contract/translate.ts";

export function translate(
  contract: Contract,
  event: ContractEvent,
  raw: JsonObject | undefined,
  around: Around,
): Event {
  return translateWith(contract, event, raw, around, canonicalCall);
}
