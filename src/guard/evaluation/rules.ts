/** The primitives that run text or unpack objects, per language. */
import {
  type Argument,
  argumentsOf,
  callsIn,
  type CallSite,
  isMember,
  isMethodHead,
  isNamedByWord,
  literalOf,
  runsShellText,
  type Source,
  wordBefore,
} from "./calls.ts";
import { type Aliases, pythonAliases, resolved, scriptAliases } from "./imports.ts";
import { HINTS } from "./hints.ts";
import type { Language } from "./language.ts";
import { mask } from "./mask.ts";

/** A primitive and its place in the text. */
export interface Found {
  readonly primitive: string;
  readonly at: number;
}

/** Whether a call with these arguments counts; true: any call does. */
type Test = true | ((args: readonly Argument[]) => boolean);

/** Beyond this many the number says nothing more. */
const ENOUGH = 200;

const someCode = (args: readonly Argument[], pattern: RegExp) => args.some(({ code }) => pattern.test(code));
const isText = (argument: Argument | undefined) => argument !== undefined && /^["'`]/.test(argument.code);

const unsafeLoader: Test = (args) => !someCode(args, /\b\w{0,40}(?:Safe|Base)\w{0,40}\b/);
const codeMode: Test = (args) => {
  const mode = args.find(({ code }) => /^mode\s{0,9}=/.test(code)) ?? args[2];
  const text = mode?.text.replace(/^mode\s{0,9}=\s{0,9}/, "") ?? "";
  return /^["'](?:exec|eval|single)["']$/.test(text);
};

const PYTHON: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["eval", true],
  ["exec", true],
  ["compile", codeMode],
  ["__import__", (args) => args.length > 0 && literalOf(args[0]) === undefined],
  ["os.system", true],
  ["os.popen", true],
  ["subprocess.getoutput", true],
  ["subprocess.getstatusoutput", true],
  ["asyncio.create_subprocess_shell", true],
  ...["pickle", "cPickle", "_pickle", "dill", "cloudpickle"].flatMap((module): [string, Test][] => [
    [`${module}.load`, true],
    [`${module}.loads`, true],
    [`${module}.Unpickler`, true],
  ]),
  ["marshal.load", true],
  ["marshal.loads", true],
  ["shelve.open", true],
  ["jsonpickle.decode", true],
  ["jsonpickle.loads", true],
  ["yaml.load", unsafeLoader],
  ["yaml.load_all", unsafeLoader],
  ["yaml.unsafe_load", true],
  ["yaml.unsafe_load_all", true],
  ["yaml.full_load", true],
  ["yaml.full_load_all", true],
  ["torch.load", (args) => !someCode(args, /^weights_only\s{0,9}=\s{0,9}True$/)],
  ["joblib.load", true],
  ["numpy.load", (args) => someCode(args, /^allow_pickle\s{0,9}=\s{0,9}True$/)],
  ["np.load", (args) => someCode(args, /^allow_pickle\s{0,9}=\s{0,9}True$/)],
  ["pandas.read_pickle", true],
  ["pd.read_pickle", true],
]);

const SHELL_TAKERS = new Set(["run", "call", "check_call", "check_output", "Popen"]);

