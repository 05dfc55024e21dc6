/**
 * Programs in other languages, as far as they delete files or run commands with literal arguments: `python -c`,
 * `perl -e`, `node -e` and their like. One row per call; no language is parsed.
 */

/** What a call does with its first argument. */
export type CallKind = "delete" | "delete-tree" | "shell" | "spawn";

/** A call found in a program. */
export interface FoundCall {
  readonly kind: CallKind;
  /** The literal arguments; undefined: not literal. For `spawn` the program and its arguments. */
  readonly values: readonly (string | undefined)[];
  /** The argument as written, for what is not literal. */
  readonly written: string;
}

interface Row {
  readonly pattern: RegExp;
  readonly kind: CallKind;
}

/** `names` as a call, with or without parentheses around the arguments. */
function call(names: string, kind: CallKind, bare = false): Row {
  return {
    pattern: new RegExp(`(?<![\\w$])(?:${names})${bare ? "(?:\\s*\\(|\\s+(?=['\"\\[~]))" : "\\s*\\("}`, "g"),
    kind,
  };
}

const PYTHON = (): readonly Row[] => [
  call("(?:shutil\\.)?rmtree", "delete-tree"),
  call("os\\.(?:remove|unlink|rmdir)|(?<!\\.)unlink", "delete"),
  call("os\\.removedirs", "delete"),
  call(
    "os\\.(?:system|popen)|(?<!\\.)(?:system|popen)|subprocess\\.(?:getoutput|getstatusoutput)|commands\\.getoutput",
    "shell",
  ),
  call(
    "(?:subprocess|sp)\\.(?:run|call|check_call|check_output|Popen)|(?<![\\w.])(?:check_call|check_output|Popen)",
    "spawn",
  ),
  call("os\\.(?:execl|execlp|execv|execvp|spawnl|spawnlp)", "spawn"),
];

const NODE = (): readonly Row[] => [
  call("(?:[\\w$]+\\.)*(?:rmSync|rmdirSync|removeSync|rimraf|rimrafSync|emptyDirSync)", "delete-tree"),
  call(
    "(?:fs|fsp|fse|promises|require\\(['\"](?:node:)?fs(?:/promises|-extra)?['\"]\\)(?:\\.promises)?)\\.(?:rm|rmdir|remove)",
    "delete-tree",
  ),
  call("(?:[\\w$]+\\.)*(?:unlinkSync)|(?:fs|fsp|promises)\\.unlink|unlink", "delete"),
  call("Deno\\.(?:remove|removeSync)", "delete-tree"),
  call(
    "(?:[\\w$]+\\.)*(?:execSync)|(?:child_process|cp|require\\(['\"](?:node:)?child_process['\"]\\))\\.exec|(?<![\\w$.])exec",
    "shell",
  ),
  call(
    "(?:[\\w$]+\\.)*(?:spawnSync|spawn|execFile|execFileSync)|new\\s+Deno\\.Command|Bun\\.(?:spawn|spawnSync)",
    "spawn",
  ),
];

const RUBY = (): readonly Row[] => [
  call("FileUtils\\.(?:rm_rf|rm_r|remove_dir|remove_entry|remove_entry_secure|rmtree)", "delete-tree", true),
  call(
    "FileUtils\\.(?:rm|rm_f|remove)|File\\.(?:delete|unlink)|Dir\\.(?:rmdir|delete|unlink)",
    "delete",
    true,
  ),
  call("(?:Kernel\\.)?(?:system|exec|spawn)|IO\\.popen|Open3\\.\\w+", "spawn", true),
];

const PERL = (): readonly Row[] => [
  call("(?:File::Path::)?(?:rmtree|remove_tree)", "delete-tree", true),
  call("unlink|rmdir", "delete", true),
  call("system|exec", "spawn", true),
];

const PHP = (): readonly Row[] => [
  call("unlink|rmdir", "delete"),
  call("system|exec|shell_exec|passthru|popen|proc_open", "shell"),
];

const OTHER = (): readonly Row[] => [
  call("os\\.execute|io\\.popen|system", "shell"),
  call("os\\.remove|file\\.remove", "delete"),
  call("unlink", "delete-tree"),
];

