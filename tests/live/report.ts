/** The last result of each client, in `docs/live.md`. */
import { type Check, CHECKS, type Outcome } from "./scenario.ts";

/** What one client did. */
export interface Result {
  readonly title: string;
  readonly version: string;
  readonly seconds: number;
  readonly consent: string | undefined;
  readonly outcomes: Readonly<Record<Check, Outcome>>;
}

const BEGIN = "<!-- results -->";
const HEAD = `# Live

Real clients from the npm registry, a scripted model on loopback, and our compiled executable, registered by our own
\`install\`. \`deno task live\` (\`tests/live/\`) runs it; it needs the registry, \`npm\` and \`git\`, and no account. What is
looked at is what the client then did: files that are there or not, and what reached the model's next request.

The session: an ordinary command; a command that deletes a folder of the person's; a file with a dependency; a
development server; a command about which a rule of the operator's has something to say afterwards; an edit of a linter's
configuration; then the end of the turn, while a check that the operator has approved is still due.

Copilot also runs what a project's \`.claude/settings.json\` holds, and leaves out the arguments of its entries: two rows
show that it is known as the one that calls, and that everything is told once. Failed hooks are looked for where each
client reports them (its output, its log, its interface for editors); a program that answers badly shows there in each.

`;

/** Puts `results` into the file, and leaves the rows of other clients as they are. */
export function writeReport(path: string, results: readonly Result[], ours: string): void {
  const rows = new Map<string, string>();
  for (const row of rowsIn(path)) rows.set(titleOf(row), row);
  const date = new Date().toISOString().slice(0, 10);
  for (const result of results) rows.set(result.title, rowOf(result, ours, date));
  const columns = ["client", "version", "date", "Garfio", ...CHECKS.map(([, name]) => name)];
  const consents = results.flatMap(({ title, consent }) =>
    consent === undefined ? [] : [`- ${title}: ${consent}.`]
  );
  const kept = consentsIn(path).filter((line) =>
    !results.some(({ title }) => line.startsWith(`- ${title}:`))
  );
  const text = [
    HEAD.trimEnd(),
    "",
    "Where a client wants the operator's consent before it runs a hook, the test gives it in the way that the client has",
    "for runs without a person:",
    "",
    ...[...kept, ...consents].sort(),
    "",
    BEGIN,
    "",
    `| ${columns.join(" | ")} |`,
    `| ${columns.map(() => "---").join(" | ")} |`,
    ...[...rows.keys()].sort().map((title) => rows.get(title)!),
    "",
  ].join("\n");
  Deno.writeTextFileSync(path, text);
}

function rowOf({ title, version, outcomes }: Result, ours: string, date: string): string {
  const cells = CHECKS.map(([id]) => outcomes[id].ok ? outcomes[id].text : `**${outcomes[id].text}**`);
  const garfio = /^garfio (\S+ \([^)]+\))/.exec(ours)?.[1] ?? ours;
  return `| ${
    [title, version, date, garfio, ...cells].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")
  } |`;
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

function rowsIn(path: string): string[] {
  const behind = textOf(path).split(BEGIN)[1] ?? "";
  return behind.split("\n").filter((line) => line.startsWith("| ")).slice(1).filter((line) =>
    !/^\| -+ \|/.test(line)
  );
}

function titleOf(row: string): string {
  return row.split("|")[1]!.trim();
}

function consentsIn(path: string): string[] {
  return textOf(path).split("\n").filter((line) => line.startsWith("- "));
}
