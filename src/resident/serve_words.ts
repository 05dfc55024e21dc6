/** How a resident is started by another process of ours: `garfio serve`, and `--replace` for a successor. */
export const REPLACE = "--replace";

/** Whether `args` are those words and nothing else, so that no options need to be read. */
export function isServeCall(args: readonly string[]): boolean {
  return args[0] === "serve" && (args.length === 1 || (args.length === 2 && args[1] === REPLACE));
}
