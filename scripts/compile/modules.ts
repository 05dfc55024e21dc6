/** Which modules the program is made of, and what loads them. */

/** As `deno info --json` tells it, as far as it is used. */
interface Graph {
  readonly roots: readonly string[];
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly isDynamic?: boolean;
      /** Absent where only types are imported. */
      readonly code?: { readonly specifier?: string };
    }[];
  }[];
}

/** The modules of the program by their paths below its root, such as `src/base/path.ts`. */
export interface Modules {
  /** What an event needs at once: the module that answers it, and all that it imports. */
  readonly core: readonly string[];
  /** Loaded when something asks for them. */
  readonly lazy: readonly string[];
}

/** Reads the module graph of the program whose `main.ts` is in the folder `root`, and whose events `entry` answers. */
export async function readModules(root: string, entry: string): Promise<Modules> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: root,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("the modules of main.ts could not be read");
  const graph: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const base = graph.roots[0]!.slice(0, -"main.ts".length);
  const ours = new Map(
    graph.modules.filter(({ specifier }) => specifier.startsWith(base)).map((
      module,
    ) => [module.specifier, module]),
  );
  const core = new Set<string>();
  const lazy = new Set<string>();
  const reach = (specifier: string): void => {
    if (core.has(specifier)) return;
    core.add(specifier);
    for (const { isDynamic, code } of ours.get(specifier)!.dependencies ?? []) {
      if (isDynamic !== true && ours.has(code?.specifier ?? "")) reach(code!.specifier!);
    }
  };
  reach(`${base}${entry}`);
  for (const { dependencies = [] } of ours.values()) {
    for (const { isDynamic, code } of dependencies) {
      if (isDynamic === true && ours.has(code?.specifier ?? "")) lazy.add(code!.specifier!);
    }
  }
  lazy.delete(`${base}${entry}`);
  const both = [...lazy].find((specifier) => core.has(specifier));
  if (both !== undefined) throw new Error(`${both} is loaded at each event, so it needs no lazy import`);
  const pathsOf = (specifiers: ReadonlySet<string>): string[] =>
    [...specifiers].map((specifier) => decodeURI(specifier.slice(base.length))).sort();
  return { core: pathsOf(core), lazy: pathsOf(lazy) };
}
