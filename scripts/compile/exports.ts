/** What `core.js` must export because other scripts import it. */

/** The names that scripts import from modules of `core.js`, each under a name of its own. */
export class Exports {
  readonly #names = new Map<
    string,
    { readonly path: string; readonly name: string; readonly alias: string }
  >();

  /** Modules that are imported as a whole. */
  readonly #whole = new Set<string>();

  /** Notes that the module `path` is imported as a whole, by an import that begins with `head`. */
  whole(path: string, head: string): void {
    if (head !== "import(") throw new Error(`${path} is part of core.js; only names can be imported from it`);
    this.#whole.add(path);
  }

  /** The names of an import from the module `path`, such as `join as a,resolve`, as they must be for `core.js`. */
  renamed(path: string, names: string): string {
    return names.split(",").filter((part) => part.trim() !== "").map((part) => {
      const [name, local = name] = part.trim().split(/\s+as\s+/);
      return `${this.#aliasOf(path, name!)} as ${local}`;
    }).join(",");
  }

  /** Two modules may export the same name. */
  #aliasOf(path: string, name: string): string {
    const key = `${path} ${name}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known.alias;
    const alias = `_${this.#names.size.toString(36)}`;
    this.#names.set(key, { path, name, alias });
    return alias;
  }

  /** The lines that export all of it; `urlOf` says where a module is. */
  lines(urlOf: (path: string) => string): string {
    const whole = [...this.#whole].map((path) => `export * from ${JSON.stringify(urlOf(path))};\n`);
    const names = [...this.#names.values()].map(({ path, name, alias }) =>
      `export { ${name} as ${alias} } from ${JSON.stringify(urlOf(path))};\n`
    );
    return [...whole, ...names].join("");
  }
}
