/** Garfio's own files, and git's hooks where a file tool writes them. */
import { configFolder, dataFolder, stateFolder } from "../../base/folders.ts";
import { baseName, isInside, relativeTo, withSlashes } from "../../base/path.ts";
import type { Call } from "../call.ts";
import type { Touched } from "../config_protection/touched.ts";
import { isGitSettings, isHookPath } from "../no_verify/hook_files.ts";
import { switchesOff } from "./hook_part.ts";

/** Files that a shell reads when it starts. */
const PROFILE =
  /(?:^|\/)(?:\.(?:bash|zsh)(?:rc|env|_profile|_login)|\.zprofile|\.profile|\.envrc|config\.fish|(?:Microsoft\.PowerShell_)?profile\.ps1|environment)$/i;
const EXECUTABLE = /^garfio(?:\.exe)?$/i;

/** What a change of one file does to Garfio or to git's hooks; undefined: nothing. */
export function judgeOwnFile(call: Call, touched: Touched): "deny" | "ask" | undefined {
  const isHome = (name: string) => name === "HOME" || name === "USERPROFILE";
  const place = {
    env: (name: string) => call.env(name) ?? (isHome(name) ? call.home : undefined),
    os: call.os,
  };
  const folders = [configFolder(place), dataFolder(place), stateFolder(place)].filter((one) =>
    one !== undefined
  );
  for (const path of touched.paths) {
    const own = folders.some((folder) =>
      isInside(path, folder, call.os) || (touched.how === "remove" && isInside(folder, path, call.os))
    );
    if (own) return touched.how === "unclear" ? "ask" : "deny";
    if (isProjectConfiguration(call, path)) return "ask";
    if (isExecutable(call, path)) return "deny";
    const brought = touched.text ?? call.command ?? "";
    if (touched.how === "write" && PROFILE.test(withSlashes(path, call.os)) && switchesOff(brought)) {
      return "ask";
    }
    if (call.command === undefined ? isHookPath(path) : isNewHook(path, touched)) return "ask";
    if (call.command === undefined && isGitSettings(path) && /hookspath/i.test(brought)) return "ask";
  }
  return undefined;
}

/** Through the shell, hooks that are there are the other guard's: it would say the same twice. */
function isNewHook(path: string, { how, exists }: Touched): boolean {
  return how === "unclear" ? isHookPath(path) : how === "write" && exists !== true && isHookPath(path);
}

function isProjectConfiguration(call: Call, path: string): boolean {
  const relative = relativeTo(path, call.root(), call.os);
  return relative !== undefined &&
    /^\.garfio(?:$|\/(?:config\.jsonc?$|rules(?:\/|\.|$)|approv))/i.test(withSlashes(relative, call.os));
}

/** Our program where it is installed; a project may have a file of that name. */
function isExecutable(call: Call, path: string): boolean {
  if (!EXECUTABLE.test(baseName(path))) return false;
  return !isInside(path, call.root(), call.os) && /(?:^|\/)s?bin\/[^/]+$/i.test(withSlashes(path, call.os));
}
