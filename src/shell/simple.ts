/**
 * Ordinary command lines in one pass: words, quotes, variables, lists, pipes and redirects, of programs that do
 * what they do themselves. Most lines that are run are no more than that, and the parser with the engine costs many
 * times as much to load. Whatever is not certain to be read exactly as the engine reads it is left to the engine.
 */
import { changeFolder, setAssignments, setOptions } from "./builtins.ts";
import { type Field, isKnown, toWord } from "./hole.ts";
import {
  type Call,
  commandsSince,
  emit,
  fieldOf,
  type Frame,
  joinSources,
  nameOf,
  outerFrame,
  rangeAt,
  unknownIn,
} from "./job.ts";
import { leadsElsewhere, lettersOf, runsScripts, startOfWrapped } from "./leads.ts";
import type { ShellLanguage, ShellReading, ShellRedirect, ShellSurroundings } from "./reading.ts";
import { layer, mergeBranches, type Scope, setVariable } from "./scope.ts";
import { endsWord, isNameUnit, type Line, readWord } from "./simple_word.ts";
import { readPlainWindows } from "./simple_windows.ts";
import { SUCCEEDS } from "./succeeds.ts";

const MAX_LENGTH = 4_096;
/** Characters of a variable. */
const MAX_VALUE = 2_000;

/** Wrappers and brackets around one command. */
const MAX_VIA = 12;

/** First words that are no program. */
const RESERVED =
  " if then elif else fi do done case esac while until for select function time in coproc repeat " +
  "foreach end ]] ";

