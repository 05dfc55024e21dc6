/**
 * Writes the tables of `docs/harnesses.md` from the contracts; with `--check` it writes nothing and fails when the
 * committed page is not what the contracts give.
 */
import { contractIds, loadContract } from "../src/contract/contract.ts";
import { type MatrixRow, matrixText } from "../src/cli/contracts/matrix.ts";
import { registrationOf } from "../src/register/registration.ts";
import { readIfThere } from "./read_if_there.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const PAGE = new URL("../docs/harnesses.md", import.meta.url);

/** `page` with the text between the marks `<!-- name -->` and `<!-- /name -->` replaced. */
export function withSection(page: string, name: string, text: string): string {
  const open = `<!-- ${name} -->\n`;
  const close = `<!-- /${name} -->`;
  const start = page.indexOf(open);
  const end = page.indexOf(close);
  if (start < 0 || end < start) throw new Error(`docs/harnesses.md has no section ${name}`);
  return `${page.slice(0, start + open.length)}\n${text}\n${page.slice(end)}`;
}

/** Where the entries stand, by harness and scope. */
export function filesText(rows: readonly MatrixRow[]): string {
  const lines = rows.flatMap(({ contract, registration }) =>
    Object.entries(registration?.surfaces ?? {}).map(([scope, { paths, committed }]) => {
      const usual = scope === registration?.defaultScope ? ", the usual one" : "";
      const files = paths.map((path) => `\`${path.replace("{project}/", "")}\``).join(" or ");
      return `| ${contract.title} | \`${contract.id}\` | ${scope}${usual} | ${files} | ${
        committed ? "yes" : "no"
      } |\n`;
    })
  );
  return "| harness | id | scope | file | may be committed |\n| --- | --- | --- | --- | --- |\n" +
    lines.join("");
}

/** What is not promised, harness by harness. */
export function gapsText(rows: readonly MatrixRow[]): string {
  return rows.map(({ contract, registration }) => {
    const unknown = contract.unknown === undefined ? [] : [`Experimental: ${contract.unknown}`];
    const steps = (registration?.consent ?? []).map(({ step }) => step);
    const all = [...unknown, ...steps, ...(registration?.gaps ?? [])];
    return all.length === 0
      ? ""
      : `### ${contract.title}\n\n${all.map((line) => `- ${line}`).join("\n")}\n\n`;
  }).join("").trimEnd() + "\n";
}

if (import.meta.main) {
  const rows: MatrixRow[] = contractIds(root).map((id) => {
    const contract = loadContract(root, id)!;
    return { contract, registration: registrationOf(root, contract) };
  });
  const before = readIfThere(PAGE) ?? "";
  let page = before;
  for (
    const [name, text] of [["matrix", matrixText(rows)], ["files", filesText(rows)], [
      "gaps",
      gapsText(rows),
    ]] as const
  ) {
    page = withSection(page, name, text);
  }
  const formatted = await format(page);
  if (Deno.args.includes("--check")) {
    if (formatted !== before) {
      console.error(
        "docs/harnesses.md is not what the contracts give: deno run -A scripts/generate_harness_matrix.ts",
      );
      Deno.exit(1);
    }
  } else Deno.writeTextFileSync(PAGE, formatted);
}

async function format(text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "-"],
    cwd: root,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stdout);
}
