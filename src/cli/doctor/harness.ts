/** One harness: is it here, do our entries stand in its files, do they run, and has it ever called. */
import type { Target } from "../../register/install.ts";
import { targetsInUse } from "../../register/in_use.ts";
import { slotName } from "../../register/entry.ts";
import type { Presence } from "../../register/detect.ts";
import type { Program } from "../../register/program.ts";
import { type Report, verify } from "../../register/verify.ts";
import { lastSeen } from "../../state/seen.ts";
import type { Io } from "../io.ts";
import { type Finding, REPAIR } from "./finding.ts";

/** A surface with entries of ours, looked at. */
export interface Examined {
  readonly target: Target;
  readonly report: Report;
}

/** Looks at every surface of `presence` that holds entries of ours, and runs each entry once. */
export async function examine(
  { harness, registered }: Presence,
  project: string,
  program: Program,
  io: Io,
): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const scope of registered) {
    for (const target of targetsInUse({ harness, scope, project, program, place: io }, io.environment())) {
      const report = await verify(target, { self: io.self, environment: io.environment() });
      examined.push({ target, report });
    }
  }
  return examined;
}

/** What there is to say of a harness that is here. */
export function diagnoseHarness(presence: Presence, examined: readonly Examined[], io: Io): Finding[] {
  const { harness, program, version, folders } = presence;
  const area = harness.id;
  const place = [program, ...folders].filter((one) => one !== undefined).join(", ");
  const found: Finding[] = [{
    area,
    level: "ok",
    text: `${harness.title}${version === undefined ? "" : ` ${version}`}: ${
      place === "" ? "only entries of ours" : place
    }`,
  }];
  found.push(...presence.unreadable.map((text): Finding => ({ area, level: "problem", text })));
  if (examined.length === 0) {
    found.push({
      area,
      level: "note",
      text: "Not registered.",
      next: `garfio install --harness ${harness.id}`,
    });
    return found;
  }
  for (const one of examined) found.push(...ofSurface(area, one));
  const inScopes = [...new Set(examined.map(({ target }) => target.scope))];
  if (inScopes.length > 1) {
    const scopes = inScopes.join(" and ");
    const spare = examined[0]!.target.scope;
    found.push({
      area,
      level: "problem",
      text: `Double registration: entries stand in the scopes ${scopes}, so each hook runs more than once.`,
      next: `garfio uninstall --harness ${harness.id} --scope ${spare}`,
    });
  }
  found.push(activity(area, presence, examined, io));
  return found;
}

function ofSurface(area: string, { target, report }: Examined): Finding[] {
  const wrong = report.entries.filter(({ state }) => state !== "ok");
  const found: Finding[] = wrong.map(({ event, matcher, state, text }) => ({
    area,
    level: state === "not-run" ? "note" : "problem",
    text: `${target.path}: ${slotName({ event, matcher })}: ${state}: ${text}`,
    ...(report.installHelps ? { next: REPAIR } : {}),
  }));
  found.push(...report.problems.map((text): Finding => ({
    area,
    level: "problem",
    text,
    ...(report.installHelps ? { next: REPAIR } : {}),
  })));
  found.push(...report.notes.map((text): Finding => ({ area, level: "note", text })));
  const count = report.entries.length - wrong.length;
  if (count > 0) {
    const text =
      `${target.path}: ${count} of ${report.entries.length} entries are there and answer (scope ${target.scope})`;
    found.push({ area, level: "ok", text });
  }
  return found;
}

/** That an entry was loaded can only be seen by what came of it. */
function activity(area: string, { harness }: Presence, examined: readonly Examined[], io: Io): Finding {
  const last = lastSeen(io, harness.id);
  const written = examined.flatMap(({ target }) => {
    try {
      return [Deno.statSync(target.path).mtime?.getTime() ?? 0];
    } catch {
      return [];
    }
  });
  if (last === undefined) {
    return {
      area,
      level: "note",
      text:
        `No event of ${harness.title} has come yet. A file cannot prove that the client has loaded it: restart the client, ` +
        "let it use a tool, and look again.",
    };
  }
  const text = `Last event: ${last.toISOString()}`;
  return last.getTime() < Math.max(0, ...written)
    ? { area, level: "note", text: `${text}, which is before the file was last written. Restart the client.` }
    : { area, level: "ok", text };
}

/** The programs that the entries of `examined` start. */
export function startedPrograms(examined: readonly Examined[]): string[] {
  return [...new Set(examined.flatMap(({ report }) => report.programs))];
}
