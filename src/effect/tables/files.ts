/** Programs that delete, overwrite, move or change files. Adding one is adding a row. */
import type { ShellWord } from "../../shell/reading.ts";
import { resolve } from "../../base/path.ts";
import type { Invocation, Row } from "../invocation.ts";
import { table } from "../invocation.ts";

/** The literal folder of the first of `options`, against the command's working directory. */
function folderOf(call: Invocation, ...options: readonly string[]): string | undefined {
  const text = call.values(...options)[0]?.value;
  const base = call.command.cwd;
  if (text === undefined || base === undefined) return base;
  return resolve(base, text, call.ground.os);
}

const each =
  (verb: "delete" | "empty" | "touch" | "read", said: { what?: string } = {}): Row["find"] => (call) => {
    for (const word of call.operands) call.file(verb, word, said);
  };

const remove: Row = {
  options:
    "--recursive --force --dir --interactive --verbose --one-file-system --no-preserve-root --preserve-root",
  find(call) {
    const recursive = call.has("-r", "-R", "--recursive");
    const what = recursive ? "rm -r" : "rm";
    for (const word of call.operands) call.file("delete", word, { recursive, what });
    // The files may come from a pipe that says nothing of them.
    if (call.operands.length === 0 && recursive && call.command.via.includes("xargs")) {
      call.say("delete", undefined, { recursive, what, certainty: "unknown" });
    }
  },
};

/** `cp a b`, `mv a b`, `install a b`: sources and the place where they go. */
function copies(verb: "read" | "move"): Row {
  return {
    options: "-t= --target-directory= -S= --suffix= -m= --mode= -o= --owner= -g= --group= -Z --no-clobber " +
      "--force --update --interactive --backup --recursive --archive --no-target-directory --directory",
    find(call) {
      if (call.name.startsWith("install") && call.has("-d", "--directory")) return;
      const into = call.values("-t", "--target-directory")[0];
      const sources = into === undefined ? call.operands.slice(0, -1) : call.operands;
      const goal = into ?? call.operands.at(-1);
      if (goal === undefined || sources.length === 0) return;
      const lost = verb === "move" && /^(?:\/dev\/null|nul)$/i.test(goal.value ?? "");
      for (const word of sources) {
        if (lost) call.file("delete", word, { what: "mv to /dev/null", recursive: true, rule: "mv/nowhere" });
        else call.file(verb, word);
      }
      if (lost || call.has("-n", "--no-clobber")) return;
      overwriteGoal(call, goal, sources);
    },
  };
}

/** A folder as goal takes files of the sources' names; another goal is itself overwritten. */
function overwriteGoal(call: Invocation, goal: ShellWord, sources: readonly ShellWord[]): void {
  const { ground, command } = call;
  const text = goal.value;
  const folder = text !== undefined && command.cwd !== undefined &&
    (/[/\\]$/.test(text) || ground.look(ground.real(resolve(command.cwd, text, ground.os))).folder);
  if (!folder || text === undefined) {
    const empties = sources.some(({ value }) => value === "/dev/null");
    call.file("empty", goal, empties ? { what: `${call.name} /dev/null`, recursive: true } : {});
    return;
  }
  for (const { value } of sources) {
    const name = value?.split(/[/\\]/).filter((part) => part !== "").at(-1);
    if (name === undefined || name === ".." || name === ".") continue;
    const path = `${text.replace(/[/\\]+$/, "")}/${name}`;
    call.file("empty", { ...goal, value: path, prefix: path, glob: false });
  }
}

const changeModes: Row = {
  options: "--recursive --reference= --from= --no-preserve-root --verbose --changes",
  find(call) {
    const recursive = call.has("-R", "--recursive");
    // `chmod -w file`: a mode may look like options.
    const mode = call.has("--reference") ? 0 : call.args.flags.size > 0 && call.operands.length === 1 ? 0 : 1;
    for (const word of call.operands.slice(mode)) {
      call.file("permissions", word, { recursive, what: `${call.name}${recursive ? " -R" : ""}` });
    }
  },
};

const find: Row = {
  options: "single -name= -iname= -path= -ipath= -wholename= -regex= -iregex= -type= -size= -mtime= -mmin= " +
    "-ctime= -cmin= -atime= -amin= -newer= -maxdepth= -mindepth= -user= -group= -perm= -fprint= -fprintf= " +
    "-fls= -printf= -inum= -links= -samefile= -D=",
  find(call) {
    for (const word of call.values("-fprint", "-fprintf", "-fls")) call.file("empty", word);
    // Nothing is lost with what is empty.
    if (!call.has("-delete") || call.has("-empty")) return;
    const limits = [...call.args.flags].filter((flag) => LIMITS.test(flag));
    // What is left out, or one of several, does not tell what goes.
    const mixed = call.has("-not", "-o", "-or") || call.operands.some((word) => word.value === "!");
    const names = mixed ? [] : call.values("-name", "-iname").map((word) => word.value ?? "");
    const roots = call.operands.filter((word) => !/^[(!),\\]/.test(word.value ?? word.prefix));
    for (const root of roots.length > 0 ? roots : [here(call)]) {
      if (limits.length === 0) {
        call.file("delete", root, { what: "find -delete", recursive: true });
        continue;
      }
      // Which of the files below it are meant is decided when it runs; one literal name or ending tells something.
      const end = names.length === 1 ? names[0]!.replace(/^.*[*?\]]/, "") : "";
      const path = `${(root.value ?? root.prefix).replace(/\/+$/, "")}/${end === names[0] ? "" : "x"}${end}`;
      const known = root.value !== undefined && end !== "" && !root.glob;
      const word = known ? { ...root, value: path, prefix: path } : root;
      call.file("delete", word, { what: "find -delete", recursive: true, certainty: "unknown" });
    }
  },
};

