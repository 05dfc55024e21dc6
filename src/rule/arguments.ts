/** The words of a command as rules see them: sub-command, options in any spelling, arguments. */
import type { ShellLanguage, SimpleCommand } from "../shell/reading.ts";
import { matchesText } from "./glob.ts";
import type { CommandMatch, Flag, FlagSpelling } from "./rule.ts";

/**
 * Options with a value as a word of its own, for the programs that rules are mostly about: so that a value is taken
 * neither for an option nor for an argument. Letters of short ones, then long ones.
 */
const VALUED: Readonly<Record<string, string>> = {
  git:
    "-C -c --git-dir --work-tree --namespace --config-env -m -F -t --message --file --author --date --trailer -b -B " +
    "--exec -x --onto --strategy -s -X --depth --branch -o --push-option --reference --upload-pack",
  docker:
    "-H --host -c --context --config -l --log-level -f --file -p --project-name --filter -e --env -v --volume " +
    "--name --network -w --workdir -u --user --entrypoint -t --tag --build-arg --platform",
  podman:
    "-H --url -c --connection --filter -e --env -v --volume --name --network -w --workdir -u --user --entrypoint " +
    "-t --tag --build-arg --platform",
  kubectl:
    "-n --namespace --context --cluster --kubeconfig --user -s --server -l --selector -f --filename -o --output " +
    "-c --container --field-selector --token --as --grace-period --timeout -k --kustomize",
  helm:
    "-n --namespace --kube-context --kubeconfig -f --values --set --set-string --version --repo --timeout",
  aws: "--profile --region --endpoint-url --output --query --ca-bundle --color",
  gcloud: "--project --account --configuration --format --zone --region --impersonate-service-account",
  gsutil: "-o -h -u",
  az: "--subscription -g --resource-group -n --name --output -o --query",
  gh: "-R --repo --hostname -b --body -t --title -F --body-file",
  terraform: "-target -var -var-file -state",
  tofu: "-target -var -var-file -state",
  psql: "-h -p -U -d -c -f -v --host --port --username --dbname --command --file --variable",
  mysql: "-h -P -u -D -e --host --port --user --database --execute",
  curl: "-X -H -d -o -u -A -e -F -T -x --request --header --data --output --user --form --url",
  npm: "--prefix -C -w --workspace --registry --tag --otp",
  pnpm: "-C --dir --filter --registry --tag --otp",
  ssh: "-p -i -l -o -F -J -L -R -D",
};

/** A command's words, sorted once. */
export interface SortedWords {
  /** What is no option: the sub-command, then arguments. Unknown words by the text before their unknown part. */
  readonly operands: readonly string[];
  readonly options: readonly { readonly text: string; readonly next: string | undefined }[];
}

/** Sorts the words of `command`. */
export function sortWords(
  command: SimpleCommand,
  language: ShellLanguage,
  values: readonly string[],
): SortedWords {
  const name = command.name ?? "";
  const valued = new Set([...(Object.hasOwn(VALUED, name) ? VALUED[name]! : "").split(" "), ...values]);
  const operands: string[] = [];
  const options: { text: string; next: string | undefined }[] = [];
  for (let at = 1; at < command.words.length; at++) {
    const word = command.words[at]!;
    const text = word.value ?? word.prefix;
    if (text === "--" && language === "posix") {
      operands.push(...command.words.slice(at + 1).map(({ value, prefix }) => value ?? prefix));
      break;
    }
    const isOption = /^-./.test(text) || (language === "cmd" && /^\/[A-Za-z]/.test(text));
    if (!isOption) {
      operands.push(text);
      continue;
    }
    const following = command.words[at + 1];
    const next = following?.value ?? following?.prefix;
    options.push({ text, next });
    // `-m text`, and at the end of a cluster `-am text`.
    const last = /^-[A-Za-z]{2,}$/.test(text) && language === "posix" ? `-${text.at(-1)}` : text;
    // A letter may mean something else behind another sub-command, so an option in its place is taken for one; git
    // and what a rule says of its own program are exact.
    const exact = name === "git" || values.includes(text);
    if ((valued.has(text) || valued.has(last)) && (exact || next?.startsWith("-") !== true)) at++;
  }
  return { operands, options };
}

/** Whether `command` fits. */
export function fitsCommand(match: CommandMatch, command: SimpleCommand, language: ShellLanguage): boolean {
  const name = command.name;
  if (name === undefined) return false;
  if (match.name !== undefined && !match.name.some((glob) => matchesText(glob, name))) return false;
  const words = sortWords(command, language, match.values);
  let rest = words.operands;
  if (match.subcommand !== undefined) {
    const fitting = match.subcommand.find((globs) =>
      globs.length <= rest.length && globs.every((glob, at) => matchesText(glob, rest[at]!))
    );
    if (fitting === undefined) return false;
    rest = rest.slice(fitting.length);
  }
  const valued = valuedLetters(name, match.values);
  const given = (flag: Flag) => flag.some((spelling) => isGiven(spelling, words.options, language, valued));
  return match.flags.every(given) && !match.without.some(given) &&
    match.arguments.every((glob) => rest.some((argument) => matchesText(glob, argument)));
}

function valuedLetters(name: string, values: readonly string[]): string {
  return [...(Object.hasOwn(VALUED, name) ? VALUED[name]!.split(" ") : []), ...values]
    .filter((option) => /^-[A-Za-z]$/.test(option)).map((option) => option[1]).join("");
}

function isGiven(
  { name, value }: FlagSpelling,
  options: SortedWords["options"],
  language: ShellLanguage,
  valued: string,
): boolean {
  return options.some(({ text, next }) => {
    const found = valueIn(name, text, next, language, valued);
    return found !== undefined && (value === undefined || matchesText(value, found));
  });
}

/** The value with which the option `name` stands in `text`, "" with none; undefined: it does not stand there. */
function valueIn(
  name: string,
  text: string,
  next: string | undefined,
  language: ShellLanguage,
  valued: string,
): string | undefined {
  if (language !== "posix") {
    // Names of parameters ignore case and may be shortened, but not to nothing.
    const [given = "", ...rest] = text.toLowerCase().split(/[:=]/);
    const wanted = name.toLowerCase();
    const fits = given === wanted ||
      (given.length >= 3 && /^-[a-z]/.test(wanted) && wanted.startsWith(given));
    return fits ? (rest.length > 0 ? rest.join(":") : next ?? "") : undefined;
  }
  if (text === name) return next ?? "";
  if (text.startsWith(`${name}=`)) return text.slice(name.length + 1);
  if (/^-[^-]./.test(name)) {
    // `-auto-approve` is also `--auto-approve`.
    return text === `-${name}`
      ? next ?? ""
      : text.startsWith(`-${name}=`)
      ? text.slice(name.length + 2)
      : undefined;
  }
  if (!/^-[^-]$/.test(name) || !/^-[^-]./.test(text)) return undefined;
  // A cluster ends at the first letter that takes the rest as its value.
  for (let at = 1; at < text.length; at++) {
    if (!/[A-Za-z0-9]/.test(text[at]!)) return undefined;
    if (text[at] === name[1]) {
      return valued.includes(name[1]!) || at < text.length - 1 ? text.slice(at + 1) : next ?? "";
    }
    if (valued.includes(text[at]!)) return undefined;
  }
  return undefined;
}
