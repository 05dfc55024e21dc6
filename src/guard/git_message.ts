/** Keeps plan vocabulary, invented numbering and credit to a machine out of git's messages, branches, tags and paths. */
import type { SimpleCommand } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";
import { asGitCall, type GitCall } from "./git_command.ts";
import { planIdentifiers } from "./plan_identifier.ts";

/** What one of the scans looks at. */
interface Artefact {
  readonly kind: "message" | "name" | "path";
  readonly text: string;
}

/** Short options of the sub-command that take a value, so that a cluster such as `-am` is read rightly. */
interface Trigger {
  readonly label: string;
  readonly artefacts: (call: GitCall) => Artefact[];
}

const values = (call: GitCall): string[] => call.words.map((word) => word.value ?? word.prefix);

/** The values of `-m`/`--message` (glued, clustered or as the next word) and `--trailer`. */
function messages(call: GitCall, short = "m"): Artefact[] {
  const found: Artefact[] = [];
  const words = values(call);
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word === "--") break;
    const cluster = new RegExp(`^-[A-Za-z]*?${short}([^]*)$`).exec(word);
    const long = /^--(?:mess(?:a(?:ge?)?)?|trailer|author)(?:=([^]*))?$/.exec(word);
    if (cluster !== null && !word.startsWith("--")) {
      found.push({ kind: "message", text: cluster[1] !== "" ? cluster[1]! : words[++index] ?? "" });
    } else if (long !== null) {
      found.push({ kind: "message", text: long[1] ?? words[++index] ?? "" });
    }
  }
  for (const redirect of call.command.redirects) {
    if (redirect.body !== undefined) found.push({ kind: "message", text: redirect.body });
  }
  return found;
}

/** The words that are no options, as names or paths. */
function operands(call: GitCall, kind: "name" | "path", skip: readonly string[] = []): Artefact[] {
  const found: Artefact[] = [];
  const words = values(call);
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (skip.includes(word)) index++;
    else if (!word.startsWith("-") && word !== "") found.push({ kind, text: word });
  }
  return found;
}

/** The calls that leave something in the history, and what of them is read. */
const TRIGGERS: Readonly<Record<string, (call: GitCall) => Trigger | undefined>> = {
  commit: () => ({ label: "git commit", artefacts: (call) => [...messages(call), ...identity(call)] }),
  checkout: (call) => {
    const words = values(call);
    const at = words.findIndex((word) => /^-[a-zA-Z]*[bB]/.test(word) || word === "--orphan");
    if (at < 0) return undefined;
    return { label: "git checkout -b", artefacts: () => [{ kind: "name", text: words[at + 1] ?? "" }] };
  },
  switch: (call) => {
    const words = values(call);
    const at = words.findIndex((word) =>
      /^-[a-zA-Z]*[cC]$/.test(word) || /^--(?:create|force-create|orphan)$/.test(word)
    );
    return at < 0
      ? undefined
      : { label: "git switch -c", artefacts: () => [{ kind: "name", text: words[at + 1] ?? "" }] };
  },
  branch: () => ({
    label: "git branch",
    artefacts: (call) =>
      values(call).some((word) =>
          /^(?:-[dDr]+|--delete|--list|-l|--contains|--merged|--no-merged)$/.test(word)
        )
        ? []
        : operands(call, "name", ["-u", "--set-upstream-to", "--sort", "--format", "--points-at"]),
  }),
  tag: (call) =>
    values(call).some((word) => /^(?:-d|--delete|-l|--list|-v|--verify)$/.test(word)) ? undefined : {
      label: "git tag",
      artefacts: (
        call,
      ) => [...messages(call), ...operands(call, "name", ["-m", "-F", "-u", "--message", "--file"])],
    },
  merge: (call) => {
    const found = messages(call);
    return found.length === 0 ? undefined : { label: "git merge -m", artefacts: () => found };
  },
  rebase: (call) => {
    const words = values(call);
    const at = words.findIndex((word) => /^(?:-x|--exec)(?:=|$)/.test(word));
    if (at < 0) return undefined;
    const glued = words[at]!.indexOf("=");
    const text = glued > 0 ? words[at]!.slice(glued + 1) : words[at + 1] ?? "";
    return { label: "git rebase --exec", artefacts: () => [{ kind: "message", text }] };
  },
  stash: (call) => {
    const found = /^(?:push|save)$/.test(values(call)[0] ?? "") ? messages(call) : [];
    return found.length === 0 ? undefined : { label: "git stash push -m", artefacts: () => found };
  },
  notes: (call) =>
    values(call).some((word) => word === "add" || word === "append")
      ? { label: "git notes add", artefacts: messages }
      : undefined,
  mv: () => ({ label: "git mv", artefacts: (call) => operands(call, "path").slice(-1) }),
  rm: () => ({ label: "git rm", artefacts: () => [] }),
};

/** An author or committer that the call sets for itself. */
function identity(call: GitCall): Artefact[] {
  return call.settings
    .filter((entry) => /^(?:GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)|user\.(?:name|email))=/i.test(entry))
    .map((entry) => ({ kind: "message", text: `Author: ${entry.slice(entry.indexOf("=") + 1)}` }));
}

