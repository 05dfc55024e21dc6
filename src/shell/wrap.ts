/** Takes a wrapper off the command that it wraps. */
import { resolve } from "../base/path.ts";
import { type Field, isKnown } from "./hole.ts";
import { type Call, type Frame, type Handler, type Output } from "./job.ts";
import { isReadable, joinedText, launchNested, quotedAll, readNested } from "./nested.ts";
import { hasOption, type Options, optionValue, readOptions } from "./options.ts";
import { layer, setVariable } from "./scope.ts";
import type { Wrapper } from "./wrappers.ts";

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** The handler for one row of the table of wrappers. */
export function wrapperHandler(row: Wrapper, meet: Handler): Handler {
  return (frame, call, name) => {
    const { fields } = call;
    let options = readOptions(fields, 1, row);
    let step = name;
    if (row.verbs !== undefined) {
      const verb = fields[options.next]?.text ?? "";
      if (!row.verbs.includes(verb)) return meet(frame, call, name);
      step = `${name} ${verb}`;
      options = readOptions(fields, options.next + 1, row);
    }
    if (row.inert !== undefined && hasOption(options, ...row.inert)) return meet(frame, call, name);
    if (row.also) meet(frame, call, name);
    const text = row.text === undefined ? undefined : textOption(fields, options, row);
    if (text !== undefined) return runText(frame, call, text, step, row, meet, name);
    const start = options.next + (row.words ?? 0);
    const { rest, assignments } = row.assignments
      ? takeAssignments(fields.slice(start))
      : { rest: fields.slice(start), assignments: [] };
    if (
      rest.length === 0 && row.shell !== undefined && hasOption(options, ...row.shell) &&
      isReadable(frame.stdin)
    ) {
      const quiet = { ...frame, stdin: undefined };
      return readNested(quiet, call, frame.stdin, undefined, { via: step, process: true });
    }
    if (rest.length === 0) return row.also ? undefined : meet(frame, call, name);
    if (row.joined) return readNested(frame, call, joinedText(rest), rest[0], { via: step, process: true });
    const inner = withAssignments(withFolder(frame, row, options), assignments);
    const whole = { ...call, assignments: [...call.assignments, ...assignments] };
    const output = launchNested(inner, whole, rest, { via: step });
    if (name === "exec") frame.scope.ended = true;
    return output;
  };
}

/** `flock FILE -c 'text'`, `script FILE -c text`: the option may follow the words. */
function textOption(fields: readonly Field[], options: Options, row: Wrapper): Field | undefined {
  const names = row.text ?? [];
  const again = readOptions(fields, 1, {
    ...row,
    short: (row.short ?? "") + shortOf(names),
    long: [...(row.long ?? []), ...longOf(names)],
  });
  const early = optionValue(again, ...names);
  if (early !== undefined) return early;
  const late = fields[options.next + (row.words ?? 0)];
  return late !== undefined && names.includes(late.text)
    ? fields[options.next + (row.words ?? 0) + 1]
    : undefined;
}

function shortOf(names: readonly string[]): string {
  return names.filter((name) => /^-\w$/.test(name)).map((name) => name.slice(1)).join("");
}

function longOf(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith("--"));
}

function runText(
  frame: Frame,
  call: Call,
  text: Field,
  step: string,
  row: Wrapper,
  meet: Handler,
  name: string,
): Output {
  if (!isReadable(text.text)) {
    if (!row.also) meet(frame, call, name);
    return undefined;
  }
  return readNested(frame, call, text.text, text, { via: step, process: true });
}

/** The `NAME=value` words in front of the command. */
export function takeAssignments(fields: readonly Field[]): {
  readonly rest: readonly Field[];
  readonly assignments: Call["assignments"];
} {
  let count = 0;
  while (ASSIGNMENT.test(fields[count]?.text ?? "")) count++;
  const assignments = fields.slice(0, count).map((field) => {
    const at = field.text.indexOf("=");
    return { name: field.text.slice(0, at), field: { ...field, text: field.text.slice(at + 1) } };
  });
  return { rest: fields.slice(count), assignments };
}

/** `frame` in which the assignments hold for what is started. */
export function withAssignments(frame: Frame, assignments: Call["assignments"]): Frame {
  if (assignments.length === 0) return frame;
  const scope = layer(frame.scope);
  for (const { name, field } of assignments) setVariable(scope, name, field.text, true);
  return { ...frame, scope };
}

function withFolder(frame: Frame, row: Wrapper, options: Options): Frame {
  const folder = row.folder === undefined ? undefined : optionValue(options, ...row.folder);
  return folder === undefined ? frame : inFolder(frame, folder.text);
}

/** `frame` in the folder `path`. */
export function inFolder(frame: Frame, path: string): Frame {
  const scope = layer(frame.scope);
  scope.cwd = isKnown(path) && (scope.cwd !== undefined || path.startsWith("/"))
    ? resolve(scope.cwd ?? "/", path, frame.job.surroundings.os)
    : undefined;
  return { ...frame, scope };
}

const ENV_OPTIONS = { short: "uCSP", long: ["--unset", "--chdir", "--split-string", "--argv0", "-a"] };

/** `env`: assignments, a folder, `-S` with a whole command line. */
export function envHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const options = readOptions(call.fields, 1, ENV_OPTIONS);
    const { rest, assignments } = takeAssignments(
      call.fields.slice(options.next).filter((field, index) => index > 0 || field.text !== "-"),
    );
    const folder = optionValue(options, "-C", "--chdir");
    let inner = folder === undefined ? frame : inFolder(frame, folder.text);
    inner = withAssignments(inner, assignments);
    const whole = { ...call, assignments: [...call.assignments, ...assignments] };
    const line = optionValue(options, "-S", "--split-string");
    if (line !== undefined) {
      if (!isReadable(line.text)) return meet(frame, call, name);
      const text = `${line.text} ${quotedAll(call.fields.slice(options.next))}`;
      return readNested(inner, call, text, line, { via: name });
    }
    if (rest.length === 0) return meet(frame, call, name);
    return launchNested(inner, whole, rest, { via: name });
  };
}