/** Tests that leave something alone. */
const LIMITS =
  /^-(?:i?name|i?path|wholename|i?regex|size|[acm]time|[acm]min|newer\w*|user|group|perm|inum|links|samefile|lname|nouser|nogroup)$/;

function here(call: Invocation): ShellWord {
  const { range } = call.command;
  return { value: ".", prefix: ".", raw: ".", glob: false, dynamic: false, range };
}

const changesInPlace = (flags: readonly string[], valued: string): Row => ({
  options: valued,
  find(call) {
    const changes = call.has(...flags);
    // Without an option that brings it, the first operand is the script.
    const from = call.has("-e", "-E", "--expression", "-f", "--file") ? 0 : 1;
    const script = (call.values("-e", "--expression")[0] ?? call.operands[0])?.value ?? "";
    // A script that deletes every line leaves an empty file.
    const empties = changes && /^(?:1,\$)?\s*d$/.test(script);
    for (const word of call.operands.slice(from)) {
      call.file(empties ? "empty" : changes ? "touch" : "read", word);
    }
  },
});

const tar: Row = {
  options:
    "-f= --file= -C= --directory= --extract --create --list --get -T= --files-from= -X= --exclude= --one-top-level " +
    "--strip-components= --transform= --keep-old-files --skip-old-files --overwrite --remove-files --recursive-unlink",
  find(call) {
    // `tar xf a.tar`: the first word holds letters without a dash.
    const old =
      /^[a-zA-Z]+$/.test(call.operand(0)) && call.args.flags.size === call.values("-C", "--directory").length
        ? call.operand(0)
        : "";
    const has = (letter: string, ...long: readonly string[]) =>
      old.includes(letter) || call.has(`-${letter}`, ...long);
    if (call.has("--remove-files")) {
      for (const word of call.operands) {
        call.file("delete", word, { what: "tar --remove-files", recursive: true });
      }
    }
    if (has("t", "--list")) return;
    if (has("x", "--extract", "--get")) {
      const goal = call.values("-C", "--directory")[0] ?? here(call);
      const said = call.has("--recursive-unlink") ? { what: "tar --recursive-unlink", recursive: true } : {};
      call.file(said.recursive === true ? "delete" : "touch", goal, said);
      return;
    }
    const archive = old === "" ? call.values("-f", "--file")[0] : call.operands[1];
    if (has("c", "--create")) {
      const toFile = old === "" || old.includes("f");
      if (toFile) call.file("empty", archive);
      const below = folderOf(call, "-C", "--directory");
      for (const word of call.operands.slice(old === "" ? 0 : toFile ? 2 : 1)) {
        call.file("read", word, below === undefined ? {} : { below });
      }
    }
  },
};

const rsync: Row = {
  options:
    "-e= --rsh= --exclude= --include= --filter= -f= --exclude-from= --include-from= --files-from= --dry-run " +
    "--delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --remove-source-files " +
    "--max-delete= --backup-dir= --password-file= --port= -T= --temp-dir= --chmod= --chown= --log-file= --rsync-path=",
  find(call) {
    if (call.has("-n", "--dry-run")) return;
    const sources = call.operands.slice(0, -1);
    const goal = call.operands.at(-1);
    const deletes = [...call.args.flags].some((flag) =>
      /^--del(?:ete)?(?:-|$)/.test(flag) && flag !== "--delete-missing-args"
    );
    for (const word of sources) {
      if (call.has("--remove-source-files")) {
        call.file("delete", word, { what: "rsync --remove-source-files" });
      } else if (!isRemotePath(word)) call.file("read", word);
    }
    if (goal === undefined || sources.length === 0) return;
    if (!isRemotePath(goal)) {
      call.file(
        deletes ? "delete" : "touch",
        goal,
        deletes ? { what: "rsync --delete", recursive: true } : {},
      );
    } else if (deletes) {
      call.say("destroy-resource", goal.value ?? goal.raw, { what: "rsync --delete" });
    }
  },
};

/** `host:path`, which is no path of this machine. */
export function isRemotePath(word: ShellWord): boolean {
  return /^(?:[^/\\]{2,}:|rsync:\/\/)/.test(word.value ?? word.prefix);
}

const DOWNLOAD_TO =
  "-o= --output= -O= --output-document= -P= --directory-prefix= --output-dir= -d= --dir= --out=";

