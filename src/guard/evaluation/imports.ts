/** Which names of a file stand for members of modules that we know. */
import type { Source } from "./calls.ts";

/** A name of the file → what it stands for, such as `sh` → `child_process.exec`. */
export type Aliases = ReadonlyMap<string, string>;

const PYTHON_IMPORT = /^[ \t]{0,80}import[ \t]{1,20}([^\n#;]{1,1000})/gm;
const PYTHON_FROM =
  /^[ \t]{0,80}from[ \t]{1,20}([\w.]{1,200})[ \t]{1,20}import[ \t]{0,20}(\([^)]{0,4000}\)|[^\n#;]{1,1000})/gm;

/** The names that Python's imports bind. */
export function pythonAliases({ masked }: Source): Aliases {
  const aliases = new Map<string, string>();
  for (const match of masked.matchAll(PYTHON_IMPORT)) {
    for (const part of (match[1] ?? "").split(",")) {
      const [module, as, name] = part.trim().split(/\s+/);
      if (module === undefined || module === "") continue;
      if (as === "as" && name !== undefined) aliases.set(name, module);
      else aliases.set(module.split(".", 1)[0] ?? module, module.split(".", 1)[0] ?? module);
    }
  }
  for (const match of masked.matchAll(PYTHON_FROM)) {
    for (const part of (match[2] ?? "").replace(/[()\\]/g, " ").split(",")) {
      const [member, as, name] = part.trim().split(/\s+/);
      if (member === undefined || member === "") continue;
      aliases.set(as === "as" && name !== undefined ? name : member, `${match[1]}.${member}`);
    }
  }
  return aliases;
}

const SCRIPT_MODULE = /(["'`])(?:node:)?(child_process|vm)\1/g;
const PROMISIFIED =
  /\b([A-Za-z_$][\w$]{0,100})\s{0,20}=\s{0,20}(?:util\.)?promisify\(\s{0,20}([\w$.]{1,200})\s{0,20}\)/g;

/** The names that imports and `require` of `child_process` and `vm` bind. */
export function scriptAliases({ text, masked, tick }: Source): Aliases {
  const aliases = new Map<string, string>();
  for (const match of text.matchAll(SCRIPT_MODULE)) {
    tick();
    // In a comment or inside another string, the quotes are blanked.
    if (/\s/.test(masked.charAt(match.index))) continue;
    const module = match[2] ?? "";
    const end = match.index + match[0].length;
    const before = masked.slice(Math.max(0, match.index - 2000), match.index).trimEnd();
    const member = /^\s{0,20}\)+\s{0,20}\.\s{0,20}(\w{1,40})/.exec(masked.slice(end, end + 100))?.[1];
    const clause = boundClause(before);
    if (clause !== undefined) bind(clause, member === undefined ? module : `${module}.${member}`, aliases);
  }
  if (aliases.size > 0) {
    for (const match of masked.matchAll(PROMISIFIED)) {
      const target = resolved(match[2] ?? "", aliases);
      if (match[1] !== undefined && target.includes(".")) aliases.set(match[1], target);
    }
  }
  return aliases;
}

/** What stands between `import` and `from`, or before the `=` of a `require`: the names that are bound. */
function boundClause(before: string): string | undefined {
  if (/\bfrom$/.test(before.slice(-5))) {
    const start = before.lastIndexOf("import");
    return start < 0 ? undefined : before.slice(start + 6, -4);
  }
  let rest = before;
  const cutEnd = (pattern: RegExp): boolean => {
    const found = pattern.exec(rest.slice(-60));
    if (found === null) return false;
    rest = rest.slice(0, rest.length - found[0].length).trimEnd();
    return true;
  };
  if (!cutEnd(/\b(?:require|import)\s{0,9}\($/)) return undefined;
  cutEnd(/\bawait$/);
  // `promisify(require(…).exec)`, `(await import(…)).exec`
  while (cutEnd(/(?:[\w.]{1,40})?\($/));
  if (!cutEnd(/=$/)) return undefined;
  return rest.endsWith("}")
    ? rest.slice(rest.lastIndexOf("{"))
    : /[A-Za-z_$][\w$]*$/.exec(rest.slice(-80))?.[0];
}

/** Binds the names of a clause such as `cp, { exec as run }`, `* as cp` or `{ exec: run }`. */
function bind(clause: string, target: string, aliases: Map<string, string>): void {
  const open = clause.indexOf("{");
  const close = clause.indexOf("}", open);
  if (open >= 0) {
    for (const part of clause.slice(open + 1, close < 0 ? undefined : close).split(",")) {
      const [member, name] = part.trim().replace(/^type\s+/, "").split(/\s+as\s+|\s*:\s*/);
      if (member !== undefined && /^\w+$/.test(member)) aliases.set(name ?? member, `${target}.${member}`);
    }
  }
  const plain = open < 0 ? clause : clause.slice(0, open);
  const name = /([A-Za-z_$][\w$]*)[\s,]*$/.exec(plain.slice(-100))?.[1];
  if (name !== undefined && name !== "type") aliases.set(name, target);
}

/** `name` with its first part replaced by what that stands for. */
export function resolved(name: string, aliases: Aliases): string {
  const dot = name.indexOf(".");
  const head = dot < 0 ? name : name.slice(0, dot);
  const target = aliases.get(head);
  return target === undefined ? name : target + name.slice(head.length);
}
