/** The version of this program; equal to that of `deno.json` (a test compares them). */
export const VERSION = "0.1.0";
