/** What a script imports at once, gathered: each import is looked up by itself, and the bundler writes one per module. */

/** Imports of names, as the bundler writes them: `{join as a,resolve}` of one script. */
export class Imports {
  readonly #names = new Map<string, string[]>();

  /** Adds an import of `names`, as they stand between the braces; none where only the script itself is wanted. */
  add(specifier: string, names: string): void {
    const known = this.#names.get(specifier) ?? [];
    if (names.trim() !== "") known.push(names);
    this.#names.set(specifier, known);
  }

  /** The lines of import. */
  asModule(): string {
    return [...this.#names].map(([specifier, names]) =>
      names.length === 0
        ? `import${JSON.stringify(specifier)};`
        : `import{${names.join(",")}}from${JSON.stringify(specifier)};`
    ).join("");
  }
}
