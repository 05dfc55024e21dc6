/**
 * What a shell knows at one point of the line: variables, functions, aliases, folder, positional parameters.
 * Scopes are layers: a subshell gets a layer that is thrown away, a branch gets one that is merged afterwards.
 */

/** A variable: its text (with holes), or the elements of an array. */
export interface Variable {
  readonly value: string | readonly string[];
  readonly exported: boolean;
}

/** A function's body in its syntax tree, with what its positions refer to. */
export interface FunctionBody {
  readonly node: unknown;
  readonly source: string;
  readonly place: { readonly start: number; readonly end: number } | undefined;
}

export interface Scope {
  readonly parent: Scope | undefined;
  /** A process of its own, which sees exported variables only. */
  readonly process: boolean;
  /** null: unset here. */
  readonly variables: Map<string, Variable | null>;
  readonly functions: Map<string, FunctionBody>;
  readonly aliases: Map<string, string>;
  cwd: string | undefined;
  oldCwd: string | undefined;
  folders: readonly (string | undefined)[];
  /** $1 …; undefined: unknown. */
  positional: readonly string[] | undefined;
  /** $0, where known. */
  zero: string | undefined;
  /** `exit` or `return` was met: what follows this branch has not seen its changes. */
  ended: boolean;
  /** In the layer of a called function: the names that it declared its own. */
  readonly locals: Set<string> | undefined;
}

/** The outermost scope. */
export function outerScope(cwd: string): Scope {
  return {
    parent: undefined,
    process: true,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    cwd,
    oldCwd: undefined,
    folders: [],
    positional: undefined,
    zero: undefined,
    ended: false,
    locals: undefined,
  };
}

/** A layer on `parent`. */
export function layer(parent: Scope, process = false): Scope {
  return {
    parent,
    process,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    cwd: parent.cwd,
    oldCwd: parent.oldCwd,
    folders: parent.folders,
    positional: parent.positional,
    zero: parent.zero,
    ended: false,
    locals: undefined,
  };
}

/** Notes that the function being called has variables of its own by these names. */
export function declareLocal(scope: Scope, names: readonly string[]): void {
  for (let at: Scope | undefined = scope; at !== undefined && !at.process; at = at.parent) {
    if (at.locals === undefined) continue;
    for (const name of names) at.locals.add(name);
    return;
  }
}

/** The variable `name`; null: unset on this line; undefined: the line says nothing. */
export function findVariable(scope: Scope, name: string): Variable | null | undefined {
  let outside = false;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.variables.get(name);
    if (found !== undefined) return outside && found !== null && !found.exported ? null : found;
    outside ||= at.process;
  }
  return undefined;
}

/** Sets `name`; a variable that was exported before stays so. */
export function setVariable(scope: Scope, name: string, value: Variable["value"], exported = false): void {
  scope.variables.set(name, { value, exported: exported || (findVariable(scope, name)?.exported ?? false) });
}

/** The function `name`, if the line defines it; `export -f` may have taken it into any process. */
export function findFunction(scope: Scope, name: string): FunctionBody | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.functions.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The alias `name`, if the line defines it. */
export function findAlias(scope: Scope, name: string): string | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.aliases.get(name);
    if (found !== undefined) return found === "" ? undefined : found;
    if (at.process) return undefined;
  }
  return undefined;
}

function sameValue(a: Variable | null | undefined, b: Variable | null | undefined): boolean {
  if (!a || !b) return !a && !b && a === b;
  if (typeof a.value === "string" || typeof b.value === "string") return a.value === b.value;
  return a.value.length === b.value.length && a.value.every((text, index) => text === b.value[index]);
}

/**
 * Brings branches back into `scope`, of which one runs, or none where `maybeNone`. What they do not agree on
 * becomes what `unknown` makes of it. Branches that ended the shell do not count.
 */
export function mergeBranches(
  scope: Scope,
  branches: readonly Scope[],
  maybeNone: boolean,
  unknown: (name: string, maybeUnset: boolean) => string,
): void {
  const living = branches.filter((branch) => !branch.ended);
  if (living.length === 0) {
    // Every branch leaves: what follows runs only if none was taken, or never.
    if (branches.length > 0 && !maybeNone) scope.ended = true;
    return;
  }
  const names = new Set(living.flatMap((branch) => [...branch.variables.keys()]));
  for (const name of names) {
    const before = findVariable(scope, name);
    const values = living.map((branch) => branch.variables.has(name) ? branch.variables.get(name) : before);
    if (maybeNone) values.push(before);
    const first = values[0];
    if (values.every((value) => sameValue(value, first))) {
      if (first !== undefined) scope.variables.set(name, first);
      continue;
    }
    const unset = values.some((value) => !value || value.value === "");
    setVariable(scope, name, unknown(name, unset), values.some((value) => value?.exported));
  }
  for (const branch of living) {
    for (const [name, body] of branch.functions) scope.functions.set(name, body);
    for (const [name, text] of branch.aliases) scope.aliases.set(name, text);
  }
  const folders = living.map((branch) => branch.cwd);
  if (maybeNone) folders.push(scope.cwd);
  const cwd = folders.every((folder) => folder === folders[0]) ? folders[0] : undefined;
  if (cwd !== scope.cwd) scope.oldCwd = undefined;
  scope.cwd = cwd;
}

/** Brings a layer that certainly ran back into its scope, all but the variables named in `except`. */
export function commit(scope: Scope, ran: Scope, except: ReadonlySet<string> = new Set()): void {
  for (const [name, value] of ran.variables) if (!except.has(name)) scope.variables.set(name, value);
  for (const [name, body] of ran.functions) scope.functions.set(name, body);
  for (const [name, text] of ran.aliases) scope.aliases.set(name, text);
  scope.cwd = ran.cwd;
  scope.oldCwd = ran.oldCwd;
  scope.folders = ran.folders;
  scope.positional = ran.positional;
  scope.ended ||= ran.ended;
}
