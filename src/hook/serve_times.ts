/** How long residents wait for each other, in milliseconds. */

/** Whoever holds the lock answers at once; who waits longer waits for one that is busy. */
export const SHORT = 250;
export const LONG = 5_000;
