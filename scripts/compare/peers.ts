/** The other tools, as functions from a command to stop or pass. Nothing but `deno task compare` loads them. */

/** Whether a tool lets a command go on. */
export type Answer = "stop" | "pass";

/** Tools that judge a POSIX command line. */
export interface Peers {
  readonly safetyNet: (command: string, cwd: string) => Answer;
  readonly blockNoVerify: (command: string) => Answer;
}

/** Named by values, not in import statements: neither the type check nor the lock file takes them up. */
const SAFETY_NET = "npm:cc-safety-net@2.4.5/api";
const BLOCK_NO_VERIFY = "npm:block-no-verify@1.3.0";

interface SafetyNet {
  readonly checkCommand: (input: { command: string; cwd: string }) => { kind: "allow" | "deny" };
}
interface BlockNoVerify {
  readonly checkCommand: (input: string) => { blocked: boolean };
}

/** Loads the peers with `home` as the home folder, so that no configuration of this machine speaks for them. */
export async function loadPeers(home: string): Promise<Peers> {
  for (const name of ["HOME", "USERPROFILE"]) Deno.env.set(name, home);
  for (const name of ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"]) {
    Deno.env.delete(name);
  }
  const safetyNet = (await import(SAFETY_NET)) as SafetyNet;
  const blockNoVerify = (await import(BLOCK_NO_VERIFY)) as BlockNoVerify;
  return {
    safetyNet: (command, cwd) => {
      try {
        return safetyNet.checkCommand({ command, cwd }).kind === "allow" ? "pass" : "stop";
      } catch {
        // Its documentation: when it throws, do not run the command.
        return "stop";
      }
    },
    blockNoVerify: (command) => blockNoVerify.checkCommand(command).blocked ? "stop" : "pass",
  };
}