/** Names under which machines sign. A product that is the subject under discussion is named without these marks. */
const MACHINE =
  "(?:(?:github|microsoft|google|openai|anthropic)[ -])?(?:claude|anthropic|copilot|github[ -]?actions?\\[bot\\]|codex|chatgpt|gpt-?[45o][\\w.]*|openai|gemini|cursor|windsurf|devin|aider|qwen|kiro|opencode|codebuddy|tabnine|codeium|cody|an? (?:ai|llm)|ai|llm)";
/** What may follow such a name and still be the machine: `Claude Code`, `Claude Opus 5`, `Devin AI`; no surname. */
const MODEL =
  "(?:[ -](?:code|coder|cli|ai|agent|assistant|bot|model|opus|sonnet|haiku|pro|flash|mini|max|turbo|nano|swe|v?\\d[\\w.]*|\\[bot\\]))*";
const ENDS = "(?=[ \\t]*(?:[<(\\[\\])>,.;:!|\\n]|$))";
const TRAILER =
  "(?:co-authored-by|co-developed-by|authored-by|author|generated-by|generated-with|assisted-by|ai-assisted-by|written-by|created-by|signed-off-by|on-behalf-of|helped-by|made-with)";

/** A form of credit. Making its pattern costs more than most messages are worth, so it is left to those that may fit. */
interface Credit {
  /** In lower case; what fits has one of these. */
  readonly needs: readonly string[];
  readonly pattern: () => RegExp;
}

const CREDIT: readonly Credit[] = [
  {
    needs: ["-by", "-with", "-of", "author"],
    pattern: () =>
      new RegExp(
        `^[ \\t]*${TRAILER}[ \\t]*:[ \\t]*(?:@|the[ \\t]+)?${MACHINE}${MODEL}${ENDS}[^\\n]{0,80}`,
        "im",
      ),
  },
  {
    needs: [
      "generated",
      "created",
      "written",
      "made",
      "authored",
      "produced",
      "built",
      "drafted",
      "assisted",
      "coded",
    ],
    pattern: () =>
      new RegExp(
        `\\b(?:generated|created|written|made|authored|produced|built|drafted|assisted|co-authored|vibe-?coded)[ \\t]+(?:with|by|using|via)[ \\t]+(?:the[ \\t]+)?(?:help[ \\t]+of[ \\t]+)?\\[?${MACHINE}${MODEL}${ENDS}[^\\n]{0,60}`,
        "im",
      ),
  },
  { needs: ["["], pattern: () => new RegExp(`^[ \\t]*\\[${MACHINE}${MODEL}\\]`, "im") },
  {
    needs: ["@"],
    pattern: () =>
      new RegExp(
        `^[ \\t]*${TRAILER}[ \\t]*:[^\\n]{0,120}@(?:anthropic|openai|cursor|devin|aider|codeium)\\.(?:com|ai|chat|so)\\b`,
        "im",
      ),
  },
  { needs: ["\u{1F916}"], pattern: () => /\u{1F916}[^\n]{0,80}/u },
  { needs: ["noreply@"], pattern: () => /\bnoreply@(?:anthropic|openai)\.com\b/i },
];

/** A numbered prefix on a name that has no order. */
const NUMBERED = /(?:^|\/)0*\d{1,3}[-_](?=[a-z])[^/]*$/i;
/** Files whose order is real: migrations, chapters, decisions, tests and exercises that are numbered on purpose. */
const ORDERED =
  /(?:^|\/)(?:migrations?|migrate|versions|adrs?|decisions|chapters?|lessons?|exercises?|examples|slides|posts?|rfcs?|sql|changelog|patches|seeds?|docs?)\//i;

function scan(
  artefact: Artefact,
  known: (text: string) => string[],
): { scan: string; found: string } | undefined {
  const text = artefact.text.slice(0, 100_000);
  if (artefact.kind === "message") {
    const lower = text.toLowerCase();
    for (const { needs, pattern } of CREDIT) {
      if (!needs.some((word) => lower.includes(word))) continue;
      const match = pattern().exec(text);
      if (match !== null) return { scan: "credit to a machine as author", found: match[0].trim() };
    }
  }
  if (artefact.kind === "path" && NUMBERED.test(text) && !ORDERED.test(text)) {
    return { scan: "number in front of a name that has no order", found: text };
  }
  // In a name, dashes and slashes part the words that blanks part in a message.
  const identifiers = known(
    artefact.kind === "message" ? text : text.replace(/[/_]|(?<=\b[A-Z]{1,3}-\d{1,9})-/g, " "),
  );
  return identifiers.length === 0
    ? undefined
    : { scan: "plan vocabulary", found: identifiers.slice(0, 5).join(", ") };
}

/** Finds a git call that would leave plan words or a credit to a machine in the history. */
export async function judgeGitMessage(call: Call): Promise<Finding | undefined> {
  const reading = await call.shell();
  for (const command of reading?.commands ?? []) {
    call.checkTime();
    const finding = judgeCommand(call, command);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function judgeCommand(call: Call, command: SimpleCommand): Finding | undefined {
  const git = asGitCall(command);
  if (git === undefined || !Object.hasOwn(TRIGGERS, git.subcommand)) return undefined;
  const trigger = TRIGGERS[git.subcommand]!(git);
  if (trigger === undefined) return undefined;
  for (const artefact of trigger.artefacts(git)) {
    const hit = scan(artefact, (text) => planIdentifiers(call, text));
    if (hit !== undefined) return { values: { trigger: trigger.label, found: hit.found, scan: hit.scan } };
  }
  return undefined;
}
