/** What git loses: work that is not committed, commits that nothing else holds, and history on a remote. */
import { resolve } from "../../base/path.ts";
import type { ShellWord } from "../../shell/reading.ts";
import type { Ground } from "../ground.ts";
import { type Invocation, type Row, table } from "../invocation.ts";

const STASH_FIRST = "keep the changes first: git stash push -u";
const LEASE = "use git push --force-with-lease, after looking at what the remote has";

/** All uncommitted changes, or those in some paths. */
function discard(call: Invocation, what: string, text?: string, recursive = true): void {
  call.say("discard", text ?? "uncommitted changes", { what, recursive, instead: STASH_FIRST });
}

const plain = (words: readonly ShellWord[]): string => words.map((word) => word.value ?? word.raw).join(" ");

/** Whether there is a branch or tag of that name in the repository's own files. */
function isRef(name: string, { root }: Ground): boolean {
  if (/^(?:HEAD|ORIG_HEAD|FETCH_HEAD|@)$|^[0-9a-f]{7,40}$|[~^@:]/.test(name)) return true;
  for (const kind of ["heads", "tags", "remotes", "remotes/origin"]) {
    try {
      Deno.lstatSync(`${root}/.git/refs/${kind}/${name}`);
      return true;
    } catch {
      // Perhaps of another kind, or packed.
    }
  }
  return false;
}

/** Whether `word` names something on disk. */
function isOnDisk(call: Invocation, word: ShellWord): boolean {
  const { cwd } = call.command;
  if (word.value === undefined || cwd === undefined || call.remote) return false;
  return call.ground.look(resolve(cwd, word.value, call.ground.os)).exists === true;
}

const checkout: Row = {
  options:
    "-b= -B= --orphan= --conflict= --pathspec-from-file= --force --ours --theirs --merge --patch --track " +
    "--no-track --detach --quiet --progress --guess --overlay --no-overlay --ignore-skip-worktree-bits",
  find(call) {
    const { operands, args } = call;
    if (call.has("-p", "--patch")) return;
    if (call.has("-f", "--force")) return discard(call, "git checkout --force");
    if (call.has("-B")) {
      const branch = call.values("-B")[0];
      return discard(call, "git checkout -B", branch?.value ?? "the branch", false);
    }
    if (call.has("-b", "--orphan")) return;
    // Taking one side of a conflict throws away nothing that is not in a commit.
    if (call.has("--ours", "--theirs")) return;
    if (call.has("--pathspec-from-file")) return discard(call, "git checkout", "changes in the listed files");
    const paths = args.before !== undefined ? operands.slice(args.before) : pathsOf(call, operands);
    if (paths.length > 0) discard(call, "git checkout of paths", `changes in ${plain(paths)}`);
  },
};

/** The paths of a `git checkout` without `--`: a first word that is no path is what they are taken from. */
function pathsOf(call: Invocation, operands: readonly ShellWord[]): readonly ShellWord[] {
  const [first, ...rest] = operands;
  if (first === undefined) return [];
  const value = first.value ?? "";
  if (rest.length > 0) return call.has("-t", "--track", "--detach", "-d") ? [] : rest;
  if (/^(?:\.{1,2}|\.{0,2}\/.*|:\/?.*|\*.*)$/.test(value) || first.glob) return [first];
  return isOnDisk(call, first) && !isRef(value, call.ground) ? [first] : [];
}

const clean: Row = {
  options: "-e= --exclude= --force --dry-run --interactive --quiet",
  find(call) {
    if (call.has("-n", "--dry-run", "-i", "--interactive")) return;
    const settings = call.command.words.map((word) => (word.value ?? "").toLowerCase());
    if (
      !call.has("-f", "--force") &&
      !settings.some((word) => /^clean\.requireforce=(?:false|no|off|0)$/.test(word))
    ) {
      return;
    }
    // Of ignored files only, build output for the most part is lost.
    const ignored = call.has("-X");
    call.say(
      "discard",
      ignored ? "ignored files" : call.has("-x") ? "untracked and ignored files" : "untracked files",
      {
        what: "git clean -f",
        recursive: !ignored,
        instead:
          "look first with git clean -n, then remove the one path, or keep the files with git stash push -u",
      },
    );
  },
};

