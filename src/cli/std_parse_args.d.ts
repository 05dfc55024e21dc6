/** What is used of `@std/cli/parse_args.js`, which carries no types. */
export function parseArgs(args: readonly string[], options: {
  readonly string: readonly string[];
  readonly boolean: readonly string[];
  readonly alias: Readonly<Record<string, string>>;
  readonly unknown: (argument: string, key?: string) => boolean;
}): Record<string, unknown>;
