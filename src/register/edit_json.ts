/** Our entries put into, and taken out of, the text of a JSON settings file. Nothing else in it changes. */
import type { JsonObject } from "../base/json.ts";
import { asGroup, type PlannedEntry } from "./entry.ts";
import {
  append,
  isBare,
  type Layout,
  layoutOf,
  type Node,
  propertiesOf,
  readTree,
  remove,
  replace,
  sameValue,
  valueOf,
  valuesOf,
} from "./json_text.ts";
import { checkShape, type EditJob } from "./json_shape.ts";
import { type OurEntry, readOurs } from "./ours.ts";

const BOM = "\ufeff";

/** One of our entries, as found in a file. */
export interface FoundEntry {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
  readonly ours: OurEntry;
}

/**
 * `text` with exactly one set of our entries: the planned ones. Old ones go, wherever they stand; those that are
 * right stay where they are, so that a second run returns its input.
 *
 * @throws Refusal where the text cannot be edited without loss
 */
export function installEntries(text: string, job: EditJob): string {
  const { bom, body } = splitBom(text);
  let result = body.trim() === "" ? "{}\n" : body;
  checkShape(result, job);
  for (const entry of job.planned) result = place(result, entry, job);
  return bom + removeOurs(result, job, job.planned);
}

/**
 * `text` without our entries, and without the groups, events and container that this left empty.
 *
 * @throws Refusal where the text cannot be edited without loss
 */
export function removeEntries(text: string, job: EditJob): string {
  const { bom, body } = splitBom(text);
  if (body.trim() === "") return text;
  checkShape(body, job);
  return bom + removeOurs(body, job, []);
}

/**
 * Our entries in `text`.
 *
 * @throws Refusal where the text cannot be read
 */
export function findEntries(text: string, job: EditJob): FoundEntry[] {
  const { body } = splitBom(text);
  if (body.trim() === "") return [];
  checkShape(body, job);
  return places(body, job).map(({ event, matcher, handler, ours }) => ({
    event,
    matcher,
    handler: valueOf(handler) as JsonObject,
    ours,
  }));
}

/** The values of the keys at the top of `text`; none where it cannot be read. */
export function topValues(text: string): JsonObject {
  const root = readTree(splitBom(text).body);
  return root?.type === "object" ? valueOf(root) as JsonObject : {};
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith(BOM) ? { bom: BOM, body: text.slice(1) } : { bom: "", body: text };
}

// Finding ------------------------------------------------------------------------------------------------

/** A handler of ours in the tree, with what holds it. */
interface Place {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly group: Node;
  readonly list: Node;
  readonly handler: Node;
  readonly ours: OurEntry;
}

function containerOf(root: Node, keys: readonly string[]): Node | undefined {
  return keys.reduce<Node | undefined>(
    (node, key) => node?.type === "object" ? valuesOf(node, key)[0] : undefined,
    root,
  );
}

function parse(text: string, job: EditJob): { root: Node; container: Node | undefined } {
  const root = readTree(text);
  if (root === undefined) throw new Error("an edit broke the file");
  return { root, container: containerOf(root, job.surface.container) };
}

interface Group {
  readonly event: string;
  readonly groups: Node;
  readonly group: Node;
  readonly matcher: unknown;
  readonly list: Node;
}

/** Every well-formed group of every event. */
function groupsOf(container: Node | undefined): Group[] {
  if (container?.type !== "object") return [];
  return propertiesOf(container).flatMap(({ key: event, value: groups }) =>
    groups.type !== "array" ? [] : (groups.children ?? []).flatMap((group) => {
      const list = group.type === "object" ? valuesOf(group, "hooks")[0] : undefined;
      if (list?.type !== "array") return [];
      return [{ event, groups, group, matcher: valuesOf(group, "matcher")[0]?.value, list }];
    })
  );
}

