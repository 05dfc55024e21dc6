/**
 * What is done about a loss, as data: the first row that fits an effect decides. A row without a list for something
 * fits whatever it is. `advisory` takes the column of `standard`; the policy then only advises.
 */
import type { Effect, Place, Verb } from "../../effect/effect.ts";
import type { Profile } from "../../policy/action.ts";

/** What is done. */
export type Decision = "nothing" | "advise" | "ask" | "deny";

/** What is done by profile: minimal, standard, strict. */
export type Column = readonly [minimal: Decision, standard: Decision, strict: Decision];

/** One row. */
export interface DecisionRow {
  readonly verbs: readonly Verb[];
  readonly places?: readonly Place[];
  /** What the target is when its variables are empty. */
  readonly ifEmpty?: readonly Place[];
  readonly recursive?: boolean;
  readonly certainty?: readonly Effect["certainty"][];
  readonly remote?: boolean;
  readonly exists?: boolean;
  /** It holds many files, which git does not have. */
  readonly large?: boolean;
  /** The beginning of the effect's rule. */
  readonly rule?: string;
  readonly then: Column;
  /** Why, as a clause behind "because". */
  readonly why: string;
  readonly instead: string;
  /** Refused too where the operator's own setting for this guard is to ask. */
  readonly always?: true;
}

const DENY: Column = ["deny", "deny", "deny"];
const ASK: Column = ["nothing", "ask", "ask"];
const NOTHING: Column = ["nothing", "nothing", "nothing"];
const STRICT_ONLY: Column = ["nothing", "nothing", "ask"];
const REMIND: Column = ["nothing", "advise", "ask"];
/** What has no way back is asked for even where little is. */
const WHOLE: Column = ["ask", "deny", "deny"];

const NARROW = "name the exact path inside the project, or ask the operator";
const OPERATOR = "ask the operator to do it";
const BROAD: readonly Place[] = ["root", "system", "home"];
const HARMLESS: readonly Place[] = ["nowhere", "temporary", "build"];
const FILES: readonly Verb[] = ["delete", "overwrite", "move", "permissions"];

/** The rows for what scripts do: the project's own business, but for the way out of it. */
const SCRIPTS: readonly DecisionRow[] = [
  {
    verbs: ["delete", "permissions"],
    places: ["root"],
    rule: "script/",
    certainty: ["definite", "conditional"],
    recursive: true,
    then: DENY,
    why: "the script does it to the whole file system",
    instead: "show the operator that line of the script",
    always: true,
  },
  {
    verbs: ["delete", "overwrite", "permissions"],
    places: ["system", "home", "git", "root"],
    rule: "script/",
    recursive: true,
    then: ["ask", "ask", "deny"],
    why: "the script does it outside the project's own files",
    instead: "show the operator that line of the script",
  },
  {
    verbs: ["destroy-device"],
    rule: "script/",
    then: DENY,
    why: "the script overwrites a disk",
    instead: "show the operator that line of the script",
    always: true,
  },
  {
    verbs: ["kill"],
    rule: "script/",
    recursive: true,
    then: ASK,
    why: "the script brings the machine down",
    instead: "show the operator that line of the script",
  },
  {
    verbs: ["delete"],
    ifEmpty: ["root"],
    places: ["unknown"],
    rule: "script/",
    recursive: true,
    then: STRICT_ONLY,
    why: "an empty variable in the script would make it everything",
    instead: 'write "${NAME:?}" in the script',
  },
  { verbs: [...FILES, "kill"], rule: "script/", then: NOTHING, why: "", instead: "" },
];

