import type { Environment } from "./environment.ts";
import { isAbsolute, join, normalize } from "./path.ts";
import type { Os } from "./platform.ts";

/** Where the surroundings of a call are looked up. */
export interface Surroundings {
  readonly env: Environment;
  readonly os: Os;
  /** Whether surely nothing is at a path, where that is known at less cost than by looking. */
  readonly absent?: (path: string) => boolean;
}

/** The operator's home folder, if the environment tells an absolute one. */
export function homeFolder({ env, os }: Surroundings): string | undefined {
  const home = os === "windows" ? env("USERPROFILE") ?? env("HOME") : env("HOME");
  return home !== undefined && isAbsolute(home, os) ? normalize(home, os) : undefined;
}

function userFolder(
  place: Surroundings,
  variable: string,
  unix: string,
  windows: [string, string],
): string | undefined {
  const { env, os } = place;
  const chosen = env(variable);
  if (chosen !== undefined && isAbsolute(chosen, os)) return join(chosen, "garfio", os);
  if (os === "windows") {
    const base = env(windows[0]);
    if (base !== undefined && isAbsolute(base, os)) return join(join(base, "garfio", os), windows[1], os);
  }
  const home = homeFolder(place);
  return home === undefined ? undefined : join(join(home, unix, os), "garfio", os);
}

/** The folder of the operator's configuration: `$XDG_CONFIG_HOME/garfio`, `~/.config/garfio`, `%APPDATA%\garfio`. */
export function configFolder(place: Surroundings): string | undefined {
  return userFolder(place, "XDG_CONFIG_HOME", ".config", ["APPDATA", "."]);
}

/** The folder of what is written out once: `$XDG_DATA_HOME/garfio`, `~/.local/share/garfio`, `%LOCALAPPDATA%\garfio\data`. */
export function dataFolder(place: Surroundings): string | undefined {
  return userFolder(place, "XDG_DATA_HOME", ".local/share", ["LOCALAPPDATA", "data"]);
}

/**
 * The folder of state: `GARFIO_STATE_DIR` if absolute, else `${CLAUDE_PLUGIN_DATA}/state`, else
 * `$XDG_STATE_HOME/garfio`, else `~/.local/state/garfio` (`%LOCALAPPDATA%\garfio\state`).
 */
export function stateFolder(place: Surroundings): string | undefined {
  const { env, os } = place;
  const chosen = env("GARFIO_STATE_DIR");
  if (chosen !== undefined && isAbsolute(chosen, os)) return normalize(chosen, os);
  const plugin = env("CLAUDE_PLUGIN_DATA");
  if (plugin !== undefined && isAbsolute(plugin, os)) return join(plugin, "state", os);
  return userFolder(place, "XDG_STATE_HOME", ".local/state", ["LOCALAPPDATA", "state"]);
}
