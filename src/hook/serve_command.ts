/**
 * `garfio serve` for the other commands. `serve_alone.ts` has all of it in its own script, since whoever starts a
 * resident waits for each script that is loaded.
 */
export { type Foreground, runServeCommand } from "./foreground.ts";
