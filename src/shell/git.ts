/** `git`: the commands that it runs on request, and aliases made on the line. */
import { type Field, isKnown } from "./hole.ts";
import { type Call, fieldOf, type Frame, type Handler, type Output } from "./job.ts";
import { isReadable, joinedText, launchNested, quotedAll, readNested } from "./nested.ts";
import { findVariable, setVariable } from "./scope.ts";

/** Global options with a value as a word of its own. */
const VALUED = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
]);

/** Options of sub-commands that hold shell text. */
const TEXT_OPTIONS: Readonly<Record<string, { readonly short?: string; readonly long: readonly string[] }>> =
  {
    rebase: { short: "x", long: ["--exec"] },
    difftool: { short: "x", long: ["--extcmd"] },
    "filter-branch": {
      long: [
        "--setup",
        "--env-filter",
        "--tree-filter",
        "--index-filter",
        "--parent-filter",
        "--msg-filter",
        "--commit-filter",
        "--tag-name-filter",
      ],
    },
  };

/** Aliases are kept among the variables, under a name that no variable can have. */
function aliasKey(name: string): string {
  return `git alias ${name}`;
}

interface Invocation {
  readonly globals: readonly Field[];
  readonly aliases: ReadonlyMap<string, Field>;
  readonly verb: Field | undefined;
  readonly rest: readonly Field[];
}

/** The handler for `git`. */
export function gitHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const { globals, aliases, verb, rest } = invocationOf(call.fields);
    const sub = verb?.text ?? "";
    const alias = aliases.get(sub) ?? storedAlias(frame, sub);
    if (verb !== undefined && alias !== undefined && alias.text !== "") {
      const step = `git alias ${sub}`;
      if (!frame.calling.includes(step)) {
        // Git takes no alias for one of its own commands, so the line as it stands is met too.
        meet(frame, call, name);
        return runAlias(frame, call, { globals, rest, alias, step });
      }
    }
    const output = meet(frame, call, name);
    if (sub === "config") keepAlias(frame, rest);
    inside(frame, call, sub, rest);
    return output;
  };
}

function invocationOf(fields: readonly Field[]): Invocation {
  const globals: Field[] = fields.slice(0, 1);
  const aliases = new Map<string, Field>();
  let at = 1;
  for (; at < fields.length; at++) {
    const field = fields[at];
    if (field === undefined || field.text[0] !== "-" || field.text.length < 2) break;
    if (!VALUED.has(field.text)) {
      globals.push(field);
      continue;
    }
    const value = fields[++at];
    const match = field.text === "-c" ? /^alias\.([^=]+)=([^]*)$/i.exec(value?.text ?? "") : null;
    if (match !== null && value !== undefined) {
      aliases.set(match[1] ?? "", { ...value, text: match[2] ?? "", raw: match[2] ?? "" });
      continue;
    }
    globals.push(field);
    if (value !== undefined) globals.push(value);
  }
  return { globals, aliases, verb: fields[at], rest: fields.slice(at + 1) };
}

function storedAlias(frame: Frame, sub: string): Field | undefined {
  const value = sub === "" ? undefined : findVariable(frame.scope, aliasKey(sub))?.value;
  if (typeof value !== "string") return undefined;
  return { text: value, raw: value, glob: false, dynamic: false, range: frame.place ?? { start: 0, end: 0 } };
}

/** `git config alias.ci 'commit -n'` defines what a later `git ci` on the line means. */
function keepAlias(frame: Frame, rest: readonly Field[]): void {
  const at = rest.findIndex((field) => /^alias\../i.test(field.text));
  const value = rest[at + 1];
  const name = rest[at]?.text.slice(6);
  if (at < 0 || value === undefined || name === undefined) return;
  setVariable(frame.scope, aliasKey(name), value.text, true);
}

function runAlias(
  frame: Frame,
  call: Call,
  use: {
    readonly globals: readonly Field[];
    readonly rest: readonly Field[];
    readonly alias: Field;
    readonly step: string;
  },
): Output {
  const { globals, rest, alias, step } = use;
  const changes = { calling: [...frame.calling, step] };
  if (alias.text.startsWith("!")) {
    const text = `${alias.text.slice(1)} ${quotedAll(rest)}`;
    return readNested(frame, call, text, alias, { via: step, process: true, changes });
  }
  const words = alias.text.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const fields = words.map((word) => fieldOf(word.replace(/['"]/g, ""), alias, word));
  return launchNested(frame, call, [...globals, ...fields, ...rest], { via: step, changes });
}

/** The commands inside the arguments of a sub-command. */
function inside(frame: Frame, call: Call, sub: string, rest: readonly Field[]): void {
  const options = TEXT_OPTIONS[sub];
  if (options !== undefined && Object.hasOwn(TEXT_OPTIONS, sub)) {
    for (const text of optionTexts(rest, options.short, options.long)) {
      if (isReadable(text.text)) {
        readNested(frame, { ...call, redirects: [] }, text.text, text, {
          via: `git ${sub} -x`,
          process: true,
        });
      }
    }
    return;
  }
  const verbAt = rest.findIndex((field) => !field.text.startsWith("-"));
  const verb = rest[verbAt]?.text;
  if (sub === "submodule" && verb === "foreach") {
    const words = rest.slice(verbAt + 1).filter((field, index, all) =>
      !(field.text.startsWith("-") && all.slice(0, index).every((other) => other.text.startsWith("-")))
    );
    readJoined(frame, call, words, "git submodule foreach");
  }
  if (sub === "bisect" && verb === "run") {
    launchNested(frame, call, rest.slice(verbAt + 1), { via: "git bisect run", process: true }, []);
  }
  if (sub === "for-each-repo") readJoined(frame, call, [], "git for-each-repo");
}

function readJoined(frame: Frame, call: Call, words: readonly Field[], step: string): void {
  const text = words.length === 1 ? joinedText(words) : quotedAll(words);
  if (words.length > 0 && isReadable(text)) {
    readNested(frame, { ...call, redirects: [] }, text, words[0], { via: step, process: true });
  }
}

function optionTexts(fields: readonly Field[], short: string | undefined, long: readonly string[]): Field[] {
  const texts: Field[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at];
    if (field === undefined || field.text === "--") break;
    const { text } = field;
    const equals = text.indexOf("=");
    const next = fields[at + 1];
    if (long.includes(text) && next !== undefined) {
      texts.push(next);
      at++;
    } else if (equals > 0 && long.includes(text.slice(0, equals))) {
      texts.push({ ...field, text: text.slice(equals + 1) });
    } else if (short !== undefined && /^-[a-zA-Z]/.test(text) && text.includes(short)) {
      const inline = text.slice(text.indexOf(short) + 1);
      if (inline !== "") texts.push({ ...field, text: inline });
      else if (next !== undefined) {
        texts.push(next);
        at++;
      }
    }
  }
  return texts.filter((field) => isKnown(field.text) || isReadable(field.text));
}
