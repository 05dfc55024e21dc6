/**
 * Which programs lead to other commands, and by which words: what `readPlain` must leave to `readShell`. Kept
 * apart from the tables of the engine, so that those need not be loaded; a test compares the two.
 */
import type { ShellWord } from "./reading.ts";

/** Programs that always lead elsewhere. */
const ALWAYS = new Set(
  (
    "sudo doas pkexec run0 gosu su-exec su runuser command builtin exec eval trap env genv nohup setsid nocorrect " +
    "noglob chronic unbuffer catchsegv - time gtime nice gnice ionice timeout gtimeout stdbuf gstdbuf chrt " +
    "taskset setarch linux32 linux64 i386 x86_64 arch caffeinate numactl prlimit unshare nsenter chroot setpriv " +
    "flock strace ltrace valgrind perf-stat rr xvfb-run dbus-run-session proxychains proxychains4 torsocks " +
    "tsocks firejail fakeroot systemd-run systemd-inhibit faketime cgexec watch hyperfine script cross-env " +
    "cross-env-shell npx bunx pnpx uvx nix-shell nix busybox toybox wsl xargs gxargs parallel ssh mosh autossh " +
    "tmux byobu screen powershell pwsh powershell_ise cmd concurrently entr at batch"
  ).split(" "),
);

/** Programs that lead elsewhere when one of their words matches. */
const WITH_WORD: readonly { readonly names: RegExp; readonly word: RegExp }[] = [
  {
    names: /^(?:sh|bash|zsh|dash|ksh|ksh93|mksh|ash|rbash|yash|fish|csh|tcsh)$/,
    word: /^(?:-\w*c\w*|--command)$/,
  },
  { names: /^git$/, word: /^(?:-c|rebase|submodule|bisect|filter-branch|difftool|config|for-each-repo)$/ },
  { names: /^g?find$/, word: /^-(?:exec|ok)/ },
  { names: /^fd(?:find)?$/, word: /^(?:-[xX]|--exec)/ },
  {
    names: /^(?:docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc|microk8s|lxc)$/,
    word: /^(?:run|exec|create|debug)$/,
  },
  { names: /^g?make$/, word: /SHELL/ },
  {
    names:
      /^(?:dotenv|dotenvx|doppler|op|infisical|chamber|poetry|pipenv|pdm|hatch|rye|uv|mise|rtx|bundle|pnpm|yarn|npm|volta|direnv|aws-vault)$/,
    word: /^(?:run|exec|x)$/,
  },
];

/** Programs of which only one use leads elsewhere, and that use is not written with `run`. */
const RUNS_SCRIPTS = /^(?:pnpm|yarn|npm|bundle|volta)$/;

/** Whether the command would be read as something else than itself. */
export function leadsElsewhere(name: string, words: readonly ShellWord[]): boolean {
  if (ALWAYS.has(name)) return true;
  for (const { names, word } of WITH_WORD) {
    if (!names.test(name)) continue;
    return words.some(({ value = "" }, index) =>
      index > 0 && word.test(value) && !(value === "run" && RUNS_SCRIPTS.test(name))
    );
  }
  return false;
}