/** The reading of a simple line, as `readShell` would give it; undefined for every other line. */
export function readSimple(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading | undefined {
  if (text.length > MAX_LENGTH || text.includes("\uf8f0") || text.includes("\uf8f1")) return undefined;
  if (language !== "posix") return readPlainWindows(text, language, surroundings);
  const never = () => undefined;
  const frame = {
    ...outerFrame(text, language, surroundings, {
      launch: never,
      read: never,
      walk: never,
      handlerOf: never,
    }),
    source: text,
  };
  const line: Line = {
    text,
    job: frame.job,
    at: 0,
    dynamic: false,
    letters: "",
    secret: false,
    succeeds: false,
    unknown: false,
    blind: false,
    wrote: false,
    changes: 0,
    depth: 0,
    inside,
  };
  if (!readList(line, frame) || line.at < text.length || frame.job.commands.length === 0) return undefined;
  return { text, language, commands: frame.job.commands, incomplete: undefined };
}

// ------------------------------------------------------------------------------------- lists and pipes

/** Statements up to the end or to a closing bracket. */
function readList(line: Line, frame: Frame): boolean {
  const { text, job } = line;
  for (;;) {
    skipLines(line);
    const unit = text.charCodeAt(line.at);
    if (unit !== unit || unit === 0x29) return true;
    const from = job.commands.length;
    const { changes } = line;
    if (!readAndOr(line, frame)) return false;
    switch (text.charCodeAt(line.at)) {
      case 0x26: // &
        // What a statement in the background changes is lost; that is not followed here.
        if (line.changes !== changes) return false;
        for (let index = from; index < job.commands.length; index++) {
          (job.commands[index] as { background: boolean }).background = true;
        }
        line.at++;
        break;
      case 0x3b: // ;
        if (text.charCodeAt(++line.at) === 0x26) return false;
        break;
      case 0x0a:
        break;
      default:
        // The end, a comment, or what closes this list.
        continue;
    }
  }
}

/** `a && b || c`, as the engine walks it. */
function readAndOr(line: Line, frame: Frame): boolean {
  const { text } = line;
  let { scope } = frame;
  let certain = true;
  const outside = line.changes;
  for (let operator = 0;;) {
    let run = scope;
    const before = line.changes;
    if (operator === 0x26) {
      if (!certain && scope === frame.scope) run = scope = layer(frame.scope);
    } else if (operator === 0x7c) run = layer(scope);
    const inner = operator === 0 ? frame : { ...frame, scope: run, conditional: true };
    const succeeded = readPipeline(line, inner);
    if (succeeded === undefined) return false;
    if (operator === 0 && line.secret) line.unknown = true;
    if (operator === 0x7c) { if (line.changes !== before) merge(line, frame, scope, run); }
    else certain &&= succeeded;
    operator = text.charCodeAt(line.at);
    if (operator !== 0x26 && operator !== 0x7c || text.charCodeAt(line.at + 1) !== operator) break;
    line.at += 2;
    skipLines(line);
  }
  if (scope !== frame.scope && line.changes !== outside) merge(line, frame, frame.scope, scope);
  return true;
}

function merge(line: Line, frame: Frame, scope: Scope, branch: Scope): void {
  line.changes++;
  mergeBranches(scope, [branch], true, unknownIn(frame));
}

/** One pipeline; whether it practically always succeeds. */
function readPipeline(line: Line, frame: Frame): boolean | undefined {
  const { text, job } = line;
  let negated = false;
  if (text.charCodeAt(line.at) === 0x21) {
    const next = text.charCodeAt(line.at + 1);
    if (next !== 0x20 && next !== 0x09) return undefined;
    line.at += 2;
    negated = true;
  }
  let { pipedFrom } = frame;
  for (let stage = 0;; stage++) {
    const from = job.commands.length;
    const call = readCommand(line, pipedFrom === frame.pipedFrom ? frame : { ...frame, pipedFrom });
    if (call === undefined) return undefined;
    const { succeeds } = line;
    const next = text.charCodeAt(line.at + 1);
    const piped = text.charCodeAt(line.at) === 0x7c && next !== 0x7c;
    if (!piped && stage === 0) {
      settle(line, frame, call);
      return !negated && succeeds;
    }
    settle(line, { ...frame, scope: layer(frame.scope) }, call);
    if (!piped) return false;
    pipedFrom = joinSources(stage === 0 ? [] : pipedFrom, commandsSince(job, from));
    line.at += next === 0x26 ? 2 : 1;
    skipLines(line);
  }
}

// ------------------------------------------------------------------------------------- simple commands

/** One command with everything in front of it and behind it, up to the operator that ends it. */
function readCommand(line: Line, frame: Frame): Call | undefined {
  if (line.blind) return undefined;
  const { text } = line;
  const fields: Field[] = [];
  const assignments: Call["assignments"][number][] = [];
  const redirects: ShellRedirect[] = [];
  let declares = false;
  let printsInto = false;
  let writes = false;
  let { pipedFrom } = frame;
  let input = pipedFrom.length > 0;
  skipBlanks(line);
  const begin = line.at;
  let end = begin;
  for (;;) {
    const at = line.at;
    const unit = text.charCodeAt(at);
    let descriptor: string | undefined;
    if (unit === 0x23) break;
    if (endsWord(unit)) {
      const opens = unit === 0x3c || unit === 0x3e || unit === 0x26 && text.charCodeAt(at + 1) === 0x3e;
      if (!opens) break;
      descriptor = "";
    } else {
      if (fields.length === 0 || declares) {
        const equals = equalsAt(text, at);
        if (equals > 0) {
          if (text.charCodeAt(equals - 1) === 0x2b) return undefined;
          line.at = equals + 1;
          const value = endsWord(text.charCodeAt(equals + 1))
            ? fieldOf("", { range: rangeAt(frame, equals + 1, equals + 1) })
            : readWord(line, frame, false);
          if (value === undefined || value.text.length > MAX_VALUE) return undefined;
          const name = text.slice(at, equals);
          // `A=1 B=$A`: what B becomes depends on whether a program follows.
          if (assignments.length > 0 && isExpanded(value)) return undefined;
          if (!declares) assignments.push({ name, field: value });
          else {
            const whole = text.slice(at, line.at);
            fields.push({
              ...value,
              text: `${name}=${value.text}`,
              raw: whole,
              range: rangeAt(frame, at, line.at),
            });
          }
          end = line.at;
          skipBlanks(line);
          continue;
        }
      }
      const word = readWord(line, frame, true);
      if (word === undefined) return undefined;
      const next = text.charCodeAt(line.at);
      if ((next === 0x3c || next === 0x3e) && isNumber(word.raw)) descriptor = word.raw;
      else {
        if (fields.length === 0) {
          if (!isProgram(word)) return undefined;
          declares = isDeclaration(word.raw);
        }
        fields.push(word);
      }
    }
    if (descriptor !== undefined) {
      const redirect = readRedirect(line, frame, at, descriptor);
      if (redirect === undefined) return undefined;
      redirects.push(redirect);
      const { target, operator } = redirect;
      // `A=1 > $A`: the same question.
      if (assignments.length > 0 && fields.length === 0 && target !== undefined && isExpanded(target)) {
        return undefined;
      }
      if (target !== undefined) {
        if (operator.startsWith("<") && (redirect.descriptor ?? 0) === 0) {
          if (target.from !== undefined) return undefined;
          input = true;
          pipedFrom = [];
        } else if ((redirect.descriptor ?? 1) === 1) {
          printsInto = true;
          if (target.value !== "/dev/null") writes = true;
        }
      }
    }
    end = line.at;
    skipBlanks(line);
  }
  if (end === begin) return undefined;
  const call = { fields, assignments, redirects, range: rangeAt(frame, begin, end) };
  const inner = start(line, pipedFrom === frame.pipedFrom ? frame : { ...frame, pipedFrom }, call, input);
  if (inner === undefined) return undefined;
  line.wrote ||= writes;
  line.secret = fields.length > 0 && !printsInto && !line.letters.includes("P");
  const [first] = fields;
  line.succeeds = first === undefined || SUCCEEDS.has(first.text);
  return inner;
}

/** Whether variables have a part in the word. */
function isExpanded({ dynamic, raw }: { readonly dynamic: boolean; readonly raw: string }): boolean {
  return dynamic || raw[0] === "~";
}

/** Where the `=` of `NAME=` stands, or 0. */
function equalsAt(text: string, start: number): number {
  let at = start;
  let unit = text.charCodeAt(at);
  if (unit >= 0x30 && unit <= 0x39) return 0;
  while (isNameUnit(unit)) unit = text.charCodeAt(++at);
  if (unit === 0x2b && at > start) unit = text.charCodeAt(++at);
  return unit === 0x3d && at > start ? at : 0;
}

function isNumber(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return text.length < 6;
}

/** Whether a first word names a program and nothing else. */
function isProgram({ text, raw }: Field): boolean {
  return isKnown(text) && !RESERVED.includes(` ${text} `) && raw[0] !== "{" && raw[0] !== "!" &&
    (raw === "[" || !raw.includes("["));
}

/** Commands whose arguments `A=b` are assignments. */
function isDeclaration(name: string): boolean {
  return name === "export" || name === "alias" || name === "local" || name === "declare" ||
    name === "typeset" ||
    name === "readonly";
}

/** Meets the command, or the one that it starts; the latter is returned. */
function start(line: Line, frame: Frame, call: Call, input: boolean): Call | undefined {
  const { fields, range } = call;
  const [first] = fields;
  if (first === undefined) {
    emit(frame, call);
    return call;
  }
  const { text } = first;
  if (!isKnown(text)) return undefined;
  // What the line itself has written may be run by its path.
  if (text.includes("/") && (line.wrote || text === "/dev/null")) return undefined;
  const letters = line.letters = lettersOf(nameOf(text, frame.job.surroundings.os) ?? "");
  if (letters === "") {
    emit(frame, call);
    return call;
  }
  const texts = fields.map((field) => field.text);
  const at = startOfWrapped(letters, texts);
  if (at > 0 && frame.via.length <= MAX_VIA) {
    if (letters.endsWith("m")) emit(frame, call);
    const [, verb] = texts;
    const name = nameOf(text, frame.job.surroundings.os) ?? "";
    const via = [...frame.via, at > 1 && !letters.endsWith("t") ? `${name} ${verb}` : name];
    const rest = fields.slice(at);
    const inner = { ...call, fields: rest, range: rangeAt(frame, rest[0]!.range.start, range.end) };
    return start(line, { ...frame, via }, inner, input);
  }
  if (at !== 0 || leadsElsewhere(letters, texts, input) || line.wrote && runsScripts(letters)) {
    return undefined;
  }
  emit(frame, call);
  return call;
}

function readRedirect(line: Line, frame: Frame, start: number, number: string): ShellRedirect | undefined {
  const { text } = line;
  let { at } = line;
  const unit = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (unit === 0x3c && next === 0x3c) return undefined;
  const from = at;
  at++;
  if (unit === 0x26) {
    at++;
    if (text.charCodeAt(at) === 0x3e) at++;
  } else if (next === 0x3e || next === 0x26 || unit === 0x3e && next === 0x7c) at++;
  const operator = text.slice(from, at);
  line.at = at;
  skipBlanks(line);
  const first = text.charCodeAt(line.at);
  if (endsWord(first) || first === 0x23) return undefined;
  const file = readWord(line, frame, false);
  if (file === undefined) return undefined;
  const copies = (operator === ">&" || operator === "<&") && isCopy(file.text);
  return {
    operator,
    descriptor: number === "" ? undefined : Number(number),
    target: copies ? undefined : toWord(frame.job.holes, file),
    body: undefined,
    range: rangeAt(frame, start, line.at),
  };
}

/** `1`, `1-` or `-` behind `>&`. */
function isCopy(text: string): boolean {
  return text === "-" || text !== "" && isNumber(text.endsWith("-") ? text.slice(0, -1) : text);
}

// ------------------------------------------------------------------------------------------ consequences

/** What the command changes for those after it. */
function settle(line: Line, frame: Frame, call: Call): void {
  const { fields, assignments } = call;
  if (fields.length === 0) {
    for (const { name, field } of assignments) {
      if (name === "IFS") line.blind = true;
      setVariable(frame.scope, name, field.text);
    }
    if (assignments.length > 0) line.changes++;
  } else if (line.letters !== "") change(line, frame, call);
}

function change(line: Line, frame: Frame, { fields, assignments }: Call): void {
  const args = fields.slice(1);
  switch (line.letters.at(-1)) {
    case "C":
      changeFolder(frame, args);
      break;
    case "E":
      setAssignments(frame, args, true);
      if (args.some(({ text }) => text.includes("IFS"))) line.blind = true;
      break;
    case "S":
      setOptions(frame, args);
      break;
    case "X":
      frame.scope.ended = true;
      break;
    case "B":
      line.blind = true;
      return;
    case "F":
      if (args[0]?.text === "-v") line.blind = true;
      return;
    case "W":
      line.wrote = true;
      return;
    default:
      return;
  }
  if (assignments.length > 0) line.blind = true;
  line.changes++;
}

/** The inside of `$( )`: read, and certain to print what nobody knows. */
function inside(line: Line, frame: Frame): boolean {
  const before = line.unknown;
  line.unknown = false;
  if (!readList(line, frame) || line.text.charCodeAt(line.at) !== 0x29 || !line.unknown) return false;
  line.unknown = before;
  line.at++;
  return true;
}

/** Blanks and line ends that are escaped. */
function skipBlanks(line: Line): void {
  const { text } = line;
  for (;;) {
    const unit = text.charCodeAt(line.at);
    if (unit === 0x20 || unit === 0x09) line.at++;
    else if (unit === 0x5c && text.charCodeAt(line.at + 1) === 0x0a) line.at += 2;
    else return;
  }
}

/** Blanks, empty lines and comments. */
function skipLines(line: Line): void {
  const { text } = line;
  for (;;) {
    skipBlanks(line);
    const unit = text.charCodeAt(line.at);
    if (unit === 0x0a) line.at++;
    else if (unit === 0x23) {
      const end = text.indexOf("\n", line.at);
      line.at = end < 0 ? text.length : end;
    } else return;
  }
}
