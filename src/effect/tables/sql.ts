/** What statements of database languages lose. */
import type { Invocation } from "../invocation.ts";

/** Longer texts are judged by their beginning. */
const LONGEST = 200_000;
const BACKUP = "make a dump first and ask the operator, or narrow it with a condition";
/** Databases whose name says that they can be made again. */
const THROW_AWAY =
  /(?:^|[_.-])(?:test|tests|testing|tmp|temp|scratch|ci|e2e|sandbox|playground)(?:$|[_.\d-])/i;

/** One loss in a text of statements. */
export interface Loss {
  readonly what: string;
  readonly target: string;
  /** Everything of its kind goes. */
  readonly whole: boolean;
}

/** `text` without comments and with its strings emptied, so that words in them do not count. */
function bare(text: string): string {
  return text.slice(0, LONGEST)
    .replace(
      /\$(\w*)\$[^]*?\$\1\$|'(?:[^'\\]|\\.|'')*'|--[^\n]*|\/\*[^]*?\*\//g,
      (found) => found.startsWith("'") ? "''" : " ",
    );
}

/** The losses in SQL text. */
export function sqlLosses(text: string): Loss[] {
  const losses: Loss[] = [];
  for (const statement of bare(text).split(/;|\\g\b|^\s*go\s*$/im)) {
    const words = statement.trim().replace(/\s+/g, " ");
    const loss = statementLoss(words.replace(/^(?:begin|start transaction|explain analyze|do)\s+/i, ""));
    if (loss !== undefined) losses.push(loss);
  }
  return losses;
}

function statementLoss(words: string): Loss | undefined {
  const drop =
    /(?:^|[\s(])drop (database|schema|keyspace|tablespace|table|collection|materialized view|owned|user|role)\s+(?:if exists\s+)?(?:only\s+)?([\w."`[\]*-]+(?:\s*,\s*[\w."`[\]-]+)*)?/i
      .exec(words);
  if (drop !== null) {
    const kind = drop[1]!.toUpperCase();
    const target = (drop[2] ?? "").replace(/["`[\]]/g, "");
    const whole = /DATABASE|SCHEMA|KEYSPACE|TABLESPACE|OWNED/.test(kind) && !THROW_AWAY.test(target);
    return { what: `DROP ${kind}`, target, whole };
  }
  const truncate = /^truncate\s+(?:table\s+)?(?:only\s+)?([\w."`[\]-]+)/i.exec(words);
  if (truncate !== null) return { what: "TRUNCATE", target: truncate[1]!, whole: false };
  const remove = /(?:^|\)\s*)delete(?:\s+\w+)?\s+from\s+(?:only\s+)?([\w."`[\]-]+)(.*)$/i.exec(words);
  if (remove !== null && !isNarrowed(remove[2]!)) {
    return { what: "DELETE without WHERE", target: remove[1]!, whole: false };
  }
  const update = /^update\s+(?:only\s+)?([\w."`[\]-]+)(?:\s+(?:as\s+)?\w+)?\s+set\s(.*)$/i.exec(words);
  if (update !== null && !isNarrowed(update[2]!)) {
    return { what: "UPDATE without WHERE", target: update[1]!, whole: false };
  }
  const column = /^alter table\s+(?:if exists\s+)?(?:only\s+)?([\w."`[\]-]+).*\bdrop\s+column\b/i.exec(words);
  return column === null ? undefined : { what: "DROP COLUMN", target: column[1]!, whole: false };
}

/** Whether a condition leaves something out. */
function isNarrowed(rest: string): boolean {
  const where = /\bwhere\b(.*)$/i.exec(rest)?.[1]?.trim();
  if (where === undefined) return /\b(?:using|limit|join)\b/i.test(rest);
  return !/^(?:1\s*=\s*1|true|1|'?'?\s*=\s*'?'?|0\s*=\s*0)\s*$/i.test(where);
}

/** The losses in a text for a MongoDB shell. */
export function mongoLosses(text: string): Loss[] {
  const losses: Loss[] = [];
  const bared = text.slice(0, LONGEST).replace(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g,
    '""',
  );
  for (
    const match of bared.matchAll(
      /(?:\b(\w+)|[)\]])\s*\.\s*(dropDatabase|drop|deleteMany|remove|dropIndexes)\s*\(\s*(\{\s*\})?\s*(?=[),])/g,
    )
  ) {
    const [, target = "", verb, empty] = match;
    if (verb === "dropDatabase") losses.push({ what: "dropDatabase()", target: "the database", whole: true });
    else if (verb === "drop") losses.push({ what: "drop()", target, whole: false });
    else if (verb !== "dropIndexes" && (empty !== undefined || verb === "remove")) {
      losses.push({ what: `${verb}({})`, target, whole: false });
    }
  }
  return losses;
}

/** The losses in commands for Redis. */
export function redisLosses(text: string): Loss[] {
  const found = /^\s*(flushall|flushdb)\b/im.exec(text) ?? /\bcall\(\s*["'](flushall|flushdb)\b/i.exec(text);
  return found === null ? [] : [{ what: found[1]!.toUpperCase(), target: "every key", whole: true }];
}

/** Says the losses of a text. */
export function sayLosses(call: Invocation, losses: readonly Loss[], place?: "temporary" | "build"): void {
  for (const { what, target, whole } of losses) {
    call.say("drop-data", target === "" ? undefined : target, {
      what,
      recursive: whole,
      instead: BACKUP,
      ...(place === undefined ? {} : { place }),
    });
  }
}

/** Whether a database may be made again, by its name. */
export function isThrowAway(name: string): boolean {
  return THROW_AWAY.test(name);
}
