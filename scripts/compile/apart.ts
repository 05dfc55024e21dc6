/**
 * Lazy files that run before `core.js` is needed: what they have in common with it they bring along, so that they need
 * not wait for it.
 */
export const APART: readonly string[] = ["src/hook/serve_alone.ts"];