const push: Row = {
  options:
    "--force --force-with-lease --force-if-includes --no-force-with-lease --no-force-if-includes --mirror " +
    "--delete --all --branches --prune --tags --follow-tags --set-upstream --dry-run --porcelain --quiet --verbose " +
    "--atomic --no-verify --verify --signed --thin --no-thin --ipv4 --ipv6 --progress --recurse-submodules= -o= " +
    "--push-option= --repo= --receive-pack= --exec=",
  find(call) {
    if (call.has("-n", "--dry-run")) return;
    const refs = call.has("--repo") ? call.operands : call.operands.slice(1);
    const where = plain(call.operands) || "the remote branch";
    const say = (what: string, text: string, recursive: boolean, instead: string): void =>
      call.say("rewrite-remote", text, { what, recursive, instead });
    if (call.has("--mirror")) {
      return say("git push --mirror", where, true, "push the branches and tags by name");
    }
    const plus = refs.find((word) => (word.value ?? word.prefix).startsWith("+"));
    if (call.has("-f", "--force")) return say("git push --force", where, true, LEASE);
    if (plus !== undefined) return say("git push +ref", plus.value ?? plus.raw, true, LEASE);
    const gone = refs.filter((word) => /^:./.test(word.value ?? word.prefix));
    if (call.has("-d", "--delete")) {
      return say("git push --delete", plain(refs), false, "let the operator delete the remote branch");
    }
    if (gone.length > 0) {
      return say("git push :ref", plain(gone), false, "let the operator delete the remote branch");
    }
    if (call.has("--prune")) say("git push --prune", where, false, "delete the one branch that is meant");
  },
};

const say = (what: string, text: string, recursive: boolean, instead: string): Row["find"] => (call) =>
  call.say("discard", plain(call.operands) || text, { what, recursive, instead });

