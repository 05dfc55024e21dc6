/** Tells the model when its session runs out of context, costs much, or spreads over many files. */
import { fingerprint } from "../../state/key.ts";
import { append, peek } from "../../state/journal.ts";
import { sessionJournal } from "../../state/session.ts";
import type { Moment, Speech } from "../moment.ts";
import { lastReading } from "../transcript.ts";
import { windowFor } from "../window.ts";
import { type Level, type Seen, type Topic, watchFold } from "./monitor_fold.ts";
import { pricesFor, totalCost } from "./prices.ts";
import { A_LITTLE, sessionUsage } from "./usage.ts";

/** Percent of the window that are left. */
const LITTLE_LEFT = 35;
const HARDLY_LEFT = 25;
/** US dollars. */
const COSTS: readonly (readonly [above: number, level: Level])[] = [[50, 3], [10, 2], [5, 1]];
/** An older figure may have been overtaken by a compaction. */
const FRESH_FOR = 60_000;

/** How grave it is that `percent` of the window are left. */
export function contextLevel(percent: number): Level {
  if (percent <= HARDLY_LEFT) return 3;
  return percent <= LITTLE_LEFT ? 2 : 0;
}

/** How grave it is that the session has cost `dollars`. */
export function costLevel(dollars: number): Level {
  return COSTS.find(([above]) => dollars > above)?.[1] ?? 0;
}

/** The percentage of the window that is left; undefined where that is not known well enough. */
function percentLeft({ event, policy, now }: Moment): number | undefined {
  if (event.transcriptPath === undefined || event.transcriptPath === "") return undefined;
  const reading = lastReading(event.transcriptPath);
  if (reading === undefined || (reading.at !== undefined && now - reading.at > FRESH_FOR)) return undefined;
  const window = windowFor(reading.tokens, policy.compaction.window);
  return Math.max(0, 100 - reading.tokens / window * 100);
}

function dollars(moment: Moment): number | undefined {
  if (!moment.policy.monitor.cost) return undefined;
  const models = sessionUsage(moment, A_LITTLE)?.state.models;
  return models === undefined ? undefined : totalCost(models, pricesFor(moment.place));
}

/** The context `context-monitor`. */
export function contextMonitor(moment: Moment): Speech | undefined {
  const { event, place, parentPid, now, changes } = moment;
  if (event.payload === undefined || moment.dry) return undefined;
  const files = changes.map(({ absolute }) => fingerprint(absolute));
  const own = event.agentId === undefined;
  // A sub-agent's window is another one, but what it changes is this session's.
  if (!own && files.length === 0) return undefined;
  const left = own ? percentLeft(moment) : undefined;
  const cost = own ? dollars(moment) : undefined;
  const entry: Seen = own
    ? {
      files,
      context: left === undefined ? undefined : contextLevel(left),
      cost: cost === undefined ? undefined : costLevel(cost),
    }
    : { files, silent: true };
  // Most calls bring nothing new, and then nothing is looked at either.
  if (files.length === 0 && !entry.context && !entry.cost) return undefined;
  const journal = sessionJournal(place, "context-monitor", event.sessionId, parentPid, now);
  const { after } = append(journal, entry, watchFold);
  if (after.topics.length === 0) return undefined;
  const about = (topic: Topic, value: string | number | undefined) =>
    after.topics.includes(topic) ? value : undefined;
  return {
    values: {
      left: about("context", left === undefined ? undefined : Math.floor(left)),
      cost: about("cost", cost?.toFixed(2)),
      files: about("files", after.files.length),
    },
    tellOperator: after.level === 3,
  };
}

/** After a compaction the window is free again, and filling it a second time is news. */
export function noteWindowFreed({ place, event, parentPid, now }: Moment): void {
  const journal = sessionJournal(place, "context-monitor", event.sessionId, parentPid, now);
  if (peek(journal, watchFold) !== watchFold.initial) append(journal, { files: [], context: 0 }, watchFold);
}
