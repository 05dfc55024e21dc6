import { ASKING, type Asking } from "./asking.ts";
import { findGitRoot } from "../base/git_root.ts";
import { resolve, resolveLinks } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { loadPolicy } from "../policy/policy.ts";
import { PACKS, type RuleSources, STRICT_PACKS } from "../policy/rule_sources.ts";
import { addApprovals } from "../rule/approval.ts";
import { filesIn, loadRules, packFile, readRuleFile, type SourceProblem } from "../rule/load.ts";
import type { Rule } from "../rule/rule.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { refusal } from "./pause.ts";
import { JSON_OPTION, printJson } from "./registration.ts";
import { runRuleTests } from "./rule_tests.ts";

/** `garfio rules`: the rules of the operator's own. */
export const RULES: Command = rulesCommand(ASKING);

/** The command, with the terminal that `approve` asks on. */
export function rulesCommand(terminal: Asking): Command {
  return {
    name: "rules",
    summary: "List, check, test and approve rules of your own.",
    usage: "list|check [FILE]|test FILE|approve|packs|schema [--project DIR] [--json]",
    operands: 2,
    options: [
      { name: "project", value: "DIR", summary: "The project; without it, the working folder." },
      JSON_OPTION,
    ],
    run: (values, io) => run(values, io, terminal),
  };
}

async function run(values: Values, io: Io, terminal: Asking): Promise<number> {
  const [what = "list", file] = values.operands;
  const takesFile = what === "check" || what === "test";
  if (!takesFile && file !== undefined) throw new UsageError(`"${file}" is one argument too many.`);
  switch (what) {
    case "list":
      return await list(values, io);
    case "check":
      return await check(values, io, file);
    case "test":
      if (file === undefined) throw new UsageError("Say which file of cases to run: garfio rules test FILE.");
      return await runRuleTests(
        await sourcesOf(values, io),
        resolve(io.cwd, file, io.os),
        values.has("json"),
        io,
      );
    case "approve":
      return await approve(values, io, terminal);
    case "packs":
      return await packs(values, io);
    case "schema":
      io.write(Deno.readTextFileSync(`${io.assets}/rules/rules.schema.json`));
      return 0;
    default:
      throw new UsageError(
        `There is no "rules ${oneLine(what, 40)}"; it is list, check, test, approve, packs or schema.`,
      );
  }
}

/** Where the rules for the project that the options name come from. */
async function sourcesOf(values: Values, io: Io): Promise<RuleSources> {
  const folder = resolveLinks(resolve(io.cwd, values.text("project") ?? ".", io.os), io.os);
  const root = findGitRoot(folder, io.os) ?? folder;
  const policy = await loadPolicy(io, root);
  return { ...policy.rules, assets: io.assets };
}