/** The rows for files. */
const FILE_ROWS: readonly DecisionRow[] = [
  { verbs: ["delete"], rule: "rmdir", then: NOTHING, why: "", instead: "" },
  {
    verbs: FILES,
    rule: "snippet/",
    recursive: true,
    then: REMIND,
    why: "nobody can tell what it is before it runs",
    instead: "print the path first",
  },
  { verbs: FILES, rule: "snippet/", then: NOTHING, why: "", instead: "" },
  // Variables that may be empty
  {
    verbs: ["delete"],
    places: ["unknown", ...BROAD],
    ifEmpty: BROAD,
    recursive: true,
    then: DENY,
    why: "the variable may be empty, and then it is everything there",
    instead: 'write "${NAME:?}", which stops when it is empty, or the literal path',
  },
  {
    verbs: ["delete"],
    ifEmpty: ["root", "home"],
    recursive: true,
    then: ["ask", "ask", "deny"],
    why: "the variable may be empty, and then it is everything there",
    instead: 'write "${NAME:?}", which stops when it is empty, or the literal path',
  },
  {
    verbs: ["delete"],
    ifEmpty: ["root", "home", "system", "project", "git"],
    then: ASK,
    why: "the variable may be empty, and then it is everything there",
    instead: 'write "${NAME:?}", which stops when it is empty, or the literal path',
  },
  { verbs: FILES, places: HARMLESS, then: NOTHING, why: "", instead: "" },
  // Another machine: its root is as bad to lose, for the rest the operator is asked.
  {
    verbs: ["delete", "permissions"],
    places: ["root"],
    recursive: true,
    then: DENY,
    why: "it is the whole file system",
    instead: NARROW,
    always: true,
  },
  {
    verbs: ["delete", "permissions", "move"],
    remote: true,
    recursive: true,
    then: ASK,
    why: "it is lost on another machine",
    instead: "list first what would go, and ask the operator",
  },
  { verbs: FILES, remote: true, then: NOTHING, why: "", instead: "" },
  // Deletions
  {
    verbs: ["delete"],
    places: ["root", "home"],
    recursive: true,
    then: DENY,
    why: "it holds what belongs to a person, not to this project",
    instead: NARROW,
    always: true,
  },
  {
    verbs: ["delete"],
    places: ["system"],
    recursive: true,
    then: DENY,
    why: "the operating system needs it",
    instead: OPERATOR,
    always: true,
  },
  {
    verbs: ["delete"],
    places: ["outside"],
    rule: "rsync",
    then: ASK,
    why: "what is only there goes, and it is outside the project",
    instead: "look first with --dry-run, or leave --delete out",
  },
  {
    verbs: ["delete"],
    places: ["outside"],
    recursive: true,
    then: DENY,
    why: "it is outside the project, and nothing keeps a copy",
    instead: "stay inside the project, or ask the operator to remove it or to move it to the trash",
    always: true,
  },
  {
    verbs: ["delete"],
    places: ["root", "home"],
    then: ["ask", "deny", "deny"],
    why: "it belongs to a person, not to this project",
    instead: OPERATOR,
  },
  {
    verbs: ["delete"],
    places: ["system", "outside"],
    then: ASK,
    why: "it is outside the project",
    instead: "stay inside the project, or move it to the trash",
  },
  {
    verbs: ["delete"],
    places: ["project"],
    recursive: true,
    certainty: ["definite", "conditional"],
    then: DENY,
    why: "it is the whole project, with all that is not committed",
    instead: "name the folders that can be made again, such as build output",
  },
  {
    verbs: ["delete"],
    places: ["project"],
    then: ["nothing", "ask", "ask"],
    why: "it takes files from all of the project",
    instead: "list first what would go, and name those files",
  },
  {
    verbs: ["delete"],
    places: ["git"],
    recursive: true,
    then: DENY,
    why: "it holds the history, the branches and the stashes",
    instead: "use git's own commands",
    always: true,
  },
  {
    verbs: ["delete", "overwrite"],
    places: ["git"],
    then: ["nothing", "ask", "deny"],
    why: "git keeps its state there",
    instead: "use git's own commands",
  },
  {
    verbs: ["delete"],
    rule: "mv/nowhere",
    then: ASK,
    why: "what is moved there is gone",
    instead: "move it into a folder, or delete what is really meant",
  },
  { verbs: ["delete"], places: ["inside", "tracked"], exists: false, then: NOTHING, why: "", instead: "" },
  {
    verbs: ["delete"],
    places: ["inside"],
    recursive: true,
    large: true,
    then: ["nothing", "ask", "ask"],
    why: "it holds many files that git does not have",
    instead: "commit them or move them away, or name the part that can go",
  },
  {
    verbs: ["delete"],
    places: ["inside"],
    recursive: true,
    then: REMIND,
    why: "git does not have what is in it",
    instead: "look at what is in it, and keep a copy of what nobody can make again",
  },
  {
    verbs: ["delete"],
    places: ["tracked"],
    recursive: true,
    then: REMIND,
    why: "changes in it that are not committed are lost; the rest comes back with git restore",
    instead: "use git rm -r, which refuses where changes would be lost",
  },
  // `"${X:?}/part"` runs only where X is known.
  { verbs: ["delete"], places: ["unknown"], certainty: ["conditional"], then: NOTHING, why: "", instead: "" },
  {
    verbs: ["delete"],
    places: ["unknown"],
    recursive: true,
    then: ASK,
    why: "nobody can tell what it is before it runs",
    instead: "print the path first, then name it literally",
  },
  // Overwriting, moving, modes
  {
    verbs: ["overwrite"],
    places: ["root", "system"],
    then: ASK,
    why: "the operating system needs its content",
    instead: "write to a file in the project and show the operator the command that puts it there",
  },
  {
    verbs: ["overwrite"],
    places: ["home"],
    rule: "tool/",
    then: STRICT_ONLY,
    why: "it is a person's own file",
    instead: "edit the part that is meant",
  },
  {
    verbs: ["overwrite"],
    places: ["home"],
    then: ASK,
    why: "it is a person's own file, and its content is lost",
    instead: "append with >>, or keep a copy first",
  },
  {
    verbs: ["overwrite"],
    places: ["outside"],
    exists: true,
    then: STRICT_ONLY,
    why: "it is outside the project, and its content is lost",
    instead: "write inside the project",
  },
  {
    verbs: ["move"],
    places: ["root", "system"],
    then: ["ask", "deny", "deny"],
    why: "the operating system needs it where it is",
    instead: OPERATOR,
  },
  {
    verbs: ["move"],
    places: ["home", "project", "git"],
    then: ASK,
    why: "other programs look for it where it is",
    instead: "copy it, or ask the operator",
  },
  {
    verbs: ["permissions"],
    places: ["system"],
    recursive: true,
    then: DENY,
    why: "the machine may not start or log anybody in afterwards, and nothing knows the old modes",
    instead: "change the one file that is meant",
    always: true,
  },
  {
    verbs: ["permissions"],
    places: ["home", "outside", "git"],
    recursive: true,
    then: ASK,
    why: "it is outside the project's own files, and nothing knows the old modes",
    instead: "change the one file that is meant",
  },
  {
    verbs: ["permissions"],
    places: ["root", "system"],
    then: STRICT_ONLY,
    why: "it is a part of the operating system",
    instead: OPERATOR,
  },
];