function places(text: string, job: EditJob): Place[] {
  return groupsOf(parse(text, job).container).flatMap(({ event, group, matcher, list }) =>
    (list.children ?? []).flatMap((handler) => {
      const ours = readOurs(valueOf(handler), job.harness);
      if (ours === undefined) return [];
      return [{
        event,
        matcher: typeof matcher === "string" ? matcher : undefined,
        group,
        list,
        handler,
        ours,
      }];
    })
  );
}

function isSlotOf(entry: PlannedEntry, place: { event: string; matcher: unknown }): boolean {
  return entry.event === place.event && entry.matcher === place.matcher;
}

function isRight(entry: PlannedEntry, place: Place): boolean {
  return isSlotOf(entry, place) && sameValue(valueOf(place.handler), entry.handler);
}

// Putting in ---------------------------------------------------------------------------------------------

/** `text` with `entry` at its place; other entries of ours are left for {@link removeOurs}. */
function place(text: string, entry: PlannedEntry, job: EditJob): string {
  const found = places(text, job);
  if (found.some((one) => isRight(entry, one))) return text;
  const { root, container } = parse(text, job);
  const layout = layoutOf(text, root);
  // In place only where no handler of the operator comes after it.
  const old = found.find((one) =>
    isSlotOf(entry, one) && one.list.children?.at(-1)?.offset === one.handler.offset
  );
  if (old !== undefined) return replace(text, old.handler, entry.handler, layout);
  const group = groupsOf(container).find((one) => isSlotOf(entry, one));
  if (group !== undefined) return append(text, group.list, undefined, entry.handler, layout);
  return appendGroup(text, root, entry, job, layout);
}

function appendGroup(text: string, root: Node, entry: PlannedEntry, job: EditJob, layout: Layout): string {
  const path = [...job.surface.container, entry.event];
  let node = root;
  for (const [index, key] of path.entries()) {
    const next = valuesOf(node, key)[0];
    if (next === undefined) {
      const rest = path.slice(index + 1);
      const value = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [
        asGroup(entry.matcher, entry.handler),
      ]);
      return append(text, node, key, value, layout);
    }
    node = next;
  }
  return append(text, node, undefined, asGroup(entry.matcher, entry.handler), layout);
}

// Taking out ---------------------------------------------------------------------------------------------

/** `text` without our entries, save the first right one for each of `keep`. */
function removeOurs(text: string, job: EditJob, keep: readonly PlannedEntry[]): string {
  let result = text;
  for (;;) {
    const kept = new Set<PlannedEntry>();
    const extra = places(result, job).find((one) => {
      const entry = keep.find((planned) => !kept.has(planned) && isRight(planned, one));
      if (entry !== undefined) kept.add(entry);
      return entry === undefined;
    });
    if (extra === undefined) return result;
    result = prune(remove(result, extra.list, extra.handler), job, extra);
  }
}

/** `text` without what the removal of `gone` left empty, from its list up to the container. */
function prune(text: string, job: EditJob, gone: Place): string {
  const group = groupsOf(parse(text, job).container).find((one) => one.group.offset === gone.group.offset);
  if (group === undefined || !isBare(text, group.list) || hasMore(text, group.group)) return text;
  let result = remove(text, group.groups, group.group);
  const path = [...job.surface.container, gone.event];
  for (let depth = path.length; depth > 0; depth--) {
    const { root } = parse(result, job);
    const parent = containerOf(root, path.slice(0, depth - 1));
    const property = parent?.children?.find(({ children }) => children?.[0]?.value === path[depth - 1]);
    const value = property?.children?.[1];
    if (parent === undefined || property === undefined || value === undefined || !isBare(result, value)) {
      break;
    }
    result = remove(result, parent, property);
  }
  return result;
}

/** Whether a group holds more than its matcher and list: a key of the operator's, or a comment. */
function hasMore(text: string, group: Node): boolean {
  if (propertiesOf(group).some(({ key }) => key !== "matcher" && key !== "hooks")) return true;
  let rest = text.slice(group.offset, group.offset + group.length);
  for (const property of [...group.children ?? []].reverse()) {
    const start = property.offset - group.offset;
    rest = rest.slice(0, start) + rest.slice(start + property.length);
  }
  return /[/]/.test(rest);
}