async function list(values: Values, io: Io): Promise<number> {
  const sources = await sourcesOf(values, io);
  const loaded = await loadRules(sources, io.os);
  const rows = loaded.rules.map((rule) => ({
    id: rule.id,
    action: rule.action,
    event: rule.event,
    profile: rule.profiles,
    holds: rule.profiles?.includes(sources.profile) ?? true,
    origin: rule.origin,
    source: rule.source,
    message: rule.message,
    instead: rule.instead,
  }));
  const waiting = loaded.projectFiles.filter(({ approved }) => !approved);
  if (values.has("json")) {
    printJson(io, {
      project: sources.projectRoot,
      profile: sources.profile,
      rules: rows,
      off: loaded.off,
      notApproved: waiting.map(({ file, digest, rules }) => ({
        file,
        digest,
        rules: rules.map(({ id }) => id),
      })),
      problems: loaded.problems,
    });
    return loaded.problems.length === 0 ? 0 : 1;
  }
  const lines: string[] = rows.length === 0 ? ["No rule holds here."] : [];
  const width = Math.max(0, ...rows.map(({ id }) => id.length));
  let source = "";
  for (const row of rows) {
    if (row.source !== source) lines.push(`${row.origin}: ${oneLine(row.source, 300)}`);
    source = row.source;
    const asleep = row.holds ? "" : ` (only in ${row.profile!.join(", ")})`;
    lines.push(`  ${row.id.padEnd(width)}  ${row.action.padEnd(6)}  ${oneLine(row.message)}${asleep}`);
  }
  for (const id of loaded.off) lines.push(`Switched off: ${id}`);
  for (const { file, rules } of waiting) {
    lines.push(
      `Not approved, so ignored: ${oneLine(file, 300)} (${
        count(rules.length, "rule")
      }); see garfio rules approve`,
    );
  }
  lines.push(...loaded.problems.map(problemLine));
  io.write(`${lines.join("\n")}\n`);
  return loaded.problems.length === 0 ? 0 : 1;
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

function problemLine({ file, line, text }: SourceProblem): string {
  return `${oneLine(file, 300)}${line === undefined ? "" : `:${line}`}: ${oneLine(text, 400)}`;
}

/** Checks one file, or everything that a call here would read. */
async function check(values: Values, io: Io, file: string | undefined): Promise<number> {
  let problems: readonly SourceProblem[];
  let rules: number;
  if (file === undefined) {
    const sources = await sourcesOf(values, io);
    const loaded = await loadRules(sources, io.os);
    problems = loaded.problems;
    rules = loaded.rules.length +
      loaded.projectFiles.filter(({ approved }) => !approved).reduce(
        (sum, { rules }) => sum + rules.length,
        0,
      );
  } else {
    const path = resolve(io.cwd, file, io.os);
    const inProject = filesIn((await sourcesOf(values, io)).projectFolder, io.os).includes(path);
    const read = readRuleFile(path, !inProject);
    problems = read.problems;
    rules = read.rules.length;
  }
  const ok = problems.length === 0;
  if (values.has("json")) printJson(io, { ok, rules, problems });
  else if (ok) io.write(`${count(rules, "rule")}, nothing wrong.\n`);
  else {io.write(
      `${
        [...problems.map(problemLine), `${count(problems.length, "mistake")}; what is wrong is left out.`]
          .join("\n")
      }\n`,
    );}
  return ok ? 0 : 1;
}

async function packs(values: Values, io: Io): Promise<number> {
  const sources = await sourcesOf(values, io);
  const rows = PACKS.map((id) => ({
    id,
    on: sources.packs.includes(id),
    onInStrict: STRICT_PACKS.includes(id),
    rules: readRuleFile(packFile(io.assets, id), false).rules.map((rule) => ({
      id: `${id}/${rule.id}`,
      action: rule.action,
      message: rule.message,
    })),
  }));
  if (values.has("json")) {
    printJson(io, { packs: rows });
    return 0;
  }
  const lines = rows.flatMap(({ id, on, onInStrict, rules }) => [
    `${id}: ${on ? "on" : "off"}${onInStrict ? " (on in the profile strict)" : ""}`,
    ...rules.map((rule) => `  ${rule.id}  ${rule.action}  ${rule.message}`),
  ]);
  io.write(`${lines.join("\n")}\n\nSwitch packs on in your configuration: "packs": ["git", "cloud"].\n`);
  return 0;
}

/** Shows the project's rules to a person and keeps the answer; an agent cannot give it. */
async function approve(values: Values, io: Io, terminal: Asking): Promise<number> {
  const refused = refusal("rules approve", io, terminal);
  if (refused !== undefined) return refused;
  const sources = await sourcesOf(values, io);
  const { approvals } = sources;
  if (approvals === undefined) {
    io.error("garfio rules: no home folder is known, so there is no place to keep an approval.\n");
    return 1;
  }
  const { projectFiles, problems } = await loadRules(sources, io.os);
  const waiting = projectFiles.filter(({ approved }) => !approved);
  if (waiting.length === 0) {
    io.write("Nothing waits for approval here.\n");
    return 0;
  }
  const broken = problems.filter(({ file }) => waiting.some((one) => one.file === file));
  if (broken.length > 0) {
    io.error(`${broken.map(problemLine).join("\n")}\nPut these right first, then approve.\n`);
    return 1;
  }
  for (const { file, rules } of waiting) {
    io.write(`${oneLine(file, 300)}\n${rules.map(describe).join("")}`);
  }
  const answer = terminal.ask(`Approve ${count(waiting.length, "file")}? Type yes:`);
  if (answer?.trim().toLowerCase() !== "yes") {
    io.write("Nothing was approved.\n");
    return 1;
  }
  const at = io.now().toISOString();
  // What was shown is what is approved: the digests are those of the bytes that were read above.
  addApprovals(approvals, waiting.map(({ file, digest }) => ({ digest, file, at })), io.os);
  io.write(`Approved. A file that changes has to be approved again. Kept in ${approvals}\n`);
  return 0;
}

function describe({ id, action, message, instead }: Rule): string {
  const also = instead === undefined ? "" : `; instead: ${oneLine(instead)}`;
  return `  ${oneLine(id, 60)}  ${action}  ${oneLine(message)}${also}\n`;
}
