/**
 * Programs that run the command in their arguments. One row each: which options take a value, how many words
 * stand before the command, and which options mean that no command follows.
 */
import type { OptionTable } from "./options.ts";

/** How a wrapper's arguments are laid out. */
export interface Wrapper extends OptionTable {
  readonly names: readonly string[];
  /** Words that come before the command: `timeout DURATION cmd`. */
  readonly words?: number;
  /** The first word after the program that selects this use: `poetry run cmd`. */
  readonly verbs?: readonly string[];
  /** `NAME=value` words before the command. */
  readonly assignments?: boolean;
  /** Options that name the command's folder. */
  readonly folder?: readonly string[];
  /** Options with which the program runs no command. */
  readonly inert?: readonly string[];
  /** Options with which it starts a shell where no command follows. */
  readonly shell?: readonly string[];
  /** Options that hold a command line, which a shell runs. */
  readonly text?: readonly string[];
  /** The command is shell text: its words are joined and read. */
  readonly joined?: boolean;
  /** It does something of its own as well, so that it is met itself too. */
  readonly also?: boolean;
}

/** Every wrapper whose arguments follow the common pattern. */
export const WRAPPERS: readonly Wrapper[] = [
  {
    names: ["sudo"],
    short: "aCcDghpRrTtUu",
    long: [
      "--auth-type",
      "--close-from",
      "--login-class",
      "--chdir",
      "--group",
      "--host",
      "--prompt",
      "--chroot",
      "--role",
      "--command-timeout",
      "--type",
      "--other-user",
      "--user",
    ],
    assignments: true,
    folder: ["-D", "--chdir"],
    shell: ["-s", "--shell", "-i", "--login"],
    inert: ["-e", "--edit", "-l", "--list", "-v", "--validate", "-k", "-K", "-V", "--version", "--help"],
  },
  { names: ["doas"], short: "Cua", shell: ["-s"], inert: ["-L"] },
  { names: ["pkexec"], long: ["--user"] },
  {
    names: ["run0"],
    short: "pugD",
    long: ["--user", "--group", "--chdir", "--unit", "--property", "--slice"],
  },
  { names: ["gosu", "su-exec"], words: 1 },
  { names: ["command"], inert: ["-v", "-V"] },
  { names: ["builtin", "nohup", "setsid", "nocorrect", "noglob", "chronic", "unbuffer", "catchsegv", "-"] },
  { names: ["exec"], short: "a" },
  { names: ["time", "gtime"], short: "fo", long: ["--format", "--output"] },
  { names: ["nice", "gnice"], short: "n", long: ["--adjustment"] },
  { names: ["ionice"], short: "cn", long: ["--class", "--classdata"], inert: ["-p", "-P", "-u", "--pid"] },
  { names: ["timeout", "gtimeout"], short: "ks", long: ["--kill-after", "--signal"], words: 1 },
  { names: ["stdbuf", "gstdbuf"], short: "ioe", long: ["--input", "--output", "--error"] },
  {
    names: ["chrt"],
    short: "TPD",
    long: ["--sched-runtime", "--sched-period", "--sched-deadline"],
    words: 1,
    inert: ["-p", "-m"],
  },
  { names: ["taskset"], words: 1, inert: ["-p", "--pid"] },
  { names: ["setarch"], words: 1 },
  { names: ["linux32", "linux64", "i386", "x86_64"] },
  { names: ["arch"], long: ["-arch", "-e", "-d"] },
  { names: ["caffeinate"], short: "tw" },
  {
    names: ["numactl"],
    short: "mNClpP",
    long: ["--membind", "--cpunodebind", "--physcpubind", "--interleave", "--preferred"],
  },
  { names: ["prlimit"], inert: ["-p", "--pid"] },
  {
    names: ["unshare"],
    short: "SGRw",
    long: [
      "--setuid",
      "--setgid",
      "--root",
      "--wd",
      "--map-user",
      "--map-group",
      "--propagation",
      "--setgroups",
    ],
    folder: ["-w", "--wd"],
  },
  { names: ["nsenter"], short: "tSG", long: ["--target", "--setuid", "--setgid"] },
  { names: ["chroot"], long: ["--userspec", "--groups"], words: 1 },
  {
    names: ["setpriv"],
    long: ["--reuid", "--regid", "--groups", "--inh-caps", "--bounding-set", "--securebits"],
  },
  {
    names: ["flock"],
    short: "wE",
    long: ["--timeout", "--conflict-exit-code"],
    words: 1,
    text: ["-c", "--command"],
  },
  { names: ["strace", "ltrace"], short: "abEeIOoPpsSuUX" },
  { names: ["valgrind", "perf-stat", "rr"] },
  { names: ["xvfb-run"], short: "efnpsw" },
  {
    names: ["dbus-run-session", "proxychains", "proxychains4", "torsocks", "tsocks", "firejail", "fakeroot"],
  },
  {
    names: ["systemd-run"],
    short: "pEtuHMdC",
    long: [
      "--unit",
      "--property",
      "--slice",
      "--uid",
      "--gid",
      "--working-directory",
      "--setenv",
      "--description",
    ],
  },
  { names: ["systemd-inhibit"], long: ["--what", "--who", "--why", "--mode"] },
  { names: ["faketime"], short: "f", words: 1 },
  { names: ["cgexec"], short: "g" },
  { names: ["watch"], short: "nq", long: ["--interval", "--equexit"], joined: true },
  {
    names: ["hyperfine"],
    short: "wrmMpcSnN",
    long: ["--warmup", "--runs", "--prepare", "--setup", "--cleanup"],
    joined: true,
  },
  { names: ["script"], short: "EIOBTmot", text: ["-c", "--command"], words: 1 },
  { names: ["cross-env", "cross-env-shell"], assignments: true },
  { names: ["dotenv", "dotenvx", "doppler", "op", "infisical", "chamber"], verbs: ["run", "exec"] },
  {
    names: ["poetry", "pipenv", "pdm", "hatch", "rye", "uv", "mise", "rtx"],
    verbs: ["run", "exec", "x"],
    short: "pC",
    long: ["--with", "--python", "--directory", "--project", "--extra", "--group", "--env-file"],
  },
  {
    names: ["bundle", "pnpm", "yarn", "npm", "volta"],
    verbs: ["exec", "x"],
    short: "C",
    also: true,
    text: ["-c", "--call"],
  },
  {
    names: ["npx", "bunx", "pnpx", "uvx"],
    short: "p",
    long: ["--package"],
    text: ["-c", "--call"],
    also: true,
  },
  { names: ["direnv"], verbs: ["exec"], words: 1 },
  { names: ["aws-vault"], verbs: ["exec"], words: 1 },
  { names: ["nix-shell"], text: ["--run", "--command"], short: "pAI", also: true },
  { names: ["nix"], verbs: ["develop", "shell", "run"], long: ["-c", "--command"], also: true },
  { names: ["busybox", "toybox"] },
  { names: ["wsl"], short: "du", long: ["--distribution", "--user", "--cd"] },
];

/** The rows by the name of the program. */
export const WRAPPER_OF: ReadonlyMap<string, Wrapper> = new Map(
  WRAPPERS.flatMap((row) => row.names.map((name): [string, Wrapper] => [name, row])),
);
