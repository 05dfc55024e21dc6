/**
 * Garfio beside other guards: every shell case of `tests/cases` and both corpora, judged by each.
 *
 *     deno task compare [--json] [--all] [--topic <part of a topic>]
 *
 * The peers are `cc-safety-net` 2.4.5, with its built-in preset, and, for commands about git's hooks,
 * `block-no-verify` 1.3.0. They are development dependencies of this script alone. A case that needs our configuration,
 * another profile or PowerShell is not put to them; nor is a case that one of our guards must pass and another stops.
 */
import { onGround, shown } from "../tests/corpus/corpus.ts";
import { loadPeers } from "./compare/peers.ts";
import { caseSubjects, corpusSubjects, type Subject } from "./compare/subjects.ts";

/** What was counted for one topic. */
interface Row {
  topic: string;
  cases: number;
  oursWrong: number;
  asked: number;
  agree: number;
  theirsWrong: number;
}

const asJson = Deno.args.includes("--json");
const all = Deno.args.includes("--all");
const wanted = Deno.args.includes("--topic") ? Deno.args[Deno.args.indexOf("--topic") + 1] ?? "" : "";

let subjects: Subject[] = [];
await onGround(async (ground) => {
  const peers = await loadPeers(ground.home);
  subjects = [...await caseSubjects(peers), ...await corpusSubjects(ground, peers)];
});
subjects = subjects.filter(({ topic }) => topic.includes(wanted));

const answerOf = ({ ours }: Subject) => ours === "pass" || ours === "advise" ? "pass" : "stop";
const theirsWrong = (subject: Subject) =>
  subject.safetyNet !== undefined && subject.safetyNet !== subject.expected;

function countRows(): Row[] {
  const rows = new Map<string, Row>();
  for (const subject of subjects) {
    const { topic } = subject;
    const row = rows.get(topic) ?? { topic, cases: 0, oursWrong: 0, asked: 0, agree: 0, theirsWrong: 0 };
    rows.set(topic, row);
    row.cases++;
    if (!subject.oursRight) row.oursWrong++;
    if (subject.safetyNet === undefined) continue;
    row.asked++;
    if (subject.safetyNet === answerOf(subject)) row.agree++;
    if (theirsWrong(subject)) row.theirsWrong++;
  }
  return [...rows.values()];
}

/** What a tool for git's hooks alone makes of the commands about them, and of everyday git. */
function countHooks() {
  const about = subjects.filter(({ topic, blockNoVerify }) =>
    blockNoVerify !== undefined &&
    (/no[-_]verify/.test(topic) || topic === "everyday: git" || topic === "everyday: talk")
  );
  const bypasses = about.filter(({ expected }) => expected === "stop");
  const harmless = about.filter(({ expected }) => expected === "pass");
  return {
    bypasses: bypasses.length,
    harmless: harmless.length,
    ours: {
      caught: bypasses.filter((subject) => answerOf(subject) === "stop").length,
      falseAlarms: harmless.filter((subject) => answerOf(subject) === "stop").length,
    },
    blockNoVerify: {
      caught: bypasses.filter(({ blockNoVerify }) => blockNoVerify === "stop").length,
      falseAlarms: harmless.filter(({ blockNoVerify }) => blockNoVerify === "stop").length,
    },
    safetyNet: {
      caught: bypasses.filter(({ safetyNet }) => safetyNet === "stop").length,
      falseAlarms: harmless.filter(({ safetyNet }) => safetyNet === "stop").length,
    },
  };
}

function printTable(rows: readonly Row[]): void {
  const share = (part: number, whole: number) =>
    whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`.padStart(8);
  const width = Math.max(...rows.map(({ topic }) => topic.length), "topic".length);
  const head = ["cases", "our errors", "asked", "agree", "their errors"];
  const line = (topic: string, cells: readonly (string | number)[]) =>
    `${topic.padEnd(width)}  ${
      cells.map((cell, index) => String(cell).padStart(head[index]!.length)).join("  ")
    }`;
  const cellsOf = (row: Omit<Row, "topic">) => [
    row.cases,
    row.oursWrong,
    row.asked,
    row.agree,
    row.theirsWrong,
  ];
  const sum = (kind: RegExp) => {
    const chosen = rows.filter(({ topic }) => kind.test(topic));
    const add = (key: keyof Omit<Row, "topic">) => chosen.reduce((total, row) => total + row[key], 0);
    return {
      cases: add("cases"),
      oursWrong: add("oursWrong"),
      asked: add("asked"),
      agree: add("agree"),
      theirsWrong: add("theirsWrong"),
    };
  };
  console.log(line("topic", head));
  for (const row of rows) console.log(line(row.topic, cellsOf(row)));
  console.log();
  const groups: [string, RegExp][] = [
    ["all cases", /^(?!everyday:|dangerous:)/],
    ["all everyday", /^everyday:/],
    ["all dangerous", /^dangerous:/],
    ["all", /^/],
  ];
  for (const [name, kind] of groups) {
    const total = sum(kind);
    console.log(
      `${line(name, cellsOf(total))}   right: Garfio ${share(total.cases - total.oursWrong, total.cases)}, ` +
        `cc-safety-net ${share(total.asked - total.theirsWrong, total.asked)}`,
    );
  }
}

function printErrors(title: string, wrong: readonly Subject[], said: (subject: Subject) => string): void {
  console.log(`\n${title}: ${wrong.length}`);
  const perTopic = new Map<string, number>();
  for (const subject of wrong) {
    const count = perTopic.get(subject.topic) ?? 0;
    perTopic.set(subject.topic, count + 1);
    if (count >= 8 && !all) continue;
    const name = subject.name === subject.command ? "" : `${subject.name}: `;
    console.log(
      `  ${subject.topic}  ${subject.expected}, not ${said(subject)}  ${name}${shown(subject.command)}`,
    );
  }
  const left = [...perTopic.values()].reduce((total, count) => total + Math.max(0, count - 8), 0);
  if (left > 0 && !all) console.log(`  and ${left} more: --all`);
}

const rows = countRows();
const hooks = countHooks();
const ourErrors = subjects.filter(({ oursRight }) => !oursRight);
const theirErrors = subjects.filter(theirsWrong);
if (asJson) {
  console.log(JSON.stringify({ peer: "cc-safety-net@2.4.5", rows, hooks, ourErrors, theirErrors }, null, 2));
} else {
  printTable(rows);
  if (hooks.bypasses > 0) {
    console.log(
      `\nWays past git's hooks: ${hooks.bypasses}; harmless commands beside them: ${hooks.harmless}`,
    );
    for (
      const [name, { caught, falseAlarms }] of [
        ["Garfio", hooks.ours],
        ["block-no-verify 1.3.0", hooks.blockNoVerify],
        ["cc-safety-net 2.4.5", hooks.safetyNet],
      ] as const
    ) {
      console.log(`  ${name.padEnd(22)} ${caught} caught, ${falseAlarms} false alarms`);
    }
  }
  printErrors("Our errors", ourErrors, ({ ours }) => ours);
  printErrors("Errors of cc-safety-net", theirErrors, ({ safetyNet }) => String(safetyNet));
}