/** The sub-commands that can lose something. */
export const GIT = table({
  "reset": {
    options:
      "--hard --soft --mixed --merge --keep --quiet --patch --pathspec-from-file= --no-refresh --refresh --intent-to-add",
    find(call) {
      const target = call.operands[0]?.value;
      const text = `uncommitted changes${target === undefined ? "" : `, and commits after ${target}`}`;
      if (call.has("--hard")) discard(call, "git reset --hard", text);
      else if (call.has("--merge")) discard(call, "git reset --merge", text);
      else if (call.has("--keep")) discard(call, "git reset --keep", text, false);
    },
  },
  checkout,
  "restore": {
    options:
      "-s= --source= --staged --worktree --patch --pathspec-from-file= --ours --theirs --merge --conflict= --overlay",
    find(call) {
      if (call.has("-p", "--patch", "--ours", "--theirs", "--merge", "-m")) return;
      if (call.has("-S", "--staged") && !call.has("-W", "--worktree")) return;
      if (call.operands.length === 0 && !call.has("--pathspec-from-file")) return;
      discard(call, "git restore", `changes in ${plain(call.operands) || "the listed files"}`);
    },
  },
  "switch": {
    options:
      "-c= -C= --create= --force-create= --orphan= --force --discard-changes --detach --guess --merge --track --conflict=",
    find(call) {
      if (call.has("-f", "--force", "--discard-changes")) {
        return discard(call, "git switch --discard-changes");
      }
      const made = call.values("-C", "--force-create")[0];
      if (made === undefined) return;
      const text = `the commits of ${made.value ?? made.raw} that no other branch holds`;
      call.say("discard", text, {
        what: "git switch -C",
        recursive: true,
        instead: "make a new branch with git switch -c",
      });
    },
  },
  clean,
  push,
  "branch": {
    options:
      "--delete --force --move --copy --list --all --remotes --verbose --merged= --no-merged= --contains= --sort= " +
      "--format= -u= --set-upstream-to= --points-at= --track --no-track --show-current --edit-description",
    find(call) {
      const forced = call.has("-f", "--force");
      if (call.has("-D") || forced && call.has("-d", "--delete")) {
        say(
          "git branch -D",
          "a branch",
          false,
          "use git branch -d, which refuses where commits would be lost",
        )(call);
      } else if (call.has("-M", "-C") || forced && call.operands.length > 0 && !call.has("-r", "--list")) {
        // Renaming the only branch, as in `git branch -M main`, overwrites nothing.
        const goal = call.operands.at(-1)?.value ?? "";
        if (!forced && !isRef(goal, call.ground)) return;
        say("git branch --force", "a branch", false, "make a branch of another name")(call);
      }
    },
  },
  "tag": {
    options:
      "--delete --force --message= -m= -F= --file= -u= --list --sort= --contains= --points-at= -n= --annotate --sign",
    find(call) {
      if (call.has("-d", "--delete")) call.say("discard", plain(call.operands), { what: "git tag -d" });
      else if (call.has("-f", "--force")) {
        call.say("discard", plain(call.operands), { what: "git tag --force" });
      }
    },
  },
  "stash": {
    find(call) {
      const verb = call.operand(0);
      if (verb === "clear") {
        call.say("discard", "every stash", {
          what: "git stash clear",
          recursive: true,
          instead: "drop the one stash that is meant, by its name",
        });
      } else if (verb === "drop") {
        const text = call.operands.length > 1 ? call.operand(1) : "the latest stash";
        call.say("discard", text, {
          what: "git stash drop",
          recursive: true,
          instead: "make a branch of it: git stash branch",
        });
      }
    },
  },
  "reflog": {
    options: "--expire= --expire-unreachable= --all --dry-run --rewrite --updateref",
    find(call) {
      const verb = call.operand(0);
      if (call.has("-n", "--dry-run") || verb !== "expire" && verb !== "delete" && verb !== "drop") return;
      call.say("discard", "the way back to lost commits", {
        what: `git reflog ${verb}`,
        recursive: true,
        instead: "leave the reflog to git's own clean-up",
      });
    },
  },
  "gc": {
    options: "--prune --aggressive --auto --quiet --force --keep-largest-pack",
    find(call) {
      const when = call.values("--prune")[0]?.value;
      if (when !== undefined && /^(?:now|all|0|never-?mind)/i.test(when)) {
        call.say("discard", "unreachable commits", {
          what: "git gc --prune=now",
          recursive: true,
          instead: "run git gc without --prune=now",
        });
      }
    },
  },
  "prune": {
    options: "--expire= --dry-run --verbose --progress",
    find(call) {
      if (!call.has("-n", "--dry-run")) {
        call.say("discard", "unreachable commits", {
          what: "git prune",
          recursive: false,
          instead: "leave it to git gc",
        });
      }
    },
  },
  "filter-branch filter-repo": {
    options: "--dry-run --analyze --force",
    find(call) {
      if (call.has("--dry-run", "--analyze", "--help", "-h")) return;
      call.say("discard", "history", {
        what: `git ${call.name}`,
        recursive: true,
        instead: "work on a fresh clone, or ask the operator",
      });
    },
  },
  "worktree": {
    options: "--force --reason= --lock --detach -b= -B=",
    find(call) {
      if (call.operand(0) !== "remove" || !call.has("-f", "--force")) return;
      call.say("discard", plain(call.operands.slice(1)), {
        what: "git worktree remove --force",
        recursive: true,
        instead: "use git worktree remove without --force, which refuses while there is unsaved work",
      });
    },
  },
  "update-ref": {
    options: "--no-deref --stdin --create-reflog -m=",
    find(call) {
      if (call.has("-d")) say("git update-ref -d", "a ref", true, "use git branch -d")(call);
    },
  },
  "submodule": {
    options: "--force --all --quiet",
    find(call) {
      if (call.operand(0) === "deinit" && call.has("-f", "--force")) {
        say("git submodule deinit --force", "a submodule", true, "use it without --force")(call);
      }
    },
  },
  "read-tree": {
    options: "--reset -u --prefix= -m",
    find: (call) => {
      if (call.has("--reset") && call.has("-u")) discard(call, "git read-tree --reset -u");
    },
  },
  "checkout-index": {
    find: (call) => {
      if (call.has("-f", "--force")) discard(call, "git checkout-index -f");
    },
  },
  "rm": {
    options: "--cached --force --dry-run --ignore-unmatch --quiet --pathspec-from-file=",
    find(call) {
      if (call.has("--cached", "-n", "--dry-run")) return;
      const recursive = call.has("-r");
      // Without force, git itself refuses where something would be lost that is not committed.
      const said = { what: recursive ? "git rm -r" : "git rm", recursive };
      for (const word of call.operands) {
        call.file("delete", word, call.has("-f", "--force") ? said : { ...said, recursive: false });
      }
    },
  },
  "mv": {
    options: "--force --dry-run --verbose",
    find: (call) => {
      if (call.has("-n", "--dry-run")) return;
      for (const word of call.operands.slice(0, -1)) call.file("move", word, { what: "git mv" });
    },
  },
  "show": { find: readsRevisions },
  "diff blame cat-file": { find: readsRevisions },
});

/** `git show HEAD:.env` prints a file; the operands of `diff` and `blame` are files. */
function readsRevisions(call: Invocation): void {
  for (const word of call.operands) {
    const { value } = word;
    const colon = value?.indexOf(":") ?? -1;
    if (value === undefined) continue;
    if (colon > 0) {
      call.file("read", { ...word, value: value.slice(colon + 1), prefix: value.slice(colon + 1) });
    } else if (call.name !== "show" && isOnDisk(call, word)) call.file("read", word);
  }
}
