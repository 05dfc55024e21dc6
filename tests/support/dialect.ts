/** One call in the dialect of each harness, made from a payload that was recorded of it. */
import { isObject, type JsonObject } from "../../src/base/json.ts";
import type { Contract } from "../../src/contract/contract.ts";
import { asObject, findPlace } from "../../src/contract/look_up.ts";
import { nativeInput } from "../../src/contract/rewrite.ts";
import { canonicalOf, type Recorded } from "./golden.ts";

/** The fixtures of a harness: `{ "event": …, "env": {…}, "payload": {…} }` each. */
export function recordedOf(assets: string, id: string): Recorded[] {
  const folder = `${assets}/tests/fixtures/contracts/${id}`;
  try {
    return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".json")).map(({ name }) => {
      const { event, env = {}, payload } = JSON.parse(Deno.readTextFileSync(`${folder}/${name}`));
      return { name, event, env, payload };
    }).sort((one, other) => one.name < other.name ? -1 : 1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What a call is to be about, in canonical keys. */
export interface Wanted {
  readonly event: string;
  /** The tools of which any will do, the first that was recorded. */
  readonly tools?: readonly string[];
  /** The values to put in; a patch takes the path of `file_path`. */
  readonly input?: JsonObject;
}

/** The events on which the harness can refuse come first: two events may tell of one call. */
export function callIn(
  contract: Contract,
  fixtures: readonly Recorded[],
  wanted: Wanted,
  project: string,
): Recorded | undefined {
  const fits = fixtures.filter((one) => contract.events[one.event]?.canonical === wanted.event);
  const ranked = [...fits].sort((one, other) => weight(contract, other) - weight(contract, one));
  for (const tool of wanted.tools ?? [undefined]) {
    for (const found of ranked.filter((one) => canonicalOf(contract, one).toolName === tool)) {
      const made = withInput(contract, found, wanted.input ?? {});
      // Not every form can be made from canonical values.
      if (made !== found || wanted.input === undefined) return withCwd(contract, made, project);
    }
  }
  return undefined;
}

function weight(contract: Contract, { event }: Recorded): number {
  return Object.keys(contract.events[event]?.channels ?? {}).length;
}

function withInput(contract: Contract, recorded: Recorded, input: JsonObject): Recorded {
  const event = canonicalOf(contract, recorded);
  const before = event.toolInput;
  if (before === undefined || event.nativeInput === undefined || Object.keys(input).length === 0) {
    return recorded;
  }
  const { file_path: path, ...rest } = input;
  const patchKey = ["command", "patch", "input", "patchText", "patch_text"].find((key) =>
    typeof before[key] === "string" && /\*\*\* Begin Patch/.test(String(before[key]))
  );
  const after = patchKey !== undefined && typeof path === "string"
    ? {
      ...before,
      [patchKey]: `*** Begin Patch\n*** Update File: ${path}\n@@\n-old\n+${
        rest["content"] ?? "new"
      }\n*** End Patch`,
    }
    : { ...before, ...pick(before, rest), ...(path === undefined ? {} : { file_path: path }) };
  const whole = nativeInput(before, after, event.nativeInput);
  if (whole === undefined) return recorded;
  const own = contract.events[recorded.event]!.tool;
  if (own !== undefined) {
    // The event is the call: its values stand in the payload itself.
    const inner = [own].flat().map(({ input }) => input).find((place) => typeof place === "string");
    return { ...recorded, payload: inner === undefined ? whole : put(recorded.payload, inner, whole) };
  }
  const place = findPlace(recorded.payload, contract.payload["tool_input"] ?? ["tool_input"])!;
  return { ...recorded, payload: put(recorded.payload, place.path, whole) };
}

/** Only what the call has: an edit has no whole content. */
function pick(before: JsonObject, values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([key]) => before[key] !== undefined));
}

function withCwd(contract: Contract, recorded: Recorded, project: string): Recorded {
  const place = findPlace(recorded.payload, contract.payload["cwd"] ?? ["cwd"]);
  const env = Object.fromEntries(contract.cwdVariables.map((name) => [name, project]));
  return {
    ...recorded,
    env: { ...recorded.env, ...env },
    payload: place === undefined ? recorded.payload : put(recorded.payload, place.path, project),
  };
}

/** `value` with `inner` at `path`; a text of JSON stays one. */
export function put(value: JsonObject, path: string, inner: unknown): JsonObject {
  const walk = (node: unknown, keys: readonly string[]): unknown => {
    const [key, ...behind] = keys;
    if (key === undefined) {
      return typeof node === "string" && isObject(inner) && asObject(node) ? JSON.stringify(inner) : inner;
    }
    if (Array.isArray(node)) {
      return node.map((item, index) => String(index) === key ? walk(item, behind) : item);
    }
    const object = isObject(node) ? node : {};
    return { ...object, [key]: walk(object[key], behind) };
  };
  return walk(value, path.split(".")) as JsonObject;
}
