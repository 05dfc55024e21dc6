/** Whether a settings file has the shape in which our entries can be edited. */
import type { JsonObject } from "../base/json.ts";
import type { Os } from "../base/platform.ts";
import { asBlock, type PlannedEntry } from "./entry.ts";
import { type Node, propertiesOf, readTree, valuesOf } from "./json_text.ts";
import { Refusal } from "./refusal.ts";
import type { Harness, Surface } from "./registration.ts";

/** What is edited, and for whom. */
export interface EditJob {
  readonly harness: Harness;
  readonly surface: Surface;
  /** The system whose shell and paths count. */
  readonly place: { readonly os: Os };
  /** The entries to be there; also printed where the file cannot be edited. */
  readonly planned: readonly PlannedEntry[];
}

/** Refuses a text on whose path to our entries anything is not what it should be. */
export function checkShape(text: string, job: EditJob): void {
  const root = readTree(text);
  if (root === undefined) {
    throw refuse("config.unparseable", "it is no JSON, not even with comments and trailing commas", job);
  }
  const { container, layout } = job.surface;
  let node: Node | undefined = expectType(root, "object", "the file", job);
  let name = "";
  for (const [index, key] of container.entries()) {
    name = name === "" ? key : `${name}.${key}`;
    node = single(node, key, name, job);
    if (node === undefined) return;
    const isList = layout === "list" && index === container.length - 1;
    expectType(node, isList ? "array" : "object", `"${name}"`, job);
  }
  if (layout === "list") return;
  for (const event of new Set(propertiesOf(node).map(({ key }) => key))) {
    const planned = job.planned.find((entry) => entry.event === event);
    if (planned !== undefined) {
      checkEvent(
        node,
        event,
        name === "" ? event : `${name}.${event}`,
        layout === "groups" && !planned.flat,
        job,
      );
    }
  }
}

function checkEvent(container: Node, event: string, name: string, grouped: boolean, job: EditJob): void {
  const groups = expectType(single(container, event, name, job)!, "array", `"${name}"`, job);
  for (const [index, group] of (groups.children ?? []).entries()) {
    const place = `${name}[${index}]`;
    expectType(group, "object", `"${place}"`, job);
    if (!grouped) continue;
    const matcher = single(group, "matcher", `${place}.matcher`, job);
    if (matcher !== undefined) expectType(matcher, "string", `"${place}.matcher"`, job);
    const hooks = single(group, "hooks", `${place}.hooks`, job);
    if (hooks === undefined) throw refuse("config.unexpected-shape", `"${place}" has no "hooks"`, job);
    expectType(hooks, "array", `"${place}.hooks"`, job);
  }
}

function single(node: Node, key: string, name: string, job: EditJob): Node | undefined {
  const values = valuesOf(node, key);
  if (values.length > 1) throw refuse("config.unexpected-shape", `the key "${name}" is there twice`, job);
  return values[0];
}

function expectType(node: Node, type: "object" | "array" | "string", what: string, job: EditJob): Node {
  if (node.type === type) return node;
  const names = { object: "an object", array: "a list", string: "a text" };
  throw refuse("config.unexpected-shape", `${what} is not ${names[type]}`, job);
}

function refuse(code: "config.unparseable" | "config.unexpected-shape", why: string, job: EditJob): Refusal {
  return new Refusal(code, `The file is left as it is: ${why}.`, byHand(job));
}

/** What the operator can add by hand: the planned entries under the keys of the container. */
export function byHand({ surface, planned }: EditJob): JsonObject {
  const entries = surface.container.reduceRight<unknown>(
    (value, key) => ({ [key]: value }),
    asBlock(planned, surface),
  );
  return { ...surface.base, ...entries as JsonObject };
}
