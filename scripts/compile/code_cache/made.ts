/** What the program that makes the code is asked for, and how the files that it writes end. */

/** Makes the code. */
export const MAKE = "make";
/** Says whether V8 takes it. */
export const CHECK = "check";

/** Code of a script that an everyday session needs. */
export const OFTEN = ".bin";
/** Of one that it seldom needs. */
export const SELDOM = ".seldom.bin";
