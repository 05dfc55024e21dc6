/** Programs that run a command elsewhere, later, or in another terminal. They are met themselves as well. */
import type { Field } from "./hole.ts";
import { type Call, type Frame, type Handler, type Output } from "./job.ts";
import { isReadable, joinedText, launchNested, readNested } from "./nested.ts";
import { hasOption, type OptionTable, optionValue, readOptions } from "./options.ts";

/** Reads the joined words as shell text; the redirects belong to the program itself. */
function readWords(frame: Frame, call: Call, words: readonly Field[], step: string): Output {
  const text = joinedText(words);
  if (words.length === 0 || !isReadable(text)) return undefined;
  return readNested(frame, { ...call, redirects: [] }, text, words[0], { via: step, process: true });
}

const SSH_TABLE = { short: "BbcDEeFIiJLlmOopQRSWwP" };

/** `ssh host words…`, or a script on its standard input. */
function ssh(meet: Handler): Handler {
  return (frame, call, name) => {
    meet(frame, call, name);
    const host = readOptions(call.fields, 1, SSH_TABLE).next;
    const after = readOptions(call.fields, host + 1, SSH_TABLE).next;
    const words = call.fields.slice(after);
    const elsewhere: Frame = { ...frame, scope: { ...frame.scope, cwd: undefined } };
    if (words.length > 0) return readWords(elsewhere, call, words, name);
    if (call.fields[host] === undefined || !isReadable(frame.stdin)) return undefined;
    return readNested(elsewhere, { ...call, redirects: [] }, frame.stdin, undefined, {
      via: name,
      process: true,
    });
  };
}

const CONTAINER_GLOBALS = {
  short: "cHl",
  long: [
    "--config",
    "--context",
    "--host",
    "--log-level",
    "--namespace",
    "--kubeconfig",
    "--cluster",
    "--user",
    "-n",
    "--file",
    "-f",
    "--project-name",
    "-p",
    "--profile",
    "--env-file",
    "--project-directory",
  ],
};

const CONTAINER_OPTIONS: OptionTable = {
  short: "aehlmpuvwcnfs",
  long: [
    "--add-host",
    "--annotation",
    "--attach",
    "--cap-add",
    "--cap-drop",
    "--cgroupns",
    "--cidfile",
    "--cpus",
    "--cpu-shares",
    "--cpuset-cpus",
    "--container",
    "--detach-keys",
    "--device",
    "--dns",
    "--entrypoint",
    "--env",
    "--env-file",
    "--expose",
    "--gpus",
    "--group-add",
    "--health-cmd",
    "--hostname",
    "--index",
    "--ip",
    "--ipc",
    "--label",
    "--link",
    "--log-driver",
    "--log-opt",
    "--memory",
    "--mount",
    "--name",
    "--namespace",
    "--network",
    "--network-alias",
    "--net",
    "--pid",
    "--platform",
    "--pod-running-timeout",
    "--publish",
    "--pull",
    "--restart",
    "--runtime",
    "--security-opt",
    "--shm-size",
    "--stop-signal",
    "--sysctl",
    "--tmpfs",
    "--ulimit",
    "--user",
    "--userns",
    "--volume",
    "--volumes-from",
    "--workdir",
    "--image",
    "--overrides",
    "--kubeconfig",
    "--context",
  ],
};

/** `docker run image cmd`, `docker exec container cmd`, `kubectl exec pod -- cmd`. */
function container(meet: Handler): Handler {
  return (frame, call, name) => {
    meet(frame, call, name);
    const { fields } = call;
    let at = readOptions(fields, 1, CONTAINER_GLOBALS).next;
    while (/^(?:compose|container|pod)$/.test(fields[at]?.text ?? "")) {
      at = readOptions(fields, at + 1, CONTAINER_GLOBALS).next;
    }
    const verb = fields[at]?.text ?? "";
    if (!/^(?:run|exec|create|debug)$/.test(verb)) return undefined;
    const options = readOptions(fields, at + 1, CONTAINER_OPTIONS);
    const kube = /^(?:kubectl|oc|k|microk8s)$/.test(name);
    const dashes = fields.findIndex((field, index) => index > at && field.text === "--");
    const start = kube && dashes > 0 ? dashes + 1 : options.next + 1;
    const words = fields.slice(start).filter((field, index) => !(index === 0 && field.text === "--"));
    const entry = optionValue(options, "--entrypoint");
    const command = entry === undefined ? words : [entry, ...words];
    if (command.length === 0) return undefined;
    const elsewhere: Frame = { ...frame, scope: { ...frame.scope, cwd: undefined } };
    return launchNested(elsewhere, call, command, { via: `${name} ${verb}`, process: true }, []);
  };
}

