/** Edits in the forms that harnesses give them, made canonical. Loaded only by a call that has one. */
import { asString, isObject, type JsonObject } from "../base/json.ts";
import type { Conversion } from "./contract.ts";
import { findPlace } from "./look_up.ts";

/** So many edits at most are read of one call; nothing of an ordinary one is left out. */
const MOST_EDITS = 1_000;

/** The canonical value that `conversion` makes of `input`; undefined where there is nothing to make it of. */
export function convert(conversion: Conversion, input: JsonObject): unknown {
  const { as, keys = {} } = conversion;
  if (as === "numbered-edits") return numberedEdits(input, keys);
  const found = findPlace(input, conversion.from)?.found;
  if (as === "search-replace") return typeof found === "string" ? searchReplace(found) : undefined;
  if (as === "deletion") return deletion(found);
  if (as === "texts" || as === "lines") {
    const texts = textsOf(found, keys);
    return texts.length === 0 ? undefined : as === "texts" ? texts : texts.join("\n");
  }
  const edits = asList(found).slice(0, MOST_EDITS).filter(isObject).map((edit) => renamed(edit, keys));
  return edits.length === 0 ? undefined : edits;
}

/** Some tools take one thing where a list of them is meant. */
function asList(found: unknown): readonly unknown[] {
  return Array.isArray(found) ? found : [found];
}

function textsOf(found: unknown, { text = "text", arguments: key }: Conversion["keys"] & object): string[] {
  return asList(found).slice(0, MOST_EDITS).flatMap((item) => {
    if (typeof item === "string") return [item];
    const value = isObject(item) ? item[text] : undefined;
    if (!isObject(item) || typeof value !== "string") return [];
    const words = key === undefined ? [] : asList(item[key]).filter((word) => typeof word === "string");
    return [[value, ...words.map(quoted)].join(" ")];
  });
}

/** An argument as a shell reads it. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function renamed(edit: JsonObject, keys: Readonly<Record<string, string>>): JsonObject {
  return {
    ...edit,
    ...Object.fromEntries(
      Object.entries(keys).filter(([, native]) => edit[native] !== undefined).map((
        [key, native],
      ) => [key, edit[native]]),
    ),
  };
}

function numberedEdits(input: JsonObject, keys: Readonly<Record<string, string>>): JsonObject[] | undefined {
  const edits: JsonObject[] = [];
  for (let number = 1; number <= MOST_EDITS; number++) {
    const pairs = Object.entries(keys).map(([key, native]) =>
      [key, asString(input[`${native}${number}`])] as const
    );
    if (pairs.every(([, value]) => value === undefined)) break;
    edits.push(Object.fromEntries(pairs.filter(([, value]) => value !== undefined)));
  }
  return edits.length === 0 ? undefined : edits;
}

/** The deletion of files as the patch that says the same. */
function deletion(found: unknown): string | undefined {
  const paths = (Array.isArray(found) ? found : [found]).filter((path) =>
    typeof path === "string" && path !== "" && !path.includes("\n")
  );
  if (paths.length === 0) return undefined;
  return ["*** Begin Patch", ...paths.map((path) => `*** Delete File: ${path}`), "*** End Patch", ""].join(
    "\n",
  );
}

const START = /^[-<]{3,} ?SEARCH>?\s*$/;
const MIDDLE = /^={3,}\s*$/;
const END = /^[+>]{3,} ?REPLACE>?\s*$/;

/**
 * The edits of a text of blocks: a line `------- SEARCH`, the old lines, `=======`, the new lines, `+++++++ REPLACE`
 * (older texts have `<<<<<<<` and `>>>>>>>`). A text without a block is one edit that brings the lines that it adds.
 */
function searchReplace(text: string): JsonObject[] {
  const edits: { old: string[]; new: string[] }[] = [];
  let side: "old" | "new" | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (START.test(line)) {
      edits.push({ old: [], new: [] });
      side = "old";
    } else if (side === "old" && MIDDLE.test(line)) side = "new";
    else if (side !== undefined && END.test(line)) side = undefined;
    else if (side !== undefined) edits.at(-1)![side].push(line);
  }
  if (edits.length > 0) {
    return edits.map((edit) => ({ old_string: edit.old.join("\n"), new_string: edit.new.join("\n") }));
  }
  const starting = (sign: string) =>
    text.split(/\r?\n/).filter((line) => line.startsWith(sign)).map((line) => line.slice(1)).join("\n");
  return [{ old_string: starting("-"), new_string: starting("+") }];
}
