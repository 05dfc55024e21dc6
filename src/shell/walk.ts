/** Walks the syntax tree of a POSIX or bash script in the order in which it would run. */
import type {
  AndOr,
  Assignment,
  Case,
  Command,
  CompoundList,
  For,
  If,
  Pipeline,
  Redirection,
  Script,
  Select,
  Statement,
  TestExpression,
  Word,
} from "unbash";
import { expandBody, expandFields, expandOne, noteErrors, visitArithmetic, type Walker } from "./expand.ts";
import { keepOutput, readInput } from "./files.ts";
import { type Field, isKnown, knownPrefix, knownSuffix, printed, toWord } from "./hole.ts";
import {
  type Call,
  commandsSince,
  deeper,
  emit,
  type Frame,
  giveUp,
  joined,
  joinSources,
  type Output,
  rangeAt,
  tick,
  unknown,
  unknownIn,
} from "./job.ts";
import { parseScript } from "./parse.ts";
import type { ShellRedirect } from "./reading.ts";
import { commit, findAlias, findVariable, layer, mergeBranches, type Scope, setVariable } from "./scope.ts";
import { SUCCEEDS } from "./succeeds.ts";
import { parameter } from "./variables.ts";

/** Values of a literal loop that are tried one after the other. */
const MAX_VALUES = 32;
/** Elements of an array, and characters of a variable, that are kept. */
const MAX_ELEMENTS = 1_000;
const MAX_VALUE = 1 << 14;

const WALKER: Walker = {
  script: walkScript,
  reparse: (text) => {
    const script = parseScript(`: ${text}`);
    if (typeof script === "string") return undefined;
    const command = script.commands[0]?.command;
    const word = command?.type === "Command" ? command.suffix[0] : undefined;
    return word?.type === "Word" && command?.type === "Command" && command.suffix.length === 1
      ? word
      : undefined;
  },
};

/** Reads `text` as a script; `frame.place` says where it stands in the command line. */
export function readPosix(frame: Frame, text: string): Output {
  const script = parseScript(text);
  if (typeof script === "string") {
    giveUp(frame.job, script);
    return undefined;
  }
  return walkScript({ ...frame, source: text }, script);
}

/** Walks the body of a function; the node is one that this file has put away. */
export function walkBody(frame: Frame, node: unknown): Output {
  const body = node as Node | CompoundList;
  return body.type === "CompoundList" ? walkList(frame, body.commands) : walkNode(frame, body);
}

type Node = Statement["command"];

function walkScript(frame: Frame, script: Script): Output {
  noteErrors(frame, script);
  return walkList(frame, script.commands);
}

function walkList(frame: Frame, statements: readonly Statement[]): Output {
  let output: Output = "";
  for (const statement of statements) output = joined(output, walkStatement(frame, statement));
  return output;
}

function walkStatement(frame: Frame, statement: Statement): Output {
  tick(frame.job);
  if (!statement.background) return walkNode(frame, statement.command);
  return walkNode({ ...frame, background: true, scope: layer(frame.scope) }, statement.command);
}

function walkNode(frame: Frame, node: Node): Output {
  switch (node.type) {
    case "Command":
      return walkCommand(frame, node);
    case "Pipeline":
      return walkPipeline(frame, node);
    case "AndOr":
      return walkAndOr(frame, node);
    case "Function":
      frame.scope.functions.set(node.name.value, {
        node: node.body,
        source: frame.source,
        place: frame.place,
      });
      return "";
    default: {
      const inner = deeper(frame);
      return inner === undefined ? undefined : walkCompound(inner, node);
    }
  }
}

