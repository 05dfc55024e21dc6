/**
 * What the simple reader must know of programs: which lead to other commands and by which words, which change what
 * the shell knows, which print what can be known. Kept apart from the tables of the engine, so that those need not be
 * loaded; tests compare the two. One string and no patterns: a table that is parsed as one word costs a tenth of a
 * set, and compiling a pattern costs more than reading a line. Words are texts that may hold markers of unknown parts.
 */

/**
 * Programs with one letter for each thing to know.
 *
 * - `!` always leads elsewhere, but for the plain uses of the wrappers below
 * - wrappers: `w` the command follows, `t` after one word, `v` after `exec`, `V` after `run` or `exec`, `r` as `V`, but
 *   read by the engine only; `m` the wrapper is met itself too
 * - leads elsewhere with certain words: `g` git, `f` find, `d` fd, `c` containers, `k` make, `a` awk, `o` command,
 *   `e` env
 * - runs scripts: `s` a shell, `.` from a file, `n` node and its like, `y` Python, `b` Ruby and Perl, `h` PHP, `l`
 *   others
 * - `P` something may be known of what it prints
 * - changes what the shell knows: `C` cd, `E` export, `S` set, `X` leaves, `B` in a way that is not followed here,
 *   `F` printf, `W` writes files
 */
const TABLE =
  " git=g find=f gfind=f fd=d fdfind=d docker=c podman=c nerdctl=c docker-compose=c podman-compose=c " +
  "kubectl=c oc=c microk8s=c lxc=c make=k gmake=k awk=a gawk=a mawk=a nawk=a command=o env=e genv=e " +
  "npx=!wm bunx=!wm pnpx=!wm uvx=!wm sudo=!w doas=!w nohup=!w setsid=!w chronic=!w timeout=!t gtimeout=!t " +
  "bundle=vm pnpm=vm yarn=vm npm=vm volta=rm poetry=V pipenv=V pdm=V hatch=V rye=V uv=V mise=r rtx=r dotenv=r " +
  "dotenvx=r doppler=r op=r infisical=r chamber=r direnv=r aws-vault=r " +
  "pkexec=! run0=! gosu=! su-exec=! su=! runuser=! builtin=! exec=! eval=! trap=!P nocorrect=! noglob=! unbuffer=! " +
  "catchsegv=! -=! time=! gtime=! nice=! gnice=! ionice=! stdbuf=! gstdbuf=! chrt=! taskset=! setarch=! linux32=! " +
  "linux64=! i386=! x86_64=! arch=! caffeinate=! numactl=! prlimit=! unshare=! nsenter=! chroot=! setpriv=! flock=! " +
  "strace=! ltrace=! valgrind=! perf-stat=! rr=! xvfb-run=! dbus-run-session=! proxychains=! proxychains4=! " +
  "torsocks=! tsocks=! firejail=! fakeroot=! systemd-run=! systemd-inhibit=! faketime=! cgexec=! watch=! " +
  "hyperfine=! script=! cross-env=! cross-env-shell=! nix-shell=! nix=! busybox=! toybox=! wsl=! xargs=! gxargs=! " +
  "parallel=! ssh=! mosh=! autossh=! tmux=! byobu=! screen=! powershell=! pwsh=! powershell_ise=! cmd=! " +
  "concurrently=! entr=! at=! batch=! " +
  "source=. .=. sh=s bash=s zsh=s dash=s ksh=s ksh93=s mksh=s ash=s rbash=s yash=s fish=s csh=s tcsh=s node=n " +
  "nodejs=n tsx=n ts-node=n bun=n deno=n " +
  "cd=PC export=PE set=PS exit=PX return=PX chdir=B pushd=B popd=B declare=PB typeset=PB local=PB readonly=PB " +
  "read=PB mapfile=B readarray=B getopts=B let=B unset=PB shift=PB alias=PB unalias=PB printf=PF tee=PW curl=PW " +
  "wget=PW true=P :=P false=P shopt=P test=P [=P mkdir=P touch=P chmod=P chown=P rm=P rmdir=P cp=P mv=P ln=P " +
  "sleep=P wait=P umask=P ulimit=P break=P continue=P hash=P kill=P install=P echo=P cat=P base64=P gbase64=P " +
  "openssl=P xxd=P pwd=P mktemp=P whoami=P date=P nproc=P uname=P dirname=P basename=P ";

/** What there is to know of the program `name`: the letters of the table; empty for most. */
export function lettersOf(name: string): string {
  const at = name.includes(" ") || name.includes("=") ? -1 : TABLE.indexOf(` ${name}=`);
  if (at < 0) return familyOf(name);
  const from = at + name.length + 2;
  return TABLE.slice(from, TABLE.indexOf(" ", from));
}

