/** Whether a rule fits a call. */
import { isObject } from "../base/json.ts";
import { isAbsolute, relativeTo, resolve, withSlashes } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { Event } from "../contract/event.ts";
import type { Effect } from "../effect/effect.ts";
import type { ShellReading, SimpleCommand } from "../shell/reading.ts";
import { fitsCommand } from "./arguments.ts";
import { matchesPath, matchesText } from "./glob.ts";
import type { EffectMatch, Match, Rule } from "./rule.ts";

/** What a rule is held against. The costly parts are asked for only when a rule speaks of them. */
export interface Subject {
  readonly event: Event;
  readonly os: Os;
  readonly root: string;
  readonly home: string | undefined;
  readonly cwd: string;
  /** The files that the tool changes, with their new text. */
  readonly files: readonly { readonly absolute: string; readonly text: string }[];
  readonly command: string | undefined;
  readonly shell: () => Promise<ShellReading | undefined>;
  readonly effects: () => Promise<readonly Effect[]>;
  readonly tick: () => void;
}

/** What fitted. */
export interface Fit {
  /** Where in the command line; undefined for other tools. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** The path, target or command that fitted, in a few words. */
  readonly what: string | undefined;
}

/** A fit with the one thing that it is about, so that an exception is held against that and nothing beside it. */
interface Candidate extends Fit {
  readonly command?: SimpleCommand;
  readonly effect?: Effect;
  readonly file?: Subject["files"][number];
}

/** Whether `rule` fits `subject`, and where. */
export async function fitsRule(rule: Rule, subject: Subject): Promise<Fit | undefined> {
  if (rule.event !== subject.event.name) return undefined;
  for (const match of rule.match) {
    subject.tick();
    for (const candidate of await candidates(match, subject)) {
      if (!await isExcepted(rule.except, candidate, subject)) return candidate;
    }
  }
  return undefined;
}

async function isExcepted(
  except: readonly Match[],
  candidate: Candidate,
  subject: Subject,
): Promise<boolean> {
  if (except.length === 0) return false;
  const alone = await narrowed(subject, candidate);
  for (const match of except) {
    if ((await candidates(match, alone)).length > 0) return true;
  }
  return false;
}

/** The subject with nothing in it but what `candidate` is about. */
async function narrowed(subject: Subject, { command, effect, file }: Candidate): Promise<Subject> {
  const reading = await subject.shell();
  const commands = command !== undefined
    ? [command]
    : (reading?.commands ?? []).filter((one) => effect === undefined || isWithin(effect.range, one.range));
  const effects = effect !== undefined
    ? [effect]
    : command === undefined
    ? undefined
    : (await subject.effects()).filter(({ range }) => isWithin(range, command.range));
  return {
    ...subject,
    files: file === undefined ? subject.files : [file],
    shell: () => Promise.resolve(reading === undefined ? undefined : { ...reading, commands }),
    effects: effects === undefined ? subject.effects : () => Promise.resolve(effects),
  };
}

/** Everything in the call that fits `match`. */
async function candidates(match: Match, subject: Subject): Promise<Candidate[]> {
  const { toolName } = subject.event;
  if (match.tool !== undefined) {
    if (toolName === undefined || !match.tool.some((glob) => matchesText(glob, toolName))) return [];
  }
  if (match.command === undefined && match.effect === undefined) return fittingFiles(match, subject);
  const commands = match.command === undefined ? undefined : await fittingCommands(match, subject);
  if (commands?.length === 0) return [];
  if (match.effect === undefined) {
    if (match.path !== undefined) return [];
    return commands!.filter((command) => match.pattern?.test(textOf(command), subject.tick) ?? true)
      .map((command) => ({ range: command.range, what: textOf(command), command }));
  }
  return (await subject.effects()).filter((effect) =>
    fitsEffect(match.effect!, effect) &&
    (commands?.some((command) => isWithin(effect.range, command.range)) ?? true) &&
    (match.path === undefined || fitsPath(match.path, effect.target?.path, subject)) &&
    (match.pattern?.test(effect.text ?? subject.command ?? "", subject.tick) ?? true)
  ).map((effect) => ({ range: effect.range, what: effect.target?.text ?? effect.what, effect }));
}

