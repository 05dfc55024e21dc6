/** What the registration commands tell the operator. */
import type { Target } from "../register/install.ts";

/** What an operator has to know after an install, apart from {@link restart}. */
export function installNotes(target: Target): string[] {
  const { harness, surface, path } = target;
  const { importedBy } = harness.registration;
  const notes: string[] = [];
  if (surface.committed) {
    notes.push(
      `${path} now holds a path of this machine. If the repository holds that file, the hooks fail on other ` +
        `machines: keep it out of the repository, or use --scope local.`,
    );
  }
  if (importedBy.length > 0) {
    const hosts = importedBy.map(({ host, switch: name }) => `${host}: "${name}"`).join(", ");
    notes.push(
      `Other programs load these hooks as well. Where they have entries of their own, switch the import off ` +
        `(${hosts}).`,
    );
  }
  return notes;
}

/** Said where the file was put on the repository's private list of ignored files. */
export function excludedNote({ path }: Target): string {
  return `git leaves ${path} out of this repository from now on (.git/info/exclude).`;
}

/** Clients read their hooks at the start. */
export function restart({ harness }: Target): string {
  return `Restart or reload the running sessions of ${harness.title}: they keep the hooks that they started with.`;
}
