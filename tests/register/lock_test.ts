import { withLock } from "../../src/register/lock.ts";
import { Refusal } from "../../src/register/refusal.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { inSandbox } from "./sandbox.ts";

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

Deno.test("lock: one at a time, and it is gone afterwards", () =>
  inSandbox(async ({ root }) => {
    let inside = 0;
    const work = () =>
      withLock(`${root}/lock`, async () => {
        assertEquals(++inside, 1);
        await wait(5);
        inside--;
      });
    await Promise.all([work(), work(), work(), work()]);
    assertEquals([...Deno.readDirSync(root)].some(({ name }) => name.startsWith("lock")), false);
  }));

Deno.test("lock: gone after a failure as well", () =>
  inSandbox(async ({ root }) => {
    const failure = await withLock(`${root}/lock`, () => Promise.reject(new Error("no"))).catch((error) =>
      error
    );
    assertEquals(failure.message, "no");
    assertEquals(await withLock(`${root}/lock`, () => Promise.resolve(1)), 1);
  }));

Deno.test("lock: a living one is waited for, but not for ever", () =>
  inSandbox(async ({ root, put }) => {
    put("lock", "somebody");
    const error = await withLock(`${root}/lock`, () => Promise.resolve(1), 60).catch((error) => error);
    assert(error instanceof Refusal && error.code === "busy");
    assertEquals(Deno.readTextFileSync(`${root}/lock`), "somebody");
  }));

Deno.test("lock: an abandoned one is taken over", () =>
  inSandbox(async ({ root, put }) => {
    put("lock", "somebody");
    const past = new Date(Date.now() - 120_000);
    Deno.utimeSync(`${root}/lock`, past, past);
    assertEquals(await withLock(`${root}/lock`, () => Promise.resolve(1), 1000), 1);
  }));
