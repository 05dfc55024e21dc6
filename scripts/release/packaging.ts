/** The files that package managers read, from the templates in `packaging/`. */
import { addressOf, archiveName, HOMEPAGE, RELEASES } from "../../src/cli/upgrade/source.ts";

/** A call that Garfio answers in words; what `brew test` runs. */
export const TEST_EVENT = JSON.stringify({
  session_id: "test",
  cwd: "/",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: 'git commit -m "Fix it" -m "Co-Authored-By: Claude <noreply@anthropic.com>"' },
});

/** Each template, and where below `dist/packaging` its result goes. */
export const PACKAGING: Readonly<Record<string, string>> = {
  "packaging/homebrew/garfio.rb.template": "homebrew/garfio.rb",
  "packaging/scoop/garfio.json.template": "scoop/garfio.json",
};

/**
 * Fills the template. `#{…}` is Ruby and stays.
 *
 * @param digests of the archives, by file name
 * @throws Error where a digest is missing or a place in the template is of no known kind
 */
export function fillTemplate(
  template: string,
  version: string,
  digests: ReadonlyMap<string, string>,
): string {
  return template.replace(
    /(?<!#)\{([a-z0-9]+)(?: ([a-z0-9_-]+))?\}/g,
    (whole, word: string, target?: string) => {
      if (target !== undefined) {
        const name = archiveName(version, target);
        const digest = digests.get(name);
        if (digest === undefined) throw new Error(`there is no ${name} to name in a package`);
        if (word === "url") return addressOf(RELEASES, version, name);
        if (word === "sha256") return digest;
      }
      const value = { version, homepage: HOMEPAGE, releases: RELEASES, event: TEST_EVENT }[word];
      if (value === undefined) throw new Error(`a template holds ${whole}, which nothing fills`);
      return value;
    },
  );
}

/** The targets that the template names. */
export function targetsOf(template: string): string[] {
  return [...new Set([...template.matchAll(/\{url ([a-z0-9_-]+)\}/g)].map((match) => match[1]!))];
}