function walkCompound(
  frame: Frame,
  node: Exclude<Node, { type: "Command" | "Pipeline" | "AndOr" | "Function" }>,
): Output {
  switch (node.type) {
    case "Subshell":
      return walkList({ ...frame, scope: layer(frame.scope) }, node.body.commands);
    case "BraceGroup":
      return walkList(frame, node.body.commands);
    case "If":
      return walkIf(frame, node);
    case "While":
      return loop(frame, (inner) => {
        walkList(inner, node.clause.commands);
        walkList({ ...inner, conditional: true }, node.body.commands);
      });
    case "For":
      return walkFor(frame, node);
    case "Select":
      return walkSelect(frame, node);
    case "ArithmeticFor":
      visitArithmetic(frame, node.initialize, WALKER);
      return loop(frame, (inner) => {
        visitArithmetic(inner, node.test, WALKER);
        walkList({ ...inner, conditional: true }, node.body.commands);
        visitArithmetic(inner, node.update, WALKER);
      });
    case "Case":
      return walkCase(frame, node);
    case "TestCommand":
      walkTest(frame, node.expression);
      return "";
    case "ArithmeticCommand":
      visitArithmetic(frame, node.expression, WALKER);
      return "";
    case "Coproc":
      return walkBody({ ...frame, background: true, scope: layer(frame.scope) }, node.body);
    case "Redirected":
      return walkRedirected(frame, node.command, node.redirects, node);
  }
}

function walkRedirected(
  frame: Frame,
  command: Node,
  list: readonly Redirection[],
  node: { readonly pos: number; readonly end: number },
): Output {
  const redirects = list.map((redirect) => expandRedirect(frame, redirect));
  const range = rangeAt(frame, node.pos, node.end);
  // The files are opened by the compound as a whole; a command without words stands for that.
  emit(frame, { fields: [], assignments: [], redirects: redirects.map(({ seen }) => seen), range });
  const output = walkNode(withInput(frame, redirects), command);
  return keepOutput(frame, redirects, output);
}

// ---------------------------------------------------------------------------------------- simple commands

function walkCommand(frame: Frame, node: Command): Output {
  const aliased = walkAlias(frame, node);
  if (aliased !== undefined) return aliased.output;
  const assignments: Call["assignments"][number][] = [];
  const redirects: Redirect[] = [];
  const bare = node.name === undefined;
  for (const item of node.prefix) {
    if (item.type === "Assignment") {
      const field = assign(frame, item, bare);
      assignments.push({ name: item.name, field });
    } else redirects.push(expandRedirect(frame, item));
  }
  const fields: Field[] = node.name === undefined ? [] : expandFields(frame, node.name, WALKER);
  for (const item of node.suffix) {
    if (item.type === "Word") { for (const field of expandFields(frame, item, WALKER)) fields.push(field); }
    else if (item.type === "Assignment") fields.push(assignmentWord(frame, item));
    else redirects.push(expandRedirect(frame, item));
  }
  const range = rangeAt(frame, node.pos, node.end);
  const call: Call = { fields, assignments, redirects: redirects.map(({ seen }) => seen), range };
  const inner = withInput(frame, redirects);
  if (assignments.length === 0 || fields.length === 0) {
    return keepOutput(frame, redirects, frame.job.launch(inner, call));
  }
  const scope = layer(frame.scope);
  for (const { name, field } of assignments) setVariable(scope, name, field.text, true);
  const output = frame.job.launch({ ...inner, scope }, call);
  commit(frame.scope, scope, new Set(assignments.map(({ name }) => name)));
  return keepOutput(frame, redirects, output);
}

/** `alias k='rm -rf'` and later `k /`: the text of the alias takes the place of its name. */
function walkAlias(frame: Frame, node: Command): { readonly output: Output } | undefined {
  const name = node.name;
  if (name === undefined || name.text !== name.value) return undefined;
  const text = findAlias(frame.scope, name.text);
  const step = `alias ${name.text}`;
  if (text === undefined || frame.calling.includes(step)) return undefined;
  const inner = deeper(frame, {
    via: [...frame.via, step],
    calling: [...frame.calling, step],
    place: rangeAt(frame, node.pos, node.end),
  });
  if (inner === undefined) return { output: undefined };
  const before = frame.source.slice(node.pos, name.pos);
  return {
    output: readPosix(inner, `${before}${text}${frame.source.slice(name.end, commandEnd(frame, node))}`),
  };
}

