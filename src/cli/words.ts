/** What the registration commands tell the operator. */
import type { Target } from "../register/install.ts";
import { isCallable } from "../register/transport.ts";

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

/** What an operator has to know of entries that call the resident, and of a file that cannot have any. */
export function transportNotes(target: Target, asked: boolean): string[] {
  const { harness, planned, surface } = target;
  const http = planned.filter(({ handler }) => handler["type"] === "http");
  const needs = harness.registration.http?.needs;
  if (asked && needs !== undefined && !isCallable(harness, target.place.env)) {
    return [
      `${harness.title} calls this machine only where it is started with ${needs.variable}=${needs.value}: its entries start ` +
      "a command. Set the variable wherever you start it, and run this again.",
    ];
  }
  if (asked && http.length === 0) {
    return [
      harness.registration.http === undefined
        ? `${harness.title} has no hooks over HTTP that are known to work: its entries start a command.`
        : `${target.path} may get into a repository, which must not hold the resident's token: its entries start a command.`,
    ];
  }
  if (http.length === 0) {
    return harness.profile === "strict" && harness.registration.http !== undefined && !surface.committed
      ? ["In the profile strict, --transport resident answers sooner, and refuses while it does not run."]
      : [];
  }
  const closed = http.some(({ row }) => row.failClosed === true) &&
    harness.registration.failClosedEntry !== undefined;
  return [
    ...(needs === undefined
      ? []
      : [`Start ${harness.title} with ${needs.variable}=${needs.value}, or it calls nobody.`]),
    closed
      ? "While the resident does not run, calls of tools are blocked; garfio doctor says what is wrong."
      : "While the resident does not run, calls go on unguarded; it is back at the next prompt. The profile strict blocks " +
        "them instead.",
    "The client tells the token and every event to whoever listens on the port: on a machine with users whom you do not " +
    "trust, use --transport command.",
  ];
}

/** Said where the file was put on the repository's private list of ignored files. */
export function excludedNote({ path }: Target): string {
  return `git leaves ${path} out of this repository from now on (.git/info/exclude).`;
}

/** Clients read their hooks at the start. */
export function restart({ harness }: Target): string {
  return `Restart or reload the running sessions of ${harness.title}: they keep the hooks that they started with.`;
}