/** Interpreters to whose names versions belong: `python3.12`. */
function familyOf(name: string): string {
  switch (name.slice(0, 3)) {
    case "pyt":
    case "pyp":
      return "y";
    case "rub":
    case "jru":
    case "per":
      return "b";
    case "php":
      return "h";
    case "lua":
    case "Rsc":
    case "jul":
    case "gro":
    case "osa":
      return "l";
    default:
      return "";
  }
}

/**
 * Where the command starts that the program wraps, in the plainest use of the best-known wrappers: without options
 * of their own. 0: it wraps none in this way; -1: it is not clear here. `words` with the program in front.
 */
export function startOfWrapped(letters: string, words: readonly string[]): number {
  const first = words[1];
  if (first === undefined) return letters[0] === "!" ? -1 : 0;
  const kind = letters[letters[0] === "!" ? 1 : 0];
  switch (kind) {
    case "w":
      return isPlainWord(first) ? 1 : -1;
    case "t":
      return isPlainWord(first) && words.length > 2 ? 2 : -1;
    case "v":
    case "V":
    case "r": {
      const runs = (word: string) => word === "exec" || word === "x" || kind !== "v" && word === "run";
      if (!isPlainWord(first)) return words.some(runs) ? -1 : 0;
      if (!runs(first)) return 0;
      return kind !== "r" && isPlainWord(words[2] ?? "") ? 2 : -1;
    }
    default:
      return letters[0] === "!" ? -1 : 0;
  }
}

/** Whether `word` is no option, no assignment, and known from its first character on. */
function isPlainWord(word: string): boolean {
  return word !== "" && word[0] !== "-" && !word.includes("=") && word[0] !== "\uf8f0";
}

/**
 * Whether the command would be read as something else than itself; `input`: its standard input is a pipe or a file.
 * Of scripts that it may run, see {@link runsScripts}.
 */
export function leadsElsewhere(letters: string, words: readonly string[], input: boolean): boolean {
  const kind = letters[0] ?? "";
  switch (kind) {
    case "g":
      return gitLeads(words);
    case "f":
      return some(words, (word) => word.startsWith("-exec") || word.startsWith("-ok"));
    case "d":
      return some(words, (word) => word === "-x" || word === "-X" || word.startsWith("--exec"));
    case "c":
      return some(
        words,
        (word) => word === "run" || word === "exec" || word === "create" || word === "debug",
      );
    case "k":
      return some(words, (word) => word.includes("SHELL"));
    case "a":
      return some(words, (word) => word.includes("system") || word.includes("|"));
    case "o":
      return words[1] !== "-v" && words[1] !== "-V";
    case "e":
      return words.length > 1;
    default:
      return runsScripts(letters) && readsProgram(kind, words, input);
  }
}

/** Whether `test` holds for a word behind the program. */
function some(words: readonly string[], test: (word: string) => boolean): boolean {
  for (let index = 1; index < words.length; index++) if (test(words[index] ?? "")) return true;
  return false;
}

function gitLeads(words: readonly string[]): boolean {
  let verb = false;
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? "";
    switch (word) {
      case "submodule":
      case "bisect":
      case "filter-branch":
      case "for-each-repo":
        return true;
      case "rebase":
      case "difftool":
        verb = true;
    }
    // An alias is made: `-c alias.x=…`, `config alias.x …`.
    if (word.includes(".") && word.slice(0, 6).toLowerCase() === "alias.") return true;
    if (verb && word[0] === "-" && (word.includes("x") || word.startsWith("--exec"))) return true;
  }
  return false;
}

/** Whether the program runs scripts: files, a text in its arguments, or its standard input. */
export function runsScripts(letters: string): boolean {
  return letters !== "" && "s.nybhl".includes(letters);
}

/**
 * Whether a program that runs scripts might be given one whose text is known: in its arguments, on its standard input,
 * or an empty file.
 */
function readsProgram(kind: string, words: readonly string[], input: boolean): boolean {
  let file = false;
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "/dev/null") return true;
    if (word[0] !== "-") {
      if (word === "eval") return true;
      file = true;
    } else if (kind === "s" ? word.includes("c") : kind !== "." && takesProgram(kind, word)) return true;
  }
  return input && kind !== "." && (kind === "s" || !file);
}

/** `-c`, `-ne`, `--eval=…` and their like. */
function takesProgram(kind: string, option: string): boolean {
  if (option[1] === "-") {
    return option.startsWith("--eval") || option.startsWith("--print") || option.startsWith("--run");
  }
  const last = option.at(-1);
  switch (kind) {
    case "y":
      return last === "c" || option[1] === "c";
    case "n":
      return last === "e" || last === "p";
    case "h":
      return last === "r";
    default:
      return last === "e" || last === "E";
  }
}