/** The end of a command with the bodies of its here-documents, which stand on later lines. */
function commandEnd(_frame: Frame, node: Command): number {
  let end = node.end;
  for (const redirect of node.redirects) {
    if (redirect.type === "HereDoc") end = Math.max(end, redirect.closing?.end ?? redirect.body.end);
  }
  return end;
}

/** Expands an assignment; where it stands alone it takes effect. */
function assign(frame: Frame, node: Assignment, effective: boolean): Field {
  const range = rangeAt(frame, node.pos, node.end);
  if (node.index !== undefined) expandOne(frame, node.index, WALKER);
  if (node.value.type === "ArrayValue") {
    const elements = node.value.elements.flatMap((word) => expandFields(frame, word, WALKER));
    if (effective) setArray(frame, node, elements.map((field) => field.text));
    const text = elements.map((field) => field.text).join(" ");
    return { text, raw: node.text, glob: false, dynamic: !isKnown(text), range };
  }
  const field = expandOne(frame, node.value, WALKER);
  const before = node.append ? parameter(frame, node.name) : undefined;
  const text = (typeof before === "string" ? before : "") + field.text;
  if (effective) {
    if (node.index !== undefined) setElement(frame, node, text);
    else if (text.length <= MAX_VALUE) setVariable(frame.scope, node.name, text);
    else forget(frame, node.name);
  }
  return { ...field, text };
}

function setArray(frame: Frame, node: Assignment, elements: readonly string[]): void {
  const before = node.append ? findVariable(frame.scope, node.name)?.value : undefined;
  const list = before === undefined ? [] : typeof before === "string" ? [before] : before;
  if (list.length + elements.length <= MAX_ELEMENTS) {
    setVariable(frame.scope, node.name, [...list, ...elements]);
  } else forget(frame, node.name);
}

function setElement(frame: Frame, node: Assignment, text: string): void {
  const at = Number(node.index?.text);
  const before = findVariable(frame.scope, node.name)?.value;
  const list = before === undefined ? [] : typeof before === "string" ? [before] : before;
  if (!Number.isInteger(at) || at < 0 || at > list.length || at > MAX_ELEMENTS) forget(frame, node.name);
  else setVariable(frame.scope, node.name, [...list.slice(0, at), text, ...list.slice(at + 1)]);
}

function forget(frame: Frame, name: string): void {
  setVariable(frame.scope, name, unknown(frame, `$${name}`, { maybeEmpty: true }));
}

/** `A=b` as an argument of `export` and the like. */
function assignmentWord(frame: Frame, node: Assignment): Field {
  if (node.value.type === "ArrayValue") assign(frame, node, true);
  const field = assign(frame, node, false);
  const operator = node.append ? "+=" : "=";
  const range = rangeAt(frame, node.pos, node.end);
  return { ...field, text: `${node.name}${operator}${field.text}`, raw: node.text, range };
}

// --------------------------------------------------------------------------------------------- redirects

/** A redirect with its texts: `seen` is what guards see. */
export interface Redirect {
  readonly seen: ShellRedirect;
  readonly file: Field | undefined;
  /** The text of a here-document or here-string. */
  readonly text: string | undefined;
}

