/** The names that a project's own manifests hold: they were looked at when they were put there. */
import { isObject } from "../../base/json.ts";
import { join } from "../../base/path.ts";
import { readSmall } from "../../base/read_small.ts";
import { levelsOf, type ManagerPlace } from "../../policy/package_manager.ts";
import { plainPythonName } from "./name.ts";
import type { Family } from "./use.ts";

const LARGEST = 1024 * 1024;
const FIELDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
  "resolutions",
];
const PYTHON_FILES = [
  "pyproject.toml",
  "requirements.txt",
  "requirements-dev.txt",
  "Pipfile",
  "setup.cfg",
  "setup.py",
];

/** Whether the manifests from the folder of the command up to the root name `name`. */
export function isInManifest(name: string, family: Family, place: ManagerPlace): boolean {
  return levelsOf(place).some((folder) => family === "node" ? nodeHas(folder) : pythonHas(folder));

  function nodeHas(folder: string): boolean {
    const text = readSmall(join(folder, "package.json", place.os), LARGEST);
    if (text === undefined || !text.includes(name)) return false;
    try {
      const manifest: unknown = JSON.parse(text);
      return isObject(manifest) &&
        (manifest["name"] === name || FIELDS.some((field) => {
          const names = manifest[field];
          return isObject(names) && Object.hasOwn(names, name);
        }));
    } catch {
      return false;
    }
  }

  function pythonHas(folder: string): boolean {
    return PYTHON_FILES.some((file) => {
      const text = readSmall(join(folder, file, place.os), LARGEST);
      return text !== undefined &&
        text.split(/[^\w.-]+/).some((word) => plainPythonName(word) === name);
    });
  }
}
