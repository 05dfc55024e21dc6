/** Our entries put into, and taken out of, the text of a JSON settings file. Nothing else in it changes. */
import type { JsonObject } from "../base/json.ts";
import type { FoundEntry } from "./edit.ts";
import { asMember, type PlannedEntry } from "./entry.ts";
import { containerOf, type FoundHandler, handlerLists, ourHandlers } from "./json_lists.ts";
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

const BOM = "\ufeff";

/**
 * `text` with exactly one set of our entries: the planned ones. Old ones go, wherever they stand; those that are
 * right stay where they are, so that a second run returns its input.
 *
 * @throws Refusal where the text cannot be edited without loss
 */
export function installJson(text: string, job: EditJob): string {
  const { bom, body } = splitBom(text);
  let result = body.trim() === "" ? "{}\n" : body;
  checkShape(result, job);
  result = withBase(result, job);
  for (const entry of job.planned) result = place(result, entry, job);
  return bom + removeOurs(result, job, job.planned);
}

/**
 * `text` without our entries, and without the groups, events and container that this left empty. Undefined where the
 * file is ours alone and nothing of anybody else is in it.
 *
 * @throws Refusal where the text cannot be edited without loss
 */
export function removeJson(text: string, job: EditJob): string | undefined {
  const { bom, body } = splitBom(text);
  if (body.trim() === "") return text;
  checkShape(body, job);
  const result = removeOurs(body, job, []);
  return job.surface.owned === true && isOnlyBase(result, job) ? undefined : bom + result;
}

/**
 * Our entries in `text`.
 *
 * @throws Refusal where the text cannot be read
 */
export function findInJson(text: string, job: EditJob): FoundEntry[] {
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

function parse(text: string): Node {
  const root = readTree(text);
  if (root === undefined) throw new Error("an edit broke the file");
  return root;
}

function places(text: string, job: EditJob): FoundHandler[] {
  return ourHandlers(parse(text), job.surface, job.harness);
}

function isSlotOf(entry: PlannedEntry, found: FoundHandler, { surface }: EditJob): boolean {
  if (surface.layout === "groups" && entry.flat !== (found.group === undefined)) return false;
  return entry.event === found.event && entry.matcher === found.matcher;
}

function isRight(entry: PlannedEntry, found: FoundHandler, job: EditJob): boolean {
  return isSlotOf(entry, found, job) && sameValue(valueOf(found.handler), entry.handler);
}

// Putting in ---------------------------------------------------------------------------------------------

/** `text` with what the harness needs in the file besides entries. */
function withBase(text: string, { surface }: EditJob): string {
  let result = text;
  for (const [key, value] of Object.entries(surface.base ?? {})) {
    const root = parse(result);
    if (valuesOf(root, key).length === 0) result = append(result, root, key, value, layoutOf(result, root));
  }
  return result;
}

/** `text` with `entry` at its place; other entries of ours are left for {@link removeOurs}. */
function place(text: string, entry: PlannedEntry, job: EditJob): string {
  const found = places(text, job);
  if (found.some((one) => isRight(entry, one, job))) return text;
  const root = parse(text);
  const layout = layoutOf(text, root);
  // In place only where no handler of the operator comes after it.
  const old = found.find((one) =>
    isSlotOf(entry, one, job) &&
    (one.group === undefined || one.list.children?.at(-1)?.offset === one.handler.offset)
  );
  if (old !== undefined) return replace(text, old.handler, entry.handler, layout);
  if (job.surface.layout === "groups" && !entry.flat) {
    const list = handlerLists(root, job.surface).find(({ event, group }) =>
      group !== undefined && event === entry.event && group.matcher === entry.matcher
    );
    if (list !== undefined) return append(text, list.list, undefined, entry.handler, layout);
  }
  return appendMember(text, root, entry, job, layout);
}

function appendMember(text: string, root: Node, entry: PlannedEntry, job: EditJob, layout: Layout): string {
  const { container, layout: form } = job.surface;
  const path = form === "list" ? container : [...container, entry.event];
  const member = asMember(entry, job.surface);
  let node = root;
  for (const [index, key] of path.entries()) {
    const next = valuesOf(node, key)[0];
    if (next === undefined) {
      const value = path.slice(index + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), [
        member,
      ]);
      return append(text, node, key, value, layout);
    }
    node = next;
  }
  return append(text, node, undefined, member, layout);
}

// Taking out ---------------------------------------------------------------------------------------------

/** `text` without our entries, save the first right one for each of `keep`. */
function removeOurs(text: string, job: EditJob, keep: readonly PlannedEntry[]): string {
  let result = text;
  for (;;) {
    const kept = new Set<PlannedEntry>();
    const extra = places(result, job).find((one) => {
      const entry = keep.find((planned) => !kept.has(planned) && isRight(planned, one, job));
      if (entry !== undefined) kept.add(entry);
      return entry === undefined;
    });
    if (extra === undefined) return result;
    result = prune(remove(result, extra.list, extra.handler), job, extra);
  }
}

/** `text` without what the removal of `gone` left empty, from its list up to the container. */
function prune(text: string, job: EditJob, gone: FoundHandler): string {
  let result = text;
  if (gone.group !== undefined) {
    const offset = gone.group.node.offset;
    const left = handlerLists(parse(text), job.surface).find(({ group }) => group?.node.offset === offset);
    if (left?.group === undefined || !isBare(text, left.list) || hasMore(text, left.group.node)) return text;
    result = remove(text, left.group.groups, left.group.node);
  }
  const { container, layout } = job.surface;
  const path = layout === "list" ? container : [...container, gone.event];
  for (let depth = path.length; depth > 0; depth--) {
    const parent = containerOf(parse(result), path.slice(0, depth - 1));
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
  return hasComment(text, group);
}

function hasComment(text: string, node: Node): boolean {
  let rest = text.slice(node.offset, node.offset + node.length);
  for (const property of [...node.children ?? []].reverse()) {
    const start = property.offset - node.offset;
    rest = rest.slice(0, start) + rest.slice(start + property.length);
  }
  return /[/]/.test(rest);
}

function isOnlyBase(text: string, { surface }: EditJob): boolean {
  const root = parse(text);
  const base = surface.base ?? {};
  return !hasComment(text, root) &&
    propertiesOf(root).every(({ key, value }) =>
      Object.hasOwn(base, key) && sameValue(valueOf(value), base[key])
    );
}
