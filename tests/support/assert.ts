/** The assertions that tests use, with types; the modules of the npm package carry none. */
import { assert as plainAssert } from "@std/assert/assert.js";
import { assertEquals as plainAssertEquals } from "@std/assert/equals.js";
import { assertStringIncludes as plainAssertStringIncludes } from "@std/assert/string_includes.js";
import { assertThrows as plainAssertThrows } from "@std/assert/throws.js";

/** Fails when `condition` is falsy. */
export const assert: (condition: unknown, message?: string) => asserts condition = plainAssert;

/** Fails when `actual` and `expected` differ, deeply. */
export const assertEquals: <T>(actual: T, expected: T, message?: string) => void = plainAssertEquals;

/** Fails when `actual` does not hold `expected`. */
export const assertStringIncludes: (actual: string, expected: string, message?: string) => void =
  plainAssertStringIncludes;

// deno-lint-ignore no-explicit-any -- any constructor of an error will do
type ErrorClass = abstract new (...args: any[]) => Error;

/** Fails when `run` does not throw an error of that class whose message holds `part`. */
export const assertThrows: (run: () => unknown, errorClass?: ErrorClass, part?: string) => void =
  plainAssertThrows;
