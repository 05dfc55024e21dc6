/** One item of knowledge, as it is kept between events: everything except its body. */

/** What an item is: something to obey, something to know, or a procedure that is offered by name. */
export type Kind = "rule" | "memory" | "skill";

/** The kinds in the order in which they are told. */
export const KINDS: readonly Kind[] = ["rule", "memory", "skill"];

/** How much a rule matters. */
export type Priority = "high" | "medium" | "low";

/** The priorities, strongest first. */
export const PRIORITIES: readonly Priority[] = ["high", "medium", "low"];

/** What a block pattern is tried on. */
export type BlockTarget = "write" | "shell";

/** A pattern whose match refuses a write or a command, once a person has approved it. */
export interface Block {
  readonly pattern: string;
  /** `i`, `m`, `s`. */
  readonly flags: string;
  readonly on: readonly BlockTarget[];
}

/** A command that must have succeeded after the last edit, once a person has approved it. */
export interface Check {
  /** The words of the command. */
  readonly run: readonly string[];
  /** The globs whose edit makes it due. */
  readonly after: readonly string[];
}

/** An item without its body. */
export interface Item {
  /** The path below its folder without `.md`; in a part of the project `part:path`. */
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  readonly summary: string;
  /** The path from the root of the project, with `/`. */
  readonly file: string;
  /** The part of the project whose folder holds it, with `/`; empty for the whole project. */
  readonly part: string;
  /** Globs from the root of the project; none: everything in its part. */
  readonly paths: readonly string[];
  readonly priority: Priority;
  /** Literals, one of which must occur. */
  readonly symbols: readonly string[];
  readonly block?: Block;
  readonly check?: Check;
  /** The words of title, summary and paths that name a topic, each between blanks. */
  readonly topics: string;
  /** Changes with title and body. */
  readonly hash: string;
  /** The length of the body in UTF-16 units. */
  readonly size: number;
}

/** The word behind `::` that calls a skill: the last name of its id. */
export function skillName(item: Item): string {
  return item.id.slice(Math.max(item.id.lastIndexOf("/"), item.id.lastIndexOf(":")) + 1);
}

/** Rules, memories, skills; within each by id. */
export function byKindAndId(a: Item, b: Item): number {
  const order = KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  return order !== 0 ? order : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
