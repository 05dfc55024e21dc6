import { homeFolder, type Surroundings } from "../base/folders.ts";
import { isAbsolute, join } from "../base/path.ts";
import type { Places } from "../contract/contract.ts";
import { Refusal } from "./refusal.ts";
import type { Registration, Scope, Surface } from "./registration.ts";

/**
 * The surface of `scope`.
 *
 * @throws Refusal where the harness has none
 */
export function surfaceOf(registration: Registration, scope: Scope): Surface {
  const surface = registration.surfaces[scope];
  if (surface === undefined) {
    const known = Object.keys(registration.surfaces).join(", ");
    throw new Refusal("scope.unknown", `This harness has no scope "${scope}". It has: ${known}.`);
  }
  return surface;
}

/**
 * The path of the file of `surface`, by the rules of the given operating system.
 *
 * @throws Refusal where the environment names no usable folder
 */
export function surfacePath(surface: Surface, project: string, place: Surroundings): string {
  for (const template of surface.paths) {
    const path = placePath(template, project, place);
    if (path !== undefined) return path;
  }
  throw new Refusal(
    "home.missing",
    `The environment names no home folder (${
      place.os === "windows" ? "USERPROFILE" : "HOME"
    }). Set it, or use --scope project.`,
  );
}

/**
 * The path that `template` stands for: `$NAME/…` below an absolute path in the environment, `~/…` below the home folder,
 * `{project}/…` below the project. Undefined where the environment has no such folder.
 *
 * @throws Refusal where the variable holds a relative path
 */
export function placePath(template: string, project: string, place: Surroundings): string | undefined {
  const slash = template.indexOf("/");
  const first = template.slice(0, slash);
  const rest = template.slice(slash + 1);
  if (first === "{project}") return join(project, rest, place.os);
  if (first === "~") {
    const home = homeFolder(place);
    return home === undefined ? undefined : join(home, rest, place.os);
  }
  if (first.startsWith("$")) {
    const name = first.slice(1);
    const folder = place.env(name);
    if (folder === undefined) return undefined;
    if (!isAbsolute(folder, place.os)) {
      throw new Refusal("path.relative", `${name} is "${folder}", which is no absolute path. Set it to one.`);
    }
    return join(folder, rest, place.os);
  }
  return template;
}

/** The first of `templates` that stands for a path; see {@link placePath}. */
export function firstPath(templates: Places, project: string, place: Surroundings): string | undefined {
  for (const template of typeof templates === "string" ? [templates] : templates) {
    const path = placePath(template, project, place);
    if (path !== undefined) return path;
  }
  return undefined;
}