function expandRedirect(frame: Frame, node: Redirection): Redirect {
  const range = rangeAt(frame, node.pos, node.end);
  const { holes } = frame.job;
  const descriptor = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : undefined;
  if (node.type === "HereDoc") {
    const { body, delimiter } = node;
    const written = delimiter?.quoted || body.parts === undefined
      ? body.text
      : expandBody(frame, body.parts, WALKER);
    const text = node.operator === "<<-" ? written.replace(/^\t+/gm, "") : written;
    const seen = {
      operator: node.operator,
      descriptor,
      target: undefined,
      body: printed(holes, text),
      range,
    };
    return { seen, file: undefined, text };
  }
  const file = node.target === undefined ? undefined : expandOne(frame, node.target, WALKER);
  if (node.type === "HereString") {
    const text = file === undefined ? undefined : `${file.text}\n`;
    const target = file === undefined ? undefined : toWord(holes, file);
    const body = text === undefined ? undefined : printed(holes, text);
    return { seen: { operator: "<<<", descriptor, target, body, range }, file, text };
  }
  const copies = (node.operator === ">&" || node.operator === "<&") &&
    /^(?:\d+-?|-)$/.test(file?.text ?? "-");
  const opened = copies ? undefined : file;
  const target = opened === undefined ? undefined : toWord(holes, opened);
  return {
    seen: { operator: node.operator, descriptor, target, body: undefined, range },
    file: opened,
    text: undefined,
  };
}

/** `frame` with the standard input that the redirects give. */
function withInput(frame: Frame, redirects: readonly Redirect[]): Frame {
  let inner = frame;
  for (const redirect of redirects) {
    const input = readInput(frame, redirect);
    if (input !== undefined) inner = { ...inner, ...input };
  }
  return inner;
}

// -------------------------------------------------------------------------------------- pipes and lists

function walkPipeline(frame: Frame, node: Pipeline): Output {
  const timed = node.prefixes.some((prefix) => prefix.type === "Time");
  const outer = timed ? { ...frame, via: [...frame.via, "time"] } : frame;
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) return walkNode(outer, only);
  let { pipedFrom, stdin }: Pick<Frame, "pipedFrom" | "stdin"> = outer;
  let output: Output = "";
  node.commands.forEach((stage, index) => {
    tick(frame.job);
    const from = frame.job.commands.length;
    output = walkNode({ ...outer, scope: layer(frame.scope), pipedFrom, stdin }, stage);
    pipedFrom = joinSources(index === 0 ? [] : pipedFrom, commandsSince(frame.job, from));
    stdin = output;
  });
  return output;
}

/**
 * `a && b || c`. What runs after a command that practically always succeeds counts as having run; behind others
 * it counts as one possibility, so that its variables are unknown afterwards.
 */
function walkAndOr(frame: Frame, node: AndOr): Output {
  let scope = frame.scope;
  let certain = true;
  let output: Output = "";
  node.commands.forEach((command, index) => {
    tick(frame.job);
    const operator = index === 0 ? undefined : node.operators[index - 1];
    if (operator === undefined) {
      output = walkNode(frame, command);
    } else if (operator === "&&") {
      if (!certain && scope === frame.scope) scope = layer(frame.scope);
      const printedToo = walkNode({ ...frame, scope, conditional: true }, command);
      output = certain ? joined(output, printedToo) : undefined;
    } else {
      const branch = layer(scope);
      walkNode({ ...frame, scope: branch, conditional: true }, command);
      mergeBranches(scope, [branch], true, unknownIn(frame));
      if (!certain) output = undefined;
    }
    if (operator !== "||") certain &&= succeeds(command);
  });
  if (scope !== frame.scope) mergeBranches(frame.scope, [scope], true, unknownIn(frame));
  return output;
}

function succeeds(node: Node): boolean {
  if (node.type !== "Command") return false;
  return node.name === undefined || SUCCEEDS.has(node.name.value);
}

// ------------------------------------------------------------------------------------ branches and loops

function walkIf(frame: Frame, node: If): Output {
  walkList(frame, node.clause.commands);
  const branches = [branch(frame, node.then)];
  for (const elif of node.elif) {
    tick(frame.job);
    walkList({ ...frame, conditional: true }, elif.clause.commands);
    branches.push(branch(frame, elif.then));
  }
  if (node.else !== undefined) branches.push(branch(frame, node.else));
  mergeBranches(frame.scope, branches, node.else === undefined, unknownIn(frame));
  return undefined;
}

