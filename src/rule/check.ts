/** From the value of a rule file to rules. What is wrong is told, and the rule that holds it is left out. */
import { isObject } from "../base/json.ts";
import { type Action, ACTIONS, PROFILES } from "../policy/action.ts";
import { Fields, type RuleProblem } from "./fields.ts";
import { compilePattern, PatternError } from "./pattern.ts";
import {
  type CommandMatch,
  type EffectMatch,
  type Flag,
  type Match,
  PLACES,
  type Rule,
  RULE_EVENTS,
  VERBS,
} from "./rule.ts";

/** What was found in one source of rules. */
export interface CheckedRules {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
}

/** What the writer of a source may do. */
export interface Rights {
  /** Switch a rule of a pack off, by its id and `"action": "off"`. */
  readonly mayLoosen: boolean;
}

const MOST_RULES = 500;
/** An advisory has room for so much of each. */
const LONGEST_MESSAGE = 140;
const LONGEST_ID = 40;
/** What other tools call the same. */
const OTHER_NAMES: Readonly<Record<string, Action>> = {
  block: "deny",
  forbid: "deny",
  reject: "deny",
  refuse: "deny",
  error: "deny",
  warn: "advise",
  warning: "advise",
  remind: "advise",
  info: "advise",
  confirm: "ask",
  prompt: "ask",
  allow: "off",
  ignore: "off",
};

/** The rules of a file: `{ "rules": [ … ] }`, or the list alone. */
export function checkFile(value: unknown, rights: Rights): CheckedRules {
  if (Array.isArray(value)) return checkRules(value, "", rights);
  if (!isObject(value)) {
    return { rules: [], problems: [{ path: "", text: 'a rule file holds { "rules": [ … ] }' }] };
  }
  const problems: RuleProblem[] = [];
  const fields = new Fields(value, "", problems);
  for (const key of ["$schema", "title", "about"]) fields.raw(key);
  const list = fields.raw("rules");
  fields.finish();
  if (!Array.isArray(list)) {
    problems.push({ path: "rules", text: 'a rule file holds "rules", a list: { "rules": [ … ] }' });
    return { rules: [], problems: problems.map(withoutSlash) };
  }
  const checked = checkRules(list, "rules", rights);
  return { rules: checked.rules, problems: [...problems.map(withoutSlash), ...checked.problems] };
}

