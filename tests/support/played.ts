/** A recorded payload that is told in a home, with some of its values changed. */
import type { JsonObject } from "../../src/base/json.ts";
import type { Reply } from "../../src/contract/outcome.ts";
import { READERS } from "../contract/readers/all.ts";
import type { Effect } from "../contract/readers/reader.ts";
import { put } from "./dialect.ts";
import { assertEquals, assertStringIncludes } from "./assert.ts";
import { type Around, ASSETS, type Home, inHome } from "./home.ts";

/** What came of it: what was answered, and what the client makes of that. */
export interface Played extends Effect {
  readonly reply: Reply;
}

/** Tells a fixture of one harness; `changes` are values by their path in the payload, undefined takes one away. */
export type Player = (name: string, changes?: JsonObject, around?: Around) => Promise<Played>;

/** Plays the fixtures of `id` in `home`, whose project stands where the recorded one was. */
export function playerOf(home: Home, id: string): Player {
  return async (name, changes = {}, around = {}) => {
    const text = Deno.readTextFileSync(`${ASSETS}/tests/fixtures/contracts/${id}/${name}.json`);
    const recorded = JSON.parse(text.replaceAll("/home/dev/project", home.project));
    let payload: JsonObject = recorded.payload;
    for (const [path, value] of Object.entries(changes)) payload = put(payload, path, value);
    const reply = await home.call(["--contract", id, recorded.event], payload, {
      ...around,
      env: { ...recorded.env, ...around.env },
    });
    return { ...READERS[id]!.read(recorded.event, reply, payload, around.os), reply };
  };
}

/** An edit of a manifest, which is remarked on and never refused. */
export const MANIFEST = '{ "dependencies": { "left-pad": "1.0.0" } }';

/** A token that looks like one. */
export const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

/** What stands in the project while something is refused. */
const FILES = [".eslintrc.json", "eslint.config.js", "package.json"];

/** Name, fixture, changes, what the reason speaks of. */
export type Refusal = readonly [name: string, fixture: string, changes: JsonObject, reason: string];

/** Calls that the harness must not run, and is told so in a way that it understands. */
export function refuses(id: string, rows: readonly Refusal[]): void {
  for (const [name, fixture, changes, reason] of rows) {
    Deno.test(`${id}: ${name} is refused`, () =>
      inHome(async (home) => {
        for (const file of FILES) home.put(file, "{}\n");
        const played = await playerOf(home, id)(fixture, changes);
        assertEquals([played.goesOn, played.fault], [false, undefined], JSON.stringify(played));
        assertStringIncludes(played.reason ?? "", reason);
      }));
  }
}

/** Switches that make what is only remarked on a question to the operator. */
export const ASKING = '{ "guards": { "destructive-command": "ask", "commit-quality": "ask" } }';
