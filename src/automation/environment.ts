/**
 * The environment of the programs that are started: only variables from a list, so that no token of the session and no
 * variable that loads code (`NODE_OPTIONS`, `BIOME_BINARY`, `RUSTC_WRAPPER`) reaches them.
 */
import type { Surroundings } from "../base/folders.ts";
import type { Project } from "./detect.ts";
import { searchPath } from "./program.ts";

const PASSED = ("HOME USER LOGNAME LANG LC_ALL LC_CTYPE LC_MESSAGES TZ TMPDIR TMP TEMP " +
  "USERPROFILE APPDATA LOCALAPPDATA SystemRoot SystemDrive windir PATHEXT ProgramFiles ProgramData NUMBER_OF_PROCESSORS " +
  "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR XDG_STATE_HOME " +
  "JAVA_HOME GOROOT GOPATH GOCACHE GOMODCACHE CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN DENO_DIR MIX_HOME HEX_HOME " +
  "VIRTUAL_ENV PYENV_ROOT NVM_DIR VOLTA_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR FNM_DIR").split(" ");

/** A port on which nothing listens: what does not know how to stay offline gets no answer. */
const NO_PROXY_THERE = "http://127.0.0.1:9";

/** A formatter or checker has nothing to fetch. */
const OFFLINE: Readonly<Record<string, string>> = {
  HTTP_PROXY: NO_PROXY_THERE,
  HTTPS_PROXY: NO_PROXY_THERE,
  http_proxy: NO_PROXY_THERE,
  https_proxy: NO_PROXY_THERE,
  npm_config_offline: "true",
  YARN_ENABLE_NETWORK: "0",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  GOFLAGS: "-mod=readonly",
  CARGO_NET_OFFLINE: "true",
  RUSTUP_AUTO_INSTALL: "0",
  UV_OFFLINE: "1",
  PIP_NO_INDEX: "1",
  DENO_NO_UPDATE_CHECK: "1",
  NO_UPDATE_NOTIFIER: "1",
};

/** The variables for a tool of the project. */
export function toolEnvironment(place: Surroundings, project: Project): Record<string, string> {
  return { ...plainEnvironment(place, project), ...OFFLINE };
}

/** The variables for a program of the operator's. */
export function plainEnvironment(place: Surroundings, project: Project): Record<string, string> {
  const variables: Record<string, string> = { NO_COLOR: "1", TERM: "dumb" };
  for (const name of PASSED) {
    const value = place.env(name);
    if (value !== undefined) variables[name] = value;
  }
  variables["PATH"] = searchPath(project, place).join(project.os === "windows" ? ";" : ":");
  return variables;
}