const withoutSlash = ({ path, text }: RuleProblem): RuleProblem => ({ path: path.replace(/^\//, ""), text });

/** The rules of a list that stands at `path`. */
export function checkRules(list: readonly unknown[], path: string, rights: Rights): CheckedRules {
  const problems: RuleProblem[] = [];
  const rules: Rule[] = [];
  const ids = new Set<string>();
  if (list.length > MOST_RULES) {
    problems.push({ path, text: `there are ${list.length} rules; only the first ${MOST_RULES} count` });
  }
  for (const [at, value] of list.slice(0, MOST_RULES).entries()) {
    const here = path === "" ? `${at}` : `${path}/${at}`;
    if (!isObject(value)) {
      problems.push({
        path: here,
        text: 'a rule is an object: { "id": …, "match": …, "action": …, "message": … }',
      });
      continue;
    }
    const before = problems.length;
    const rule = checkRule(new Fields(value, here, problems), rights);
    if (rule === undefined || problems.length > before) continue;
    if (ids.has(rule.id)) {
      problems.push({ path: `${here}/id`, text: `"${rule.id}" is there twice; give it another id` });
    } else rules.push(rule);
    ids.add(rule.id);
  }
  return { rules, problems };
}

function checkRule(fields: Fields, rights: Rights): Rule | undefined {
  fields.raw("$comment");
  const id = fields.text("id", LONGEST_ID);
  const event = fields.choice("event", RULE_EVENTS, { UserPrompt: "UserPromptSubmit" }) ?? "PreToolUse";
  const profiles = fields.choices("profile", PROFILES);
  const match = matches(fields, "match");
  const except = matches(fields, "except") ?? [];
  const action = fields.choice("action", ACTIONS, OTHER_NAMES);
  const message = fields.text("message", LONGEST_MESSAGE);
  const instead = fields.text("instead", LONGEST_MESSAGE);
  fields.finish();

  if (id === undefined) {
    if (fields.raw("id") === undefined) {
      fields.fault("", 'a rule has an "id", a short name such as "no-push-to-main"');
    }
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9._/-]*$/.test(id)) {
    return fields.fault("id", '"id" is made of a-z, 0-9, ".", "-", "_" and "/", such as "no-push-to-main"');
  }
  if (action === undefined) {
    if (fields.raw("action") === undefined) {
      fields.fault("", `"${id}" has no "action": ${ACTIONS.join(", ")}`);
    }
    return undefined;
  }
  if (action === "off") {
    if (!rights.mayLoosen) {
      return fields.fault(
        "action",
        "a project cannot switch a rule off; only the operator's configuration can",
      );
    }
  } else {
    if (match === undefined && fields.raw("match") === undefined) {
      return fields.fault("", `"${id}" has no "match": say which calls it is about`);
    }
    if (message === undefined && fields.raw("message") === undefined) {
      return fields.fault("", `"${id}" has no "message": one sentence that says why`);
    }
  }
  return { id, event, profiles, match: match ?? [], except, action, message: message ?? "", instead };
}

/** One description of a call, or a list of them. */
function matches(fields: Fields, key: string): readonly Match[] | undefined {
  const value = fields.raw(key);
  if (value === undefined) return undefined;
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.length > 50 || !list.every(isObject)) {
    return fields.fault(
      key,
      `"${key}" takes an object, such as { "command": { "name": "git" } }, or a list of up to 50`,
    );
  }
  return list.flatMap((one, at) => {
    const path = Array.isArray(value) ? `${fields.path}/${key}/${at}` : `${fields.path}/${key}`;
    return checkMatch(new Fields(one, path, fields.problems)) ?? [];
  });
}

function checkMatch(fields: Fields): Match | undefined {
  const match: Match = {
    tool: fields.globs("tool"),
    command: commandOf(fields.group("command")),
    effect: effectOf(fields.group("effect")),
    path: fields.globs("path"),
    pattern: patternOf(fields),
  };
  fields.finish();
  if (Object.keys(fields.object).length === 0) {
    return fields.fault("", "this would fit every call; name a tool, command, effect, path or pattern");
  }
  return match;
}

function patternOf(fields: Fields): Match["pattern"] {
  const value = fields.raw("pattern");
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "") {
    return fields.fault("pattern", '"pattern" takes a regular expression in quotes');
  }
  try {
    return compilePattern(value);
  } catch (error) {
    if (error instanceof PatternError) return fields.fault("pattern", `"pattern": ${error.message}`);
    throw error;
  }
}

function commandOf(fields: Fields | undefined): CommandMatch | undefined {
  if (fields === undefined) return undefined;
  const command: CommandMatch = {
    name: fields.globs("name"),
    subcommand: fields.globs("subcommand")?.map((text) => text.trim().split(/\s+/)),
    flags: flagsOf(fields, "flags"),
    without: flagsOf(fields, "without"),
    arguments: fields.globs("arguments") ?? [],
    values: fields.texts("values") ?? [],
  };
  fields.finish();
  if (Object.keys(fields.object).length === 0) {
    return fields.fault("", '"command" is empty; give at least a "name"');
  }
  return command;
}

function flagsOf(fields: Fields, key: string): readonly Flag[] {
  return (fields.texts(key) ?? []).flatMap((text): Flag[] => {
    const spellings = text.split("|").map((one) => one.trim());
    const wrong = spellings.find((one) => !/^[-/+][^\s=]+(?:=.*)?$/.test(one));
    if (wrong !== undefined) {
      fields.fault(
        key,
        `"${key}": "${wrong.slice(0, 60)}" is no option; write "-f", "--force", or "-f|--force" for both`,
      );
      return [];
    }
    return [spellings.map((one) => {
      const equals = one.indexOf("=");
      return equals < 0
        ? { name: one, value: undefined }
        : { name: one.slice(0, equals), value: one.slice(equals + 1) };
    })];
  });
}

function effectOf(fields: Fields | undefined): EffectMatch | undefined {
  if (fields === undefined) return undefined;
  const effect: EffectMatch = {
    verbs: fields.choices("verb", VERBS),
    places: fields.choices("target", PLACES),
    recursive: fields.boolean("recursive"),
    remote: fields.boolean("remote"),
  };
  fields.finish();
  if (Object.keys(fields.object).length === 0) {
    return fields.fault("", '"effect" is empty; give a "verb" or a "target"');
  }
  return effect;
}
