/** Which commands run on another machine or in a container, and which of the machine's folders are mounted there. */
import { isInside, join, relativeTo, resolve } from "../base/path.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import { optionSet, readArguments } from "./arguments.ts";
import type { Ground } from "./ground.ts";

const CONTAINER =
  /^(?:docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc|microk8s|lxc) (exec|run|create|debug)$/;
const ELSEWHERE = /^(?:ssh|autossh|mosh)$/;

/** A folder of the machine and where a container sees it. */
export interface Mount {
  readonly host: string;
  readonly inside: string;
}

/** How a command's surroundings are reached. */
export interface Reach {
  readonly remote: boolean;
  /** It runs in a container that was started for it. */
  readonly fresh: boolean;
}

/** Where `command` runs, by what leads to it. */
export function reachOf(command: SimpleCommand): Reach {
  let remote = false;
  let fresh = false;
  for (const step of command.via) {
    const container = CONTAINER.exec(step)?.[1];
    if (container === "run" || container === "create") fresh = true;
    else if (container !== undefined || ELSEWHERE.test(step)) remote = true;
  }
  return { remote, fresh };
}

const OPTIONS = optionSet("-v= --volume= --mount= -w= --workdir=");

/** The folders that a `docker run` mounts. */
export function mountsOf(command: SimpleCommand, ground: Ground): Mount[] {
  const { values } = readArguments(command.words.slice(1), OPTIONS);
  const found: Mount[] = [];
  const add = (host: string | undefined, inside: string | undefined): void => {
    if (host === undefined || inside === undefined || !/^[./~]|^[A-Za-z]:[\\/]/.test(host)) return;
    found.push({ host: resolve(command.cwd ?? ground.cwd, host, ground.os), inside });
  };
  for (const word of [...values.get("-v") ?? [], ...values.get("--volume") ?? []]) {
    const parts = /^([A-Za-z]:[^:]*|[^:]*):([^:]*)(?::(.*))?$/.exec(word.value ?? "");
    if (!/(?:^|,)ro(?:,|$)/.test(parts?.[3] ?? "")) add(parts?.[1], parts?.[2]);
  }
  for (const word of values.get("--mount") ?? []) {
    const text = word.value ?? "";
    if (/(?:^|,)(?:readonly|ro)(?:,|$)/.test(text)) continue;
    add(
      /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1],
      /(?:^|,)(?:target|destination|dst)=([^,]*)/.exec(text)?.[1],
    );
  }
  return found;
}

/** A path in a container as the machine's own, or undefined where the container keeps it to itself. */
export function hostPath(path: string, mounts: readonly Mount[]): string | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    if (!isInside(path, mount.inside, "linux")) continue;
    if (best === undefined || mount.inside.length > best.inside.length) best = mount;
  }
  if (best !== undefined) return join(best.host, relativeTo(path, best.inside, "linux") ?? "", "linux");
  // A deletion above a mount goes through it.
  return mounts.find(({ inside }) => isInside(inside, path, "linux"))?.host;
}
