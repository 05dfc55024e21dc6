/** Plugins of the harness that hold hooks of ours beside the entries in its settings. */
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import { readSmall } from "../base/read_small.ts";
import type { Target } from "./install.ts";
import { placePath } from "./surface.ts";

/** How deep below the folder of plugins ours may lie, and how many folders are looked into. */
const DEPTH = 5;
const MOST = 500;

/** One sentence for each plugin of ours that the harness has as well. */
export function doubledByPlugins({ harness, project, place }: Target): string[] {
  const { plugins } = harness.registration;
  const folder = plugins === undefined ? undefined : placePath(plugins.folder, project, place);
  if (plugins === undefined || folder === undefined) return [];
  return pluginFolders(folder, plugins.manifest, place.os).flatMap(({ path, hooks }) => [
    `Double registration: the plugin in ${path} brings the same hooks, so each runs twice. Keep one of both.`,
    ...(hooks
      ? [`Double registration: the manifest in ${path} names hooks/hooks.json, which is loaded anyway.`]
      : []),
  ]);
}

function pluginFolders(
  root: string,
  manifest: string,
  os: Target["place"]["os"],
): { path: string; hooks: boolean }[] {
  const found: { path: string; hooks: boolean }[] = [];
  let looked = 0;
  const walk = (folder: string, depth: number): void => {
    if (++looked > MOST) return;
    const text = readSmall(join(folder, manifest, os));
    const ours = text === undefined ? undefined : ourManifest(text);
    if (ours !== undefined) {
      found.push({ path: folder, hooks: ours.namesHooks });
      return;
    }
    if (depth === 0) return;
    try {
      for (const { name, isDirectory } of Deno.readDirSync(folder)) {
        if (isDirectory && name !== "node_modules" && name !== ".git") {
          walk(join(folder, name, os), depth - 1);
        }
      }
    } catch {
      // It is not there, or not for us.
    }
  };
  walk(root, DEPTH);
  return found;
}

function ourManifest(text: string): { namesHooks: boolean } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || value["name"] !== "garfio") return undefined;
    return { namesHooks: /^(?:\.\/)?hooks\/hooks\.json$/.test(String(value["hooks"])) };
  } catch {
    return undefined;
  }
}
