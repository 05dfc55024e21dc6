/** Whether work grows with its input, measured against itself so that the speed of the machine does not matter. */
import { assert } from "./assert.ts";

const STEP = 8;
/** Between growth by size (1) and growth by its square ({@link STEP}), on top of what the size explains. */
const MOST = 5;
/** Milliseconds below which a measurement says nothing. */
const NOISE = 400;

/** Fails where `work` on an input of `size` takes much longer than its share of the work on an eighth of it. */
export async function assertGrowsWithSize(
  size: number,
  work: (size: number) => unknown,
  name: string,
): Promise<void> {
  const small = await fastest(() => work(Math.ceil(size / STEP)));
  const large = await fastest(() => work(size));
  assert(
    large < NOISE || large < Math.max(small, 1) * STEP * MOST,
    `${name}: ${small.toFixed(1)} ms grow to ${large.toFixed(1)} ms`,
  );
}

async function fastest(work: () => unknown): Promise<number> {
  let least = Infinity;
  // Another look only where the first says something.
  for (let round = 0; round < 3 && least > NOISE / STEP; round++) {
    const started = performance.now();
    await work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}