/** Backticks and their like, whose whole text is a command line. */
const TICKS: Readonly<Record<string, RegExp>> = {
  perl: /`([^`]*)`|\bqx\s*(?:\{([^{}]*)\}|\(([^()]*)\)|\/([^/]*)\/)/g,
  ruby: /`([^`]*)`|%x\s*(?:\{([^{}]*)\}|\(([^()]*)\)|\[([^[\]]*)\])/g,
  php: /`([^`]*)`/g,
  node: /(?<![\w.])(?:Bun\.)?\$`([^`]*)`/g,
};

/** Made when they are needed: even an unused pattern takes its time. */
const ROWS: Readonly<Record<SnippetLanguage, () => readonly Row[]>> = {
  python: PYTHON,
  node: NODE,
  ruby: RUBY,
  perl: PERL,
  php: PHP,
  other: OTHER,
};

/** The families of languages that are told apart. */
export type SnippetLanguage = "python" | "node" | "ruby" | "perl" | "php" | "other";

/** More calls than any program on a command line has. */
const MAX_CALLS = 200;
/** Characters of a program that are looked at. */
const MAX_PROGRAM = 200_000;

/** A Python program in which `import a as b` and `from a import b as c` are undone where the names are used. */
function withoutAliases(text: string): string {
  let result = text;
  for (const match of text.matchAll(/\bimport\s+(os|shutil|subprocess|pathlib)\s+as\s+(\w{1,40})/g)) {
    result = result.replace(new RegExp(`(?<![\\w.])${match[2]}\\.(?=\\w)`, "g"), `${match[1]}.`);
  }
  for (
    const match of text.matchAll(
      /\bfrom\s+(os|shutil|subprocess)\s+import\s+(\w{1,40})(?:\s+as\s+(\w{1,40}))?/g,
    )
  ) {
    const used = match[3] ?? match[2]!;
    result = result.replace(new RegExp(`(?<![\\w.])${used}(?=\\s*\\()`, "g"), `${match[1]}.${match[2]}`);
  }
  return result;
}

/** The deleting and starting calls in `program`, in order; `home` stands for what looks the home folder up. */
export function findCalls(program: string, language: SnippetLanguage, home: string | undefined): FoundCall[] {
  const text = language === "python"
    ? withoutAliases(program.slice(0, MAX_PROGRAM))
    : program.slice(0, MAX_PROGRAM);
  const names = literalNames(text);
  const found: { readonly at: number; readonly call: FoundCall }[] = [];
  const seen = new Set<number>();
  for (const { pattern, kind } of ROWS[language]()) {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MAX_CALLS) break;
      const start = match.index + match[0].length;
      // The first row that matches a call says what it is.
      if (seen.has(start)) continue;
      seen.add(start);
      const { values, written } = argumentsAt(text, start, names, home);
      found.push({ at: match.index, call: { kind, values, written } });
    }
  }
  if (language === "python") {
    for (
      const match of text.matchAll(
        /\bPath\(([^()]*|[^()]*\([^()]*\))\)((?:\.\w+\([^()]*\)|\s*\/\s*["'][^"']*["'])*)\.(unlink|rmdir)\(/g,
      )
    ) {
      if (found.length >= MAX_CALLS) break;
      const { values, written } = argumentsAt(`${match[1]})`, 0, names, home);
      found.push({ at: match.index, call: { kind: "delete", values, written } });
    }
  }
  const ticks = TICKS[language];
  if (ticks !== undefined) {
    for (const match of text.matchAll(ticks)) {
      if (found.length >= MAX_CALLS) break;
      const command = match.slice(1).find((group) => group !== undefined) ?? "";
      found.push({ at: match.index, call: { kind: "shell", values: [command], written: command } });
    }
  }
  return found.sort((one, two) => one.at - two.at).map(({ call }) => call);
}