function branch(frame: Frame, list: CompoundList): Scope {
  const scope = layer(frame.scope);
  walkList({ ...frame, scope, conditional: true }, list.commands);
  return scope;
}

function walkCase(frame: Frame, node: Case): Output {
  expandOne(frame, node.word, WALKER);
  let open = true;
  const branches = node.items.map((item) => {
    tick(frame.job);
    for (const pattern of item.pattern) {
      if (expandOne(frame, pattern, WALKER).raw === "*") open = false;
    }
    return branch(frame, item.body);
  });
  mergeBranches(frame.scope, branches, open, unknownIn(frame));
  return undefined;
}

/**
 * Walks a loop of unknown length. What one round changes, the next round sees, so a rehearsal finds out what
 * that is, and the round that counts sees it as unknown.
 */
function loop(frame: Frame, round: (inner: Frame) => void): Output {
  const { job } = frame;
  if (!frame.rehearsing) {
    const from = job.commands.length;
    const scope = layer(frame.scope);
    round({ ...frame, scope, rehearsing: true });
    job.commands.length = from;
    mergeBranches(frame.scope, [{ ...scope, ended: false }], true, unknownIn(frame));
  }
  const scope = layer(frame.scope);
  round({ ...frame, scope });
  mergeBranches(frame.scope, [scope], true, unknownIn(frame));
  return undefined;
}

function walkFor(frame: Frame, node: For): Output {
  const { job, scope } = frame;
  const name = node.name.value;
  const items = loopItems(frame, node.wordlist);
  if (items === undefined || items.length > MAX_VALUES || job.rounds < items.length) {
    setVariable(scope, name, unknown(frame, `$${name}`, { nonEmpty: items !== undefined }));
    return loop(frame, (inner) => {
      walkList({ ...inner, conditional: true }, node.body.commands);
      setVariable(inner.scope, name, unknown(frame, `$${name}`, { nonEmpty: items !== undefined }));
    });
  }
  job.rounds -= items.length;
  let output: Output = "";
  for (const item of items) {
    setVariable(scope, name, item);
    output = joined(output, walkList(frame, node.body.commands));
  }
  return output;
}

/** The values of a loop; undefined: unknown. A pattern is a value of which only the ends are known. */
function loopItems(frame: Frame, words: readonly Word[] | undefined): string[] | undefined {
  if (words === undefined) {
    return frame.scope.positional === undefined ? undefined : [...frame.scope.positional];
  }
  const fields = words.flatMap((word) => expandFields(frame, word, WALKER));
  return fields.map((field) => field.glob ? matched(frame, field) : field.text);
}

/** What a pattern stands for once it has matched: the literal ends of it, and something between. */
function matched(frame: Frame, field: Field): string {
  const before = /^[^*?[]*/.exec(knownPrefix(field.text))?.[0] ?? "";
  const after = /[^*?\]]*$/.exec(knownSuffix(field.text))?.[0] ?? "";
  return before + unknown(frame, field.raw, { nonEmpty: true }) + after;
}

function walkSelect(frame: Frame, node: Select): Output {
  for (const word of node.wordlist ?? []) expandFields(frame, word, WALKER);
  const name = node.name.value;
  return loop(frame, (inner) => {
    setVariable(inner.scope, name, unknown(frame, `$${name}`, { maybeEmpty: true }));
    walkList({ ...inner, conditional: true }, node.body.commands);
  });
}

function walkTest(frame: Frame, root: TestExpression): void {
  const open: TestExpression[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (node === undefined) continue;
    tick(frame.job);
    switch (node.type) {
      case "TestUnary":
        expandOne(frame, node.operand, WALKER);
        break;
      case "TestBinary":
        expandOne(frame, node.left, WALKER);
        expandOne(frame, node.right, WALKER);
        break;
      case "TestLogical":
        open.push(...[...node.operands].reverse());
        break;
      case "TestNot":
        open.push(node.operand);
        break;
      case "TestGroup":
        open.push(node.expression);
        break;
    }
  }
}
