/** Programs that run a command for what they find or are fed: `find`, `fd`, `xargs`, `parallel`. */
import { findTarget } from "./find_target.ts";
import type { Field } from "./hole.ts";
import { inputText, inputWords } from "./input.ts";
import { fieldOf, type Handler, unknown } from "./job.ts";
import { isReadable, joinedText, launchNested, quoted, readNested } from "./nested.ts";
import { hasOption, optionValue, readOptions } from "./options.ts";

const ACTIONS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
/** Actions of `find` itself that change something. */
const OWN_ACTIONS = new Set(["-delete", "-fprint", "-fprint0", "-fprintf", "-fls"]);

/** `find … -exec cmd {} ;`: each command, with the paths that it is given as far as they are known. */
export function findHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const args = call.fields.slice(1);
    const actions = args.flatMap((field, index) => ACTIONS.has(field.text) ? [index] : []);
    if (actions.length === 0) return meet(frame, call, name);
    if (args.some((field) => OWN_ACTIONS.has(field.text))) meet(frame, call, name);
    const { roots, tail } = findTarget(args.map((field) => field.text));
    for (const at of actions) {
      const words: Field[] = [];
      for (let index = at + 1; index < args.length; index++) {
        const word = args[index];
        if (word === undefined || word.text === ";" || (word.text === "+" && words.at(-1)?.text === "{}")) {
          break;
        }
        words.push(word);
      }
      const found = roots.map((root) => root + unknown(frame, "{}", { nonEmpty: true }) + tail);
      launchNested(frame, call, fill(words, "{}", found), { via: `find ${args[at]?.text}` });
    }
    return undefined;
  };
}

/** `words` with each `mark` replaced; a word that is nothing but the mark becomes all the `values`. */
function fill(words: readonly Field[], mark: string, values: readonly string[]): Field[] {
  return words.flatMap((word) => {
    if (word.text === mark) return values.map((text) => ({ ...word, text, raw: mark, dynamic: true }));
    if (!word.text.includes(mark)) return [word];
    return [{ ...word, text: word.text.replaceAll(mark, () => values[0] ?? ""), dynamic: true }];
  });
}

const FD_TABLE = {
  short: "dEtecSojgX".replace(/[gXx]/g, ""),
  long: [
    "--max-depth",
    "--min-depth",
    "--exact-depth",
    "--exclude",
    "--type",
    "--extension",
    "--color",
    "--size",
    "--owner",
    "--threads",
    "--changed-within",
    "--changed-before",
    "--base-directory",
    "--search-path",
  ],
};

/** `fd pattern -x cmd`, `-X cmd`. */
export function fdHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const at = call.fields.findIndex((field, index) =>
      index > 0 && /^(?:-[xX]|--exec|--exec-batch)$/.test(field.text)
    );
    if (at < 0) return meet(frame, call, name);
    const options = readOptions(call.fields.slice(0, at), 1, FD_TABLE);
    const roots = call.fields.slice(options.next + 1, at).filter((field) => !field.text.startsWith("-"));
    const extension = optionValue(options, "-e", "--extension")?.text;
    const tail = extension === undefined ? "" : `.${extension}`;
    const found = (roots.length === 0 ? ["."] : roots.map((field) => field.text)).map((root) =>
      root + unknown(frame, "{}", { nonEmpty: true }) + tail
    );
    const words = call.fields.slice(at + 1);
    const end = words.findIndex((field) => field.text === ";");
    const command = end < 0 ? words : words.slice(0, end);
    const marked = command.some((field) => /\{(?:|\/|\/\/|\.|\/\.)\}/.test(field.text));
    const filled = marked
      ? fill(command, "{}", found)
      : [...command, ...fill([fieldOf("{}", call)], "{}", found)];
    return launchNested(frame, call, filled, { via: `${name} -x` });
  };
}

const XARGS_TABLE = {
  short: "aEdILnPsRSJ",
  long: [
    "--arg-file",
    "--delimiter",
    "--max-lines",
    "--max-args",
    "--max-procs",
    "--max-chars",
    "--process-slot-var",
  ],
};

/** `xargs cmd`: the words of the input follow the command's own. */
export function xargsHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const options = readOptions(call.fields, 1, XARGS_TABLE);
    const words = call.fields.slice(options.next);
    if (words.length === 0) return meet(frame, call, name);
    const inner = { ...frame, stdin: undefined };
    const mark = optionValue(options, "-I", "-J")?.text ??
      (hasOption(options, "-i", "--replace") ? "{}" : undefined);
    const file = hasOption(options, "-a", "--arg-file");
    if (mark !== undefined) {
      const value = file ? unknown(frame, mark, { nonEmpty: true }) : inputText(frame, mark);
      return launchNested(inner, call, fill(words, mark, [value]), { via: name });
    }
    const literal = file ? undefined : inputWords(frame);
    const given = literal ?? [file ? unknown(frame, "{}") : inputText(frame, "{}")];
    const more = given.map((text) => ({ ...fieldOf(text, call), dynamic: true }));
    return launchNested(inner, call, [...words, ...more], { via: name });
  };
}

const PARALLEL_TABLE = {
  short: "jnNLaIdCS",
  long: [
    "--jobs",
    "--max-args",
    "--arg-file",
    "--delay",
    "--timeout",
    "--joblog",
    "--results",
    "--colsep",
    "--retries",
    "--sshlogin",
    "--halt",
    "--tmpdir",
    "--load",
    "--memfree",
    "--workdir",
    "--max-procs",
    "--delimiter",
  ],
};

/** `parallel cmd ::: values`: the command is shell text. */
export function parallelHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const options = readOptions(call.fields, 1, PARALLEL_TABLE);
    const rest = call.fields.slice(options.next);
    const at = rest.findIndex((field) => /^:::/.test(field.text));
    const words = at < 0 ? rest : rest.slice(0, at);
    const values = at < 0 ? [] : rest.slice(at + 1).filter((field) => !/^:::/.test(field.text));
    const inner = { ...frame, stdin: undefined };
    const targets = values.length > 0 && values.length <= 32
      ? values.map((field) => field.text)
      : [values.length > 0 ? unknown(frame, "{}", { nonEmpty: true }) : inputText(frame, "{}")];
    if (words.length === 0) {
      if (at < 0) return meet(frame, call, name);
      for (const text of targets) readNested(inner, call, text, values[0], { via: name, process: true });
      return undefined;
    }
    const template = joinedText(words);
    if (!isReadable(template)) return meet(frame, call, name);
    for (const target of targets) {
      const value = quoted(target);
      const text = /\{[^{}\s]*\}/.test(template)
        ? template.replace(/\{(?:[/.#%]*|\d+)\}/g, () => value)
        : `${template} ${value}`;
      readNested(inner, call, text, words[0], { via: name, process: true });
    }
    return undefined;
  };
}

/** The handlers of this file by name. */
export const SEARCHERS: Readonly<Record<string, (meet: Handler) => Handler>> = {
  __proto__: null as never,
  find: findHandler,
  gfind: findHandler,
  fd: fdHandler,
  fdfind: fdHandler,
  xargs: xargsHandler,
  gxargs: xargsHandler,
  parallel: parallelHandler,
};