/** Names that the program gives to literal strings. */
function literalNames(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const match of text.matchAll(/[$]?\b(\w+)\s*=\s*(?:r|b|u)?(["'`])((?:(?!\2)[^\\\n]|\\.)*)\2/g)) {
    names.set(match[1] ?? "", unescaped(match[3] ?? ""));
    if (names.size > MAX_CALLS) break;
  }
  return names;
}

function unescaped(text: string): string {
  return text.replace(/\\(n|t|[^])/g, (_all, char) => char === "n" ? "\n" : char === "t" ? "\t" : char);
}

/** The arguments of a call whose parenthesis has just been opened: strings, lists of strings, known names. */
function argumentsAt(
  text: string,
  start: number,
  names: ReadonlyMap<string, string>,
  home: string | undefined,
): { readonly values: (string | undefined)[]; readonly written: string } {
  const values: (string | undefined)[] = [];
  let depth = 0;
  let piece: { text: string; known: boolean; some: boolean } = { text: "", known: true, some: false };
  let at = start;
  const close = () => {
    if (piece.some) values.push(piece.known ? piece.text : undefined);
    piece = { text: "", known: true, some: false };
  };
  const end = Math.min(text.length, start + 4_096);
  const token = /\s+|[rbfuRBFU]{0,2}("""|'''|["'`])|[A-Za-z_$@][\w$]*(?:\s*(?:\.|::|->)\s*\w+)*|[^]/y;
  while (at < end) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) break;
    const [whole, quote] = match;
    at += whole.length;
    if (quote !== undefined) {
      const close = stringEnd(text, at, quote, end);
      piece.text += unescaped(text.slice(at, close));
      piece.some = true;
      // A string with a placeholder in it is not literal.
      if (/^[fF]/.test(whole) && /\{/.test(text.slice(at, close))) piece.known = false;
      if (quote === "`" && text.slice(at, close).includes("${")) piece.known = false;
      at = close + quote.length;
    } else if (whole === "(" || whole === "[" || whole === "{") {
      if (whole === "{") piece.known = false;
      depth++;
    } else if (whole === ")" || whole === "]" || whole === "}") {
      if (depth === 0) break;
      depth--;
      if (whole === "}") piece = { text: "", known: true, some: false };
    } else if (whole === ",") close();
    else if (whole === ";" || whole === "\n") break;
    else if (whole === "+" || whole === "." || whole.trim() === "" || whole === "*") continue;
    else if (/^[A-Za-z_$@]/.test(whole)) {
      const name = whole.replace(/^[$@]/, "");
      const special = homeCall(whole, home);
      if (special !== undefined) {
        piece.text += special;
        piece.some = true;
        if (/expanduser/.test(whole)) continue;
        // `os.environ['HOME']`: what follows in brackets is the name.
        const skip = /^\s*(?:\[\s*["']\w+["']\s*\]|\(\s*["']?\w*["']?\s*\))/.exec(text.slice(at, at + 64));
        at += skip?.[0].length ?? 0;
      } else if (names.has(name)) {
        piece.text += names.get(name) ?? "";
        piece.some = true;
      } else if (
        /^(?:new|str|Path|String|os\.path\.join|path\.join|pathlib\.Path|args|recursive|force)$/.test(whole)
      ) continue;
      else {
        piece.known = false;
        piece.some = true;
      }
    }
  }
  close();
  return {
    values: values.map((value) =>
      value?.startsWith("~") && home !== undefined ? home + value.slice(1) : value
    ),
    written: text.slice(start, at).trim().slice(0, 80),
  };
}

function stringEnd(text: string, start: number, quote: string, end: number): number {
  let at = start;
  while (at < end && !text.startsWith(quote, at)) at += text[at] === "\\" ? 2 : 1;
  return Math.min(at, end);
}

/** What a call or a table that gives the home folder stands for. */
function homeCall(name: string, home: string | undefined): string | undefined {
  if (/expanduser$/.test(name)) return "";
  if (home === undefined) return undefined;
  return /^(?:os\.environ|os\.getenv|process\.env\.HOME|ENV|Path\.home|pathlib\.Path\.home|os\.homedir|Dir\.home|Deno\.env\.get)$/
      .test(name)
    ? home
    : undefined;
}
