/** Cheap looks for the guards of everyday work: nobody is out to deceive them, so the words as they are typed will do. */
import type { Call } from "./call.ts";

/** A word of each command that starts a server. */
const SERVERS =
  "dev start serve vite next parcel nodemon uvicorn gunicorn flask hypercorn daphne preview fastapi"
    .split(" ").concat("rails s", "ng s", "php -S", "jekyll s");
const SLOW =
  "npm yarn bun cargo make ninja docker podman mvn gradle bazel test jest mocha spec playwright cypress tox nox"
    .split(" ").concat("phpunit", "go ");
const BUILDS = "build make mvn gradle tsc webpack rollup tsup hugo compile generate bundle publish".split(" ")
  .concat("cargo b");

const holds = (text: string | undefined, words: readonly string[]): boolean =>
  text !== undefined && words.some((word) => text.includes(word));

/** Whether the command line may start a server. */
export function mayServe({ command }: Call): boolean {
  // `/dev/null` is on every other line.
  return holds(command?.replaceAll("/dev/", ""), SERVERS);
}

/** Whether it may take long. */
export const mayTakeLong = ({ command }: Call): boolean => holds(command, SLOW);

/** Whether it may build. */
export const mayBuild = ({ command }: Call): boolean => holds(command, BUILDS);

/** Whether it may make a pull request. */
export function mayMakeRequest({ command }: Call): boolean {
  return holds(command, ["create", "new", "pull-request"]) && holds(command, ["gh ", "glab ", "hub "]);
}

/** Whether a file tool writes a document. */
export function mayWriteDocument({ targets }: Call): boolean {
  return targets.some(({ path }) => {
    const end = path.slice(-4).toLowerCase();
    return end.endsWith(".md") || end === ".txt";
  });
}