/** `su user -c text`, `runuser -u user cmd`. */
function switchUser(meet: Handler): Handler {
  const table = {
    short: "csgGwT",
    long: ["--command", "--session-command", "--shell", "--group", "--supp-group", "--whitelist-environment"],
  };
  return (frame, call, name) => {
    const { fields } = call;
    if (name === "runuser") {
      const options = readOptions(fields, 1, { ...table, short: "csgGwTu", long: [...table.long, "--user"] });
      const rest = fields.slice(options.next);
      if (hasOption(options, "-u", "--user") && rest.length > 0) {
        return launchNested(frame, call, rest, { via: name });
      }
    }
    for (let at = 1; at < fields.length;) {
      const options = readOptions(fields, at, table);
      const text = optionValue(options, "-c", "--command", "--session-command");
      if (text !== undefined) {
        if (!isReadable(text.text)) break;
        return readNested(frame, call, text.text, text, { via: `${name} -c`, process: true });
      }
      at = Math.max(options.next, at + 1);
    }
    if (isReadable(frame.stdin)) {
      return readNested({ ...frame, stdin: undefined }, call, frame.stdin, undefined, {
        via: name,
        process: true,
      });
    }
    return meet(frame, call, name);
  };
}

const TMUX_OPEN =
  /^(?:new|new-session|neww|new-window|splitw|split-window|respawnp|respawn-pane|respawnw|respawn-window|popup|display-popup|run|run-shell|pipe-pane|pipep|if|if-shell)$/;
const TMUX_TABLE = { short: "ceFnstxyl" };

/** `tmux new 'text'`, `tmux send-keys 'text' Enter`. */
function tmux(meet: Handler): Handler {
  return (frame, call, name) => {
    meet(frame, call, name);
    const globals = readOptions(call.fields, 1, { short: "cfLST" });
    const verb = call.fields[globals.next]?.text ?? "";
    const options = readOptions(call.fields, globals.next + 1, TMUX_TABLE);
    const words = call.fields.slice(options.next).filter((field) => field.text !== ";");
    const keys = /^(?:send|send-keys)$/.test(verb);
    if (!keys && !TMUX_OPEN.test(verb)) return undefined;
    const typed = keys
      ? words.filter((field) => !/^(?:Enter|C-.|M-.|Escape|Tab|Space|Up|Down|KPEnter)$/.test(field.text))
      : words;
    return readWords({ ...frame, background: true }, call, typed, name);
  };
}

/** `screen -dmS name cmd`. */
function screen(meet: Handler): Handler {
  return (frame, call, name) => {
    meet(frame, call, name);
    const options = readOptions(call.fields, 1, { short: "ceShpstTr" });
    const stuff = call.fields.findIndex((field) => field.text === "stuff");
    if (stuff > 0) return readWords({ ...frame, background: true }, call, call.fields.slice(stuff + 1), name);
    const words = call.fields.slice(options.next);
    if (words.length === 0 || hasOption(options, "-X")) return undefined;
    return launchNested({ ...frame, background: true }, call, words, { via: name, process: true }, []);
  };
}

/** `make SHELL=…`: every recipe line goes through that program. */
function make(meet: Handler): Handler {
  return (frame, call, name) => {
    const output = meet(frame, call, name);
    for (const field of call.fields) {
      const text = /^\.?SHELL\s*=([^]*)$/.exec(field.text)?.[1];
      if (text === undefined || !/\s/.test(text.trim()) || !isReadable(text)) continue;
      readNested(frame, { ...call, redirects: [] }, text, field, { via: `${name} SHELL=`, process: true });
    }
    return output;
  };
}

/** Programs each of whose arguments is a command line: `concurrently 'a' 'b'`, `at`, `nodemon -x`. */
function texts(meet: Handler): Handler {
  return (frame, call, name) => {
    meet(frame, call, name);
    for (const field of call.fields.slice(1)) {
      if (!/\s/.test(field.text) || field.text.startsWith("-") || !isReadable(field.text)) continue;
      readNested(frame, { ...call, redirects: [] }, field.text, field, { via: name, process: true });
    }
    return undefined;
  };
}

/** `at now`, `batch`: a script on standard input. */
function later(meet: Handler): Handler {
  return (frame, call, name) => {
    meet(frame, call, name);
    if (!isReadable(frame.stdin)) return undefined;
    return readNested({ ...frame, background: true }, { ...call, redirects: [] }, frame.stdin, undefined, {
      via: name,
      process: true,
    });
  };
}

/** The programs of this file. */
export const REMOTE: readonly string[] = [
  ...["ssh", "mosh", "autossh", "su", "runuser", "tmux", "byobu", "screen", "make", "gmake"],
  ...["docker", "podman", "nerdctl", "docker-compose", "podman-compose", "kubectl", "oc", "microk8s", "lxc"],
  ...["concurrently", "entr", "at", "batch"],
];

/** The handler for `name`, if it is a program of this file. */
export function remoteHandler(name: string, meet: Handler): Handler | undefined {
  switch (name) {
    case "ssh":
    case "mosh":
    case "autossh":
      return ssh(meet);
    case "docker":
    case "podman":
    case "nerdctl":
    case "docker-compose":
    case "podman-compose":
    case "kubectl":
    case "oc":
    case "microk8s":
    case "lxc":
      return container(meet);
    case "su":
    case "runuser":
      return switchUser(meet);
    case "tmux":
    case "byobu":
      return tmux(meet);
    case "screen":
      return screen(meet);
    case "make":
    case "gmake":
      return make(meet);
    case "concurrently":
    case "entr":
      return texts(meet);
    case "at":
    case "batch":
      return later(meet);
    default:
      return undefined;
  }
}