async function fittingCommands(match: Match, subject: Subject): Promise<SimpleCommand[]> {
  const reading = await subject.shell();
  return (reading?.commands ?? []).filter((command) => {
    subject.tick();
    return fitsCommand(match.command!, command, reading!.language);
  });
}

function textOf(command: SimpleCommand): string {
  return command.words.map((word) => word.value ?? word.raw).join(" ");
}

const isWithin = (inner: Fit["range"], outer: Fit["range"]): boolean =>
  inner !== undefined && outer !== undefined && outer.start <= inner.start && inner.end <= outer.end;

function fitsEffect(match: EffectMatch, effect: Effect): boolean {
  if (match.verbs !== undefined && !match.verbs.includes(effect.verb)) return false;
  if (match.places !== undefined) {
    const { target } = effect;
    const fits = target !== undefined &&
      (match.places.includes(target.place) ||
        (target.ifEmpty !== undefined && match.places.includes(target.ifEmpty)));
    if (!fits) return false;
  }
  return (match.recursive === undefined || match.recursive === effect.recursive) &&
    (match.remote === undefined || match.remote === effect.remote);
}

/** Path and text of the files of a file tool; without a path, the pattern is held against the input. */
function fittingFiles(match: Match, subject: Subject): Candidate[] {
  if (match.path === undefined) {
    if (match.pattern !== undefined && !match.pattern.test(inputText(subject), subject.tick)) return [];
    return [{
      range: undefined,
      what: subject.command ?? subject.files[0]?.absolute ?? subject.event.toolName,
    }];
  }
  const named = namedPath(subject);
  const files = subject.files.length > 0
    ? subject.files
    : named === undefined
    ? []
    : [{ absolute: named, text: inputText(subject) }];
  return files.filter(({ absolute, text }) =>
    fitsPath(match.path!, absolute, subject) && (match.pattern?.test(text, subject.tick) ?? true)
  ).map((file) => ({ range: undefined, what: file.absolute, file }));
}

/** The path that a tool which changes nothing is about: Read, Grep, Glob and their like. */
function namedPath({ event, cwd, os }: Subject): string | undefined {
  const input = event.toolInput;
  if (input === undefined) return undefined;
  const path = [input["file_path"], input["path"], input["notebook_path"]].find((value) =>
    typeof value === "string"
  );
  return typeof path === "string" && path !== "" ? resolve(cwd, path, os) : undefined;
}

function fitsPath(globs: readonly string[], path: string | undefined, { root, home, os }: Subject): boolean {
  if (path === undefined) return false;
  const absolute = withSlashes(path, os);
  const inProject = relativeTo(path, root, os);
  const inHome = home === undefined ? undefined : relativeTo(path, home, os);
  return globs.some((glob) => {
    if (glob.startsWith("~/")) {
      return inHome !== undefined && matchesPath(`./${glob.slice(2)}`, withSlashes(inHome, os));
    }
    if (isAbsolute(glob, os)) return matchesPath(glob, absolute);
    return inProject !== undefined && inProject !== "" && matchesPath(glob, withSlashes(inProject, os));
  });
}

/** The text that a pattern without a path is held against. */
function inputText({ event, command, files }: Subject): string {
  if (event.name === "UserPromptSubmit") return event.prompt ?? "";
  if (event.name === "PostToolUse") return plainText(event.toolResponse);
  if (command !== undefined) return command;
  if (files.length > 0) return files.map(({ text }) => text).join("\n");
  return plainText(event.toolInput);
}

/** Every text in a value, one per line; a pattern need not know how it is packed. */
function plainText(value: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [value];
  for (let count = 0; open.length > 0 && count < 10_000; count++) {
    const next = open.pop();
    if (typeof next === "string") texts.push(next);
    else if (Array.isArray(next)) { for (let at = next.length - 1; at >= 0; at--) open.push(next[at]); }
    else if (isObject(next)) open.push(...Object.values(next).reverse());
  }
  return texts.join("\n");
}