/** The rows for everything else. */
const OTHER_ROWS: readonly DecisionRow[] = [
  {
    verbs: ["destroy-device"],
    then: DENY,
    why: "what is on the disk cannot be brought back",
    instead: OPERATOR,
    always: true,
  },
  {
    verbs: ["kill"],
    recursive: true,
    remote: true,
    then: ASK,
    why: "it hits everything on that machine",
    instead: OPERATOR,
  },
  {
    verbs: ["kill"],
    recursive: true,
    then: DENY,
    why: "it hits everything that runs on this machine",
    instead: "end the one process by its number, or ask the operator",
  },
  {
    verbs: ["discard"],
    remote: true,
    then: ASK,
    why: "work may be lost on another machine",
    instead: "look at git status there first",
  },
  {
    verbs: ["discard"],
    recursive: true,
    then: DENY,
    why: "what is not committed, or held by no branch, cannot be brought back",
    instead: "keep it first with git stash push -u or a commit on another branch",
  },
  {
    verbs: ["discard"],
    rule: "git/tag",
    then: STRICT_ONLY,
    why: "others may build on the tag",
    instead: "make a tag of another name",
  },
  {
    verbs: ["discard"],
    then: ASK,
    why: "commits or changes may be held by nothing else",
    instead: "look first at what would be lost, or ask the operator",
  },
  {
    verbs: ["rewrite-remote"],
    recursive: true,
    then: DENY,
    why: "commits that others have pushed are lost",
    instead: "use git push --force-with-lease after looking at what the remote has",
  },
  {
    verbs: ["rewrite-remote"],
    then: ASK,
    why: "others may work with it",
    instead: "ask the operator whether it can go",
  },
  { verbs: ["drop-data"], places: ["temporary", "build"], then: NOTHING, why: "", instead: "" },
  {
    verbs: ["drop-data"],
    recursive: true,
    then: WHOLE,
    why: "a whole database goes, and only a backup brings it back",
    instead: "make a dump first and ask the operator",
  },
  {
    verbs: ["drop-data"],
    then: ASK,
    why: "only a backup brings the data back",
    instead: "make a dump first, or narrow it with a condition",
  },
  {
    verbs: ["destroy-resource"],
    recursive: true,
    then: WHOLE,
    why: "what runs or is stored there goes without another question",
    instead: "show the operator what would go and let them run it",
  },
  {
    verbs: ["destroy-resource"],
    then: ASK,
    why: "what runs or is stored there goes",
    instead: "list first what would go, or try it with --dry-run",
  },
  {
    verbs: ["publish"],
    then: ASK,
    why: "what is published cannot be taken back",
    instead: "try it with --dry-run and let the operator publish",
  },
];

/** All rows. */
export const ROWS: readonly DecisionRow[] = [...SCRIPTS, ...FILE_ROWS, ...OTHER_ROWS];

/** An effect with what only the guard has looked at. */
export type Judged = Effect & { readonly large?: boolean };

/** The first row that fits `effect`. */
export function rowFor(effect: Judged): DecisionRow | undefined {
  return ROWS.find((row) => fits(row, effect));
}

function fits(row: DecisionRow, effect: Judged): boolean {
  if (!row.verbs.includes(effect.verb)) return false;
  const place = effect.target?.place ?? "unknown";
  if (row.places !== undefined && !row.places.includes(place)) return false;
  if (row.ifEmpty !== undefined) {
    const empty = effect.target?.ifEmpty;
    if (empty === undefined || !row.ifEmpty.includes(empty)) return false;
  }
  if (row.recursive !== undefined && row.recursive !== effect.recursive) return false;
  if (row.certainty !== undefined && !row.certainty.includes(effect.certainty)) return false;
  if (row.remote !== undefined && row.remote !== effect.remote) return false;
  if (row.exists !== undefined && row.exists !== effect.target?.exists) return false;
  if (row.large !== undefined && row.large !== (effect.large ?? false)) return false;
  return row.rule === undefined || effect.rule.startsWith(row.rule);
}

/** What `row` says in `profile`. */
export function decisionOf(row: DecisionRow, profile: Profile | undefined): Decision {
  const [minimal, standard, strict] = row.then;
  return profile === "minimal" ? minimal : profile === "strict" ? strict : standard;
}
