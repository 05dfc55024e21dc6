/** How large a model's context is taken to be. */

const DEFAULT_WINDOW = 200_000;
/** A reading above the default window shows that the model has the large one. */
const LARGE_WINDOW = 1_000_000;

/** The window of a session that holds `tokens` now; `configured` by the operator, else told from the reading. */
export function windowFor(tokens: number, configured: number | undefined): number {
  return configured ?? (tokens > DEFAULT_WINDOW ? LARGE_WINDOW : DEFAULT_WINDOW);
}
