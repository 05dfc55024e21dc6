/** Sees that a pull request was made, and where it can be read. */
import { toolOutput } from "../contract/tool_output.ts";
import { argumentsOf } from "../shell/package_script.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** The first address of a pull or merge request in a text. The host may be anybody's. */
const ADDRESS = /https?:\/\/([\w.-]+(?::\d+)?)\/([^\s"'<>?#]+?)\/(pull|-\/merge_requests)\/(\d+)(?![\w-])/;
const ALONE = new RegExp(`^\\s*${ADDRESS.source}/?\\s*$`, "m");
const EXISTS = /\balready exists\b/i;

/** What a command that makes pull requests printed. */
export async function judgePullRequest(call: Call): Promise<Finding | undefined> {
  const output = toolOutput(call.event);
  if (EXISTS.test(output.text) || EXISTS.test(output.errors)) return undefined;
  // The address that the program prints last stands alone on its line; others may be in what came before.
  const found = ALONE.exec(output.text) ?? ADDRESS.exec(output.text);
  if (found === null) return undefined;
  const [, host = "", repo = "", kind, number = ""] = found;
  const maker = (await call.shell())?.commands.find(makesRequest);
  if (maker === undefined) return undefined;
  const place = host === "github.com" || host === "gitlab.com" ? repo : `${host}/${repo}`;
  const url = found[0].trim();
  return {
    values: {
      url,
      number,
      repo,
      review: kind === "pull"
        ? `gh pr review ${number} --repo ${place}`
        : `glab mr diff ${number} --repo ${place}`,
      open: kind === "pull"
        ? `gh pr view ${number} --repo ${place} --web`
        : `glab mr view ${number} --repo ${place} --web`,
    },
    atMost: "advise",
    range: maker.range,
    rule: `pr-created/${maker.name}`,
  };
}

const MAKERS: Readonly<Record<string, { nouns: readonly string[]; verbs: readonly string[] }>> = {
  gh: { nouns: ["pr"], verbs: ["create", "new"] },
  glab: { nouns: ["mr", "merge-request"], verbs: ["create", "new"] },
};
const VALUED = ["-R", "--repo", "--hostname"];

/** A real one: not a dry run, and not a form that is only opened in the browser. */
function makesRequest(command: SimpleCommand): boolean {
  const { name } = command;
  const args = argumentsOf(command);
  if (name === "hub") return args[0] === "pull-request";
  if (name === undefined || !Object.hasOwn(MAKERS, name)) return false;
  const { nouns, verbs } = MAKERS[name]!;
  const words = args.filter((arg, at) => !arg.startsWith("-") && !VALUED.includes(args[at - 1] ?? ""));
  if (!nouns.includes(words[0] ?? "") || !verbs.includes(words[1] ?? "")) return false;
  return !args.some((arg, at) => {
    // A title or body may be any text.
    if (
      at > 0 &&
      /^(?:-[tbFBHlmpraT]|--(?:title|body|body-file|base|head|label|reviewer|assignee))$/.test(args[at - 1]!)
    ) {
      return false;
    }
    return /^(?:--dry-run|--web|-w)(?:=(?:true|1))?$/.test(arg);
  });
}
