/** A person at a terminal. */
import type { Terminal } from "./pause.ts";

/** A terminal on which a question can be asked. */
export interface Asking extends Terminal {
  readonly ask: (question: string) => string | null;
}

/** The terminal of this process. */
export const ASKING: Asking = { input: () => Deno.stdin.isTerminal(), ask: (question) => prompt(question) };