function findPython(given: Source): Found[] {
  const source = withLiteralImports(given);
  const found: Found[] = [];
  const aliases = pythonAliases(source);
  // `yaml = YAML()` is another library, whose `load` is safe.
  const otherYaml = /\byaml\s{0,9}=\s{0,9}(?:ruamel\.yaml\.)?YAML\(/.test(source.masked);
  for (const call of callsIn(source)) {
    if (found.length >= ENOUGH) break;
    const name = pythonName(call.name, aliases);
    const last = name.slice(name.lastIndexOf(".") + 1);
    const test = name === "yaml.load" && otherYaml ? undefined : PYTHON.get(name);
    const takesShell = SHELL_TAKERS.has(last);
    if (test === undefined && !takesShell) continue;
    if (isMember(source.masked, call.at) || isNamedByWord(source.masked, call.at)) continue;
    if (test === true) {
      found.push({ primitive: `${name}(`, at: call.at });
      continue;
    }
    const { args } = argumentsOf(source, call.open);
    if (test !== undefined) {
      if (test(args)) found.push({ primitive: `${name}(`, at: call.at });
    } else if (someCode(args, /^shell\s{0,9}=\s{0,9}True$/)) {
      found.push({ primitive: `${name}(… shell=True)`, at: call.at });
    } else if (name.startsWith("subprocess.") && runsShellText(args)) {
      found.push({ primitive: `${name}(… "-c")`, at: call.at });
    }
  }
  // Handed on as a value: `map(pickle.loads, blobs)`.
  for (
    const match of source.masked.matchAll(
      /(?<![\w.])(?:c?[pP]ickle|dill|cloudpickle|marshal)\.loads?\b(?![ \t]{0,20}[\w(])/g,
    )
  ) {
    if (found.length >= ENOUGH) break;
    found.push({ primitive: match[0], at: match.index });
  }
  return found;
}

const LITERAL_IMPORT =
  /\b(?:__import__|importlib\.import_module)\(\s{0,9}["']([A-Za-z_][\w.]{0,80})["']\s{0,9}\)(?=\.)/g;

/** `__import__('os').system(…)` read as `os.system(…)`, at the same place. */
function withLiteralImports(source: Source): Source {
  let { text, masked } = source;
  let count = 0;
  for (const match of source.text.matchAll(LITERAL_IMPORT)) {
    if (++count > ENOUGH) break;
    // What is blank here stands in a comment or a string.
    if (masked[match.index] !== text[match.index]) continue;
    const name = match[1]!.padStart(match[0].length);
    const end = match.index + match[0].length;
    text = text.slice(0, match.index) + name + text.slice(end);
    masked = masked.slice(0, match.index) + name + masked.slice(end);
  }
  return { ...source, text, masked };
}

/** The full name of a call; a module inside a package counts by its own name. */
function pythonName(name: string, aliases: Aliases): string {
  const full = resolved(name, aliases).replace(/^(?:builtins|__builtins__)\./, "");
  if (PYTHON.has(full) || full === name) return full;
  const parts = full.split(".");
  return parts.slice(-2).join(".");
}

const asShell: Test = (args) =>
  someCode(args, /\bshell\s{0,9}:\s{0,9}(?:true\b|["'`])/) || runsShellText(args);

const SCRIPT: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["eval", true],
  ["execScript", true],
  ["Function", (args) => args.length > 0],
  ["AsyncFunction", (args) => args.length > 0],
  ["GeneratorFunction", (args) => args.length > 0],
  ["setTimeout", (args) => isText(args[0])],
  ["setInterval", (args) => isText(args[0])],
  ["child_process.exec", true],
  ["child_process.execSync", true],
  ["child_process.spawn", asShell],
  ["child_process.spawnSync", asShell],
  ["child_process.execFile", asShell],
  ["child_process.execFileSync", asShell],
  ["Deno.Command", asShell],
  ["Bun.spawn", asShell],
  ["Bun.spawnSync", asShell],
  ["vm.runInContext", true],
  ["vm.runInNewContext", true],
  ["vm.runInThisContext", true],
  ["vm.compileFunction", true],
  ["vm.Script", true],
  ["vm.SourceTextModule", true],
  ["serialize.unserialize", true],
]);

function findScript(source: Source): Found[] {
  const { masked } = source;
  const found: Found[] = [];
  const aliases = scriptAliases(source);
  for (const call of callsIn(source)) {
    if (found.length >= ENOUGH) break;
    if (call.name === "require" || call.name === "import") {
      const direct = memberOfModule(source, call);
      if (direct !== undefined) found.push(direct);
      continue;
    }
    const name = resolved(call.name, aliases).replace(/^(?:globalThis|window|self|global)\./, "")
      .replace(/\.(?:call|apply)$/, "");
    const test = SCRIPT.get(name);
    if (test === undefined) continue;
    if (isMember(masked, call.at) || isNamedByWord(masked, call.at)) continue;
    const { args, end } = argumentsOf(source, call.open);
    if (isMethodHead(masked, call.at, end)) continue;
    if (test !== true && !test(args)) continue;
    const made = wordBefore(masked, call.at) === "new";
    found.push({ primitive: `${made ? "new " : ""}${name}(`, at: call.at });
  }
  // `(0, eval)(text)` runs it outside the function.
  for (const match of masked.matchAll(/\(\s{0,9}\d\s{0,9},\s{0,9}eval\s{0,9}\)\s{0,9}\(/g)) {
    found.push({ primitive: "eval(", at: match.index });
  }
  return found;
}

/** `require("child_process").exec(…)` and the same with `import(…)`. */
function memberOfModule(source: Source, call: CallSite): Found | undefined {
  const { args, end } = argumentsOf(source, call.open);
  const module = literalOf(args[0])?.replace(/^node:/, "");
  if (module !== "child_process" && module !== "vm") return undefined;
  const after = source.masked.slice(end, end + 200);
  const match = /^[\s)]{0,40}\??\.\s{0,20}(\w{1,40})\s{0,20}\(/.exec(after);
  if (match === null) return undefined;
  const name = `${module}.${match[1]}`;
  const test = SCRIPT.get(name);
  if (test === undefined) return undefined;
  if (test !== true && !test(argumentsOf(source, end + match[0].length - 1).args)) return undefined;
  return { primitive: `${name}(`, at: call.at };
}

/** A rule that is an expression on masked text, with a look at the match. */
interface PatternRule {
  readonly pattern: RegExp;
  /** The primitive as it is shown; else the match without blanks. */
  readonly primitive?: string;
  /** `open`: the place of the bracket that the match ends with, if it does. */
  readonly when?: (source: Source, match: RegExpExecArray, open: number) => boolean;
}

const argumentsAt = (source: Source, open: number) => argumentsOf(source, open).args;

const RUBY: readonly PatternRule[] = [
  {
    pattern: /(?<![\w.:$@])eval(?:\(|[ \t]{1,20}(?=["'\w@$<%`]))/g,
    primitive: "eval",
    when: ({ masked }, match) => !isNamedByWord(masked, match.index),
  },
  { pattern: /\b(?:Kernel|binding|TOPLEVEL_BINDING)\.eval\b/g },
  {
    pattern: /\b(?:instance|class|module)_eval(?:\(\s{0,20}|[ \t]{1,20})(?!do\b)(?=["'`<%\w@$])/g,
    when: ({ masked }, match) => !isNamedByWord(masked, match.index),
  },
  { pattern: /\bMarshal(?:\.|::)(?:load|restore)\b/g },
  {
    pattern: /\b(?:YAML|Psych)(?:\.|::)(?:load|load_stream|unsafe_load|unsafe_load_file)\b(?!_)\(?/g,
    when: (source, match, open) =>
      !/permitted_classes|\bsafe\s{0,9}:/.test(
        match[0].endsWith("(")
          ? argumentsAt(source, open).map(({ code }) => code).join(",")
          : source.masked.slice(match.index, match.index + 300).split("\n", 1)[0] ?? "",
      ),
  },
];

/** A PHP string in double quotes has variables in it. */
const isComputed = (argument: Argument | undefined) =>
  argument !== undefined && (literalOf(argument) === undefined || /^".*[^\\]?\$/s.test(argument.text));

const PHP: readonly PatternRule[] = [
  {
    pattern:
      /(?<![\w$>:]|\w\\)(?:eval|unserialize|assert|create_function|preg_replace|shell_exec|system|passthru|popen|proc_open|exec)[ \t]{0,20}\(/gi,
    when(source, match, open) {
      const { masked } = source;
      if (
        isMember(masked, match.index) || ["function", "fn", "new"].includes(wordBefore(masked, match.index))
      ) return false;
      const args = argumentsAt(source, open);
      switch (match[0].slice(0, -1).trim().toLowerCase()) {
        case "eval":
        case "create_function":
          return true;
        case "unserialize":
          return args.length > 0 && !/allowed_classes['"]\s{0,9}=>\s{0,9}(?!true)/i.test(args[1]?.text ?? "");
        case "assert":
          return isText(args[0]);
        case "preg_replace":
          return /^["'](.)[^]*\1[a-z]*e[a-z]*["']$/.test(args[0]?.text.slice(0, 500) ?? "");
        default:
          return isComputed(args[0]);
      }
    },
  },
];

const JVM: readonly PatternRule[] = [
  { pattern: /\b(?:ObjectInputStream|XMLDecoder|GroovyShell)\s{0,20}\(/g },
  { pattern: /(?<![\w.])Eval\.(?:me|x|xy|xyz)\(/g },
  {
    pattern: /\b\w{0,40}\)?\s{0,40}\.\s{0,20}eval\s{0,20}\(/g,
    primitive: "ScriptEngine.eval(",
    when: ({ masked }, match) =>
      /engine/i.test(match[0]) || /\bScriptEngine\w*\b|\bjavax\.script\b|\bJShell\b/.test(masked),
  },
  {
    pattern: /\b(?:ProcessBuilder|exec)\s{0,20}\(/g,
    when: (source, _match, open) => runsShellText(argumentsAt(source, open), true),
  },
];

const GO: readonly PatternRule[] = [{
  pattern: /\b\w{1,40}\.(?:Command|CommandContext|Exec)\(/g,
  when: (source, _match, open) => runsShellText(argumentsAt(source, open)),
}];

const DOTNET: readonly PatternRule[] = [
  {
    pattern:
      /\b(?:BinaryFormatter|NetDataContractSerializer|SoapFormatter|LosFormatter|ObjectStateFormatter|SimpleTypeResolver)\b/g,
    when: ({ masked }, match) => !/^\s{0,40}(?:using|open|Imports)\b/.test(lineBefore(masked, match.index)),
  },
  { pattern: /\bTypeNameHandling\.(?:All|Auto|Objects|Arrays)\b/g },
  { pattern: /\bCSharpScript\.(?:EvaluateAsync|RunAsync|Create)\b/g },
  {
    pattern: /\b(?:Process\.Start|ProcessStartInfo)\s{0,20}\(/g,
    when: (source, _match, open) => runsShellText(argumentsAt(source, open)),
  },
];

const POWERSHELL: readonly PatternRule[] = [
  {
    pattern:
      /(?<![\w$.-])(?:Invoke-Expression|iex)(?![\w.-])(?=[ \t]{0,20}[^\s=:,)])|\|\s{0,20}(?:Invoke-Expression|iex)(?![\w-])/gi,
    primitive: "Invoke-Expression",
    when: ({ masked }, match) => !isNamedByWord(masked, match.index) && startsCommand(masked, match.index),
  },
  {
    pattern: /\[(?:System\.Management\.Automation\.)?scriptblock\]::Create\(/gi,
    primitive: "[ScriptBlock]::Create(",
  },
  { pattern: /\bInvokeCommand\.InvokeScript\(/gi },
  {
    pattern:
      /(?<![\w$.-])(?:pwsh|powershell)(?:\.exe)?[ \t][^\n;|]{0,200}?-c(?:ommand)?[ \t]{1,20}[^\n;|]{0,400}/gi,
    primitive: "powershell -Command",
    // The text counts, not its masked twin: in double quotes, variables are put in.
    when: ({ text }, match) =>
      /-c(?:ommand)?[ \t]+(?:"[^"]*\$|[^'"\s]*\$)/i.test(
        text.slice(match.index, match.index + match[0].length),
      ),
  },
];

const STARTS_COMMAND = /(?:^|[\n;|&({}=`]|\breturn)$/;

function startsCommand(masked: string, at: number): boolean {
  if (masked.charAt(at) === "|") return true;
  return STARTS_COMMAND.test(masked.slice(Math.max(0, at - 100), at).replace(/[ \t]+$/, ""));
}

function lineBefore(text: string, at: number): string {
  return text.slice(Math.max(text.lastIndexOf("\n", at) + 1, at - 200), at);
}

function findPatterns(rules: readonly PatternRule[], source: Source): Found[] {
  const found: Found[] = [];
  for (const { pattern, primitive, when } of rules) {
    for (const match of source.masked.matchAll(pattern)) {
      source.tick();
      if (found.length >= ENOUGH) break;
      if (when !== undefined && !when(source, match, match.index + match[0].length - 1)) continue;
      found.push({ primitive: primitive ?? match[0].replace(/\s+/g, ""), at: match.index });
    }
  }
  return found;
}

interface LanguageRules {
  /** Without a hit of this, nothing of the language can be in the text. */
  readonly hint: RegExp;
  find(source: Source): Found[];
}

const patterns = (hint: RegExp, rules: readonly PatternRule[]): LanguageRules => ({
  hint,
  find: (source) => findPatterns(rules, source),
});

/** Names that a language takes in any case are shown in the usual one. */
const inLowerCase = (rules: LanguageRules): LanguageRules => ({
  hint: rules.hint,
  find: (source) =>
    rules.find(source).map(({ primitive, at }) => ({ primitive: primitive.toLowerCase(), at })),
});

const RULES: Readonly<Partial<Record<Language, LanguageRules>>> = {
  python: { hint: HINTS.python, find: findPython },
  javascript: { hint: HINTS.javascript, find: findScript },
  ruby: patterns(HINTS.ruby, RUBY),
  php: inLowerCase(patterns(
    HINTS.php,
    PHP,
  )),
  jvm: patterns(HINTS.jvm, JVM),
  go: patterns(HINTS.go, GO),
  dotnet: patterns(
    HINTS.dotnet,
    DOTNET,
  ),
  powershell: patterns(HINTS.powershell, POWERSHELL),
};

/** The primitives of `language` in `text`, in the order of the text. `part`: the text may start inside a comment. */
export function findInCode(text: string, language: Language, part: boolean, tick: () => void): Found[] {
  const rules = RULES[language];
  if (rules === undefined || !rules.hint.test(text)) return [];
  // The lines of a block comment whose start is not in the part.
  const whole = part ? text.replace(/^[ \t]{0,40}\*(?=[\s/]).*$/gm, (line) => " ".repeat(line.length)) : text;
  const source: Source = { text: whole, masked: mask(whole, language, tick), tick };
  return rules.find(source).sort((a, b) => a.at - b.at);
}

/** The primitives of PowerShell in a command line. */
export function powershellRules(text: string, tick: () => void): Found[] {
  return findInCode(text, "powershell", false, tick);
}
