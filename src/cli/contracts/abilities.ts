/** What a harness can carry, and what stands in for what it cannot: read off its table. */
import type { Channel, Contract, ContractEvent } from "../../contract/contract.ts";
import type { Registration } from "../../register/registration.ts";

/** What is told of every harness, with its heading. */
export const ABILITIES = [
  { id: "start", title: "context at start" },
  { id: "prompt", title: "context with prompt" },
  { id: "before", title: "context before tool" },
  { id: "after", title: "context after tool" },
  { id: "refuse", title: "refuse" },
  { id: "ask", title: "ask" },
  { id: "rewrite", title: "rewrite" },
  { id: "hold", title: "hold the turn" },
  { id: "note", title: "note to operator" },
  { id: "exec", title: "exec form" },
  { id: "closed", title: "fail-closed" },
] as const;

/** One of them. */
export type Ability = typeof ABILITIES[number]["id"];

/** For each ability `yes`, `no`, or what stands in for it. */
export function abilitiesOf(
  contract: Contract,
  registration: Registration | undefined,
): Readonly<Record<Ability, string>> {
  const before = eventsOf(contract, "PreToolUse");
  const after = [...eventsOf(contract, "PostToolUse"), ...eventsOf(contract, "PostToolUseFailure")];
  const has = (events: readonly ContractEvent[], channel: Channel): boolean =>
    events.some(({ channels }) => channels[channel] !== undefined);
  const yesNo = (value: boolean): string => value ? "yes" : "no";
  const refuses = has(before, "deny");
  return {
    start: yesNo(has(eventsOf(contract, "SessionStart"), "context")),
    prompt: yesNo(has(eventsOf(contract, "UserPromptSubmit"), "context")),
    before: has(before, "context")
      ? "yes"
      : before.some(({ contextLater }) => contextLater === true)
      ? "after the tool"
      : "no",
    after: yesNo(has(after, "context")),
    refuse: refuses ? "yes" : has(before, "context") ? "told only" : "no",
    ask: has(before, "ask") ? "yes" : askInstead(contract, refuses),
    rewrite: has(before, "rewrite") ? "yes" : "told only",
    hold: yesNo(has(eventsOf(contract, "Stop"), "deny")),
    note: yesNo(Object.values(contract.events).some(({ channels }) => channels.note !== undefined)),
    exec: registration === undefined ? "-" : yesNo(isExec(registration)),
    closed: registration === undefined ? "-" : yesNo(registration.failClosedEntry !== undefined),
  };
}

function eventsOf({ events }: Contract, canonical: string): ContractEvent[] {
  return Object.values(events).filter((event) => event.canonical === canonical);
}

function askInstead({ degrade }: Contract, refuses: boolean): string {
  if (!refuses) return "told only";
  return degrade.ask.protecting === "deny" ? "refused if it protects, else told" : "told only";
}

function isExec({ entry, surfaces }: Registration): boolean {
  return [entry, ...Object.values(surfaces).flatMap((surface) => surface.entry ?? [])]
    .some((template) => JSON.stringify(template).includes('"{arguments}"'));
}
