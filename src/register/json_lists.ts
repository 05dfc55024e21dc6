/** Where entries stand in a JSON file, whichever layout the harness has. */
import type { JsonObject } from "../base/json.ts";
import { type Node, propertiesOf, valueOf, valuesOf } from "./json_text.ts";
import { type OurEntry, readOurs } from "./ours.ts";
import type { Harness, Surface } from "./registration.ts";

/** A list of handlers. */
export interface HandlerList {
  /** Undefined: each handler says its own. */
  readonly event: string | undefined;
  readonly list: Node;
  /** The group that holds the list, the list that holds the group, and its matcher. */
  readonly group?: { readonly node: Node; readonly groups: Node; readonly matcher: unknown };
}

/** A handler of ours in the tree, with what holds it. */
export interface FoundHandler extends HandlerList {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: Node;
  readonly ours: OurEntry;
}

/** What `keys` lead to from `root`. */
export function containerOf(root: Node, keys: readonly string[]): Node | undefined {
  return keys.reduce<Node | undefined>(
    (node, key) => node?.type === "object" ? valuesOf(node, key)[0] : undefined,
    root,
  );
}

/** Every well-formed list of handlers below `root`. */
export function handlerLists(root: Node, surface: Surface): HandlerList[] {
  const container = containerOf(root, surface.container);
  if (surface.layout === "list") {
    return container?.type === "array" ? [{ event: undefined, list: container }] : [];
  }
  if (container?.type !== "object") return [];
  return propertiesOf(container).flatMap(({ key: event, value: list }) => {
    if (list.type !== "array") return [];
    if (surface.layout === "entries") return [{ event, list }];
    const groups = (list.children ?? []).flatMap((node): HandlerList[] => {
      const inner = node.type === "object" ? valuesOf(node, "hooks")[0] : undefined;
      if (inner?.type !== "array") return [];
      return [{
        event,
        list: inner,
        group: { node, groups: list, matcher: valuesOf(node, "matcher")[0]?.value },
      }];
    });
    return [{ event, list }, ...groups];
  });
}

/** Our handlers below `root`. */
export function ourHandlers(root: Node, surface: Surface, harness: Harness): FoundHandler[] {
  return handlerLists(root, surface).flatMap((place) =>
    (place.list.children ?? []).flatMap((handler): FoundHandler[] => {
      // In a list of groups a handler of ours has no group inside.
      if (handler.type !== "object" || valuesOf(handler, "hooks").length > 0) return [];
      const value = valueOf(handler) as JsonObject;
      const ours = readOurs(value, harness);
      if (ours === undefined) return [];
      const matcher = place.group === undefined ? value[matcherKey(surface, harness)] : place.group.matcher;
      return [{
        ...place,
        event: place.event ?? ours.event,
        matcher: typeof matcher === "string" ? matcher : undefined,
        handler,
        ours,
      }];
    })
  );
}

/** The key of an entry in which its matcher stands. */
export function matcherKey(surface: Surface, harness: Harness): string {
  const template = surface.entry ?? harness.registration.entry;
  return Object.entries(template).find(([, value]) => value === "{matcher}")?.[0] ?? "matcher";
}