/** Programs of the table whose effects are on files. */
export const FILES = table({
  "rm grm": remove,
  "unlink gunlink": { find: each("delete") },
  "rmdir grmdir": {
    options: "--parents --ignore-fail-on-non-empty",
    find: (call) => {
      // Only empty folders go.
      for (const word of call.operands) call.file("delete", word, { what: "rmdir" });
    },
  },
  "trash trash-put gio": { find: () => {} },
  "shred gshred srm wipe scrub": {
    options: "-n= --iterations= -s= --size= --random-source= --remove --force --zero",
    find: (call) => {
      for (const word of call.operands) call.file("delete", word, { what: call.name, recursive: true });
    },
  },
  "truncate gtruncate": {
    options: "-s= --size= -r= --reference= --no-create",
    find: each("empty", { what: "truncate" }),
  },
  "mv gmv": copies("move"),
  "cp gcp": copies("read"),
  "install ginstall": copies("read"),
  "ln gln": {
    options: "-t= --target-directory= -S= --suffix= --symbolic --force --no-dereference --relative",
    find(call) {
      if (!call.has("-f", "--force")) return;
      const goal = call.values("-t", "--target-directory")[0] ?? call.operands.at(-1);
      if (call.operands.length > 1) call.file("empty", goal, { what: "ln -f" });
    },
  },
  "tee gtee": {
    options: "--append --ignore-interrupts",
    find: (call) => each(call.has("-a", "--append") ? "touch" : "empty")(call),
  },
  "sponge": { find: (call) => each(call.has("-a") ? "touch" : "empty")(call) },
  "touch gtouch mkdir": { options: "-d= --date= -r= --reference= -t= -m= --mode=", find: each("touch") },
  "chmod gchmod chown gchown chgrp": changeModes,
  "setfacl chattr chflags icacls takeown": {
    options: "-m= --modify= -x= --remove= -M= -X= --set= --recursive",
    find(call) {
      const recursive = call.has("-R", "--recursive");
      for (const word of call.operands) call.file("permissions", word, { recursive, what: call.name });
    },
  },
  "find gfind": find,
  "fd fdfind": { find: () => {} },
  "sed gsed": changesInPlace(
    ["-i", "--in-place"],
    "-e= --expression= -f= --file= -l= --in-place --quiet --silent",
  ),
  "perl ruby": changesInPlace(["-i"], "-e= -E= -I= -M="),
  "tar gtar bsdtar": tar,
  "unzip": {
    options: "-d= -x= -P=",
    find(call) {
      if (call.has("-l", "-t", "-v", "-Z", "-p")) return;
      call.file("touch", call.values("-d")[0] ?? here(call));
    },
  },
  "zip 7z 7za rar": { find: () => {} },
  "gunzip gzip bunzip2 bzip2 unxz xz zstd unzstd": { find: () => {} },
  "patch": {
    options: "-i= --input= -o= --output= -d= --directory= -p= --strip= --dry-run",
    find(call) {
      if (!call.has("--dry-run")) call.file("touch", call.operands[0]);
    },
  },
  "rsync": rsync,
  "scp": {
    options: "-i= -P= -o= -l= -c= -F= -J=",
    find(call) {
      const goal = call.operands.at(-1);
      for (const word of call.operands.slice(0, -1)) if (!isRemotePath(word)) call.file("read", word);
      if (goal !== undefined && !isRemotePath(goal)) call.file("touch", goal);
    },
  },
  "curl wget wget2 aria2c http https xh": {
    options:
      `${DOWNLOAD_TO} -H= --header= -X= --request= -u= --user= -A= --user-agent= -e= -b= --cookie= -c= ` +
      "--cookie-jar= -D= --dump-header= -F= --form= -T= --upload-file= --data= --data-raw= --data-binary= " +
      "--data-urlencode= --json= --post-file= --body-file= --cert= --key= --cacert= -K= --config= -w= -m= --url=",
    find(call) {
      const own = call.name.startsWith("curl")
        ? ["-o", "--output"]
        : ["-O", "-o", "--output-document", "--output"];
      for (const word of call.values(...own)) call.file("empty", word, { what: call.name });
      for (const word of call.values("-c", "--cookie-jar", "-D", "--dump-header")) call.file("touch", word);
      for (const word of call.values("-T", "--upload-file", "--post-file", "--body-file")) {
        call.file("read", word);
      }
      for (
        const word of call.values(
          "-d",
          "--data",
          "--data-binary",
          "--data-urlencode",
          "--json",
          "-F",
          "--form",
        )
      ) {
        const at = (word.value ?? word.prefix).indexOf("@");
        if (at >= 0) {
          call.file("read", { ...word, value: word.value?.slice(at + 1), prefix: word.prefix.slice(at + 1) });
        }
      }
    },
  },
  "dd gdd": {
    find(call) {
      for (const word of call.operands) {
        const text = word.value ?? word.prefix;
        const cut = {
          ...word,
          value: word.value?.slice(3),
          prefix: word.prefix.slice(3),
          raw: word.raw.slice(3),
        };
        if (text.startsWith("of=")) call.file("empty", cut, { what: "dd of=" });
        else if (text.startsWith("if=")) call.file("read", cut);
      }
    },
  },
});
