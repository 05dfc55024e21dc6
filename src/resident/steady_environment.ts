/** What of an environment tells the machine and its user, whichever session or shell it came from. */

/**
 * Everything else belongs to a session: what a harness sets, what the operator has set for one call of it (`GARFIO_…`),
 * what a shell or a virtual environment has set. A process that serves all sessions must have none of it.
 */
const STEADY = new Set([
  "HOME",
  "USER",
  "LOGNAME",
  "USERNAME",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "SYSTEMROOT",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "PATH",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
  "XDG_CACHE_HOME",
  "XDG_RUNTIME_DIR",
  "TMPDIR",
  "TEMP",
  "TMP",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "SHELL",
  // Where state is, is part of what a resident is: one with another folder is another one.
  "GARFIO_STATE_DIR",
  // From source, Deno's own cache.
  "DENO_DIR",
]);

/** The variables of `all` that tell the machine and its user. */
export function steadyEnvironment(all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => STEADY.has(name.toUpperCase())));
}
