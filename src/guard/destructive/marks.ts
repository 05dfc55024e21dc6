/**
 * The cheap look in front of the guard: words of which one stands in every ordinary command line that can lose
 * something. A test compares it with the tables of `src/effect`.
 */
import type { Call } from "../call.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Programs whose names are no ordinary words: they count wherever they stand. */
const PROGRAMS = words(
  "rm grm unlink gunlink shred gshred srm truncate gtruncate mv gmv cp gcp gln tee gtee sponge chmod gchmod chown " +
    "gchown chgrp tar gtar bsdtar rsync dd gdd mke2fs mkntfs mkswap mkdosfs newfs newfs_apfs newfs_msdos newfs_hfs " +
    "blkdiscard wipefs fdisk cfdisk gdisk sfdisk sgdisk parted diskutil hdparm nvme cryptsetup zpool zfs btrfs " +
    "lvremove vgremove pvremove lvreduce mdadm badblocks killall pkill killall5 shutdown reboot halt poweroff " +
    "telinit systemctl rc-service crontab psql cockroach ysqlsh mysql mariadb sqlite3 sqlite duckdb sqlcmd bcp isql " +
    "isql-fb sqlplus impala-shell beeline presto trino snowsql clickhouse clickhouse-client clickhouse-local cqlsh " +
    "mongo mongosh redis-cli valkey-cli keydb-cli dropdb dropuser mysqladmin mariadb-admin etcdctl userdel deluser " +
    "groupdel dscl iptables ip6tables bootrec bootsect bcdedit twine semantic-release release-it standard-version " +
    "robocopy diskpart terraform tofu terragrunt pulumi rclone ufw nomad schtasks pacman cipher gem nuget setfacl chattr chflags icacls takeown",
);
/** Programs whose names are words of other commands too: they count in front, or where a wrapper is in front. */
const LEADING = words(
  "wipe scrub install ginstall ln kill skill slay init service source . sh bash zsh dash ksh hive bq reg format cmd " +
    "powershell pwsh net sc passwd goose",
);
const WRAPPERS = words("sudo doas env time nohup nice ionice timeout exec command xargs setsid stdbuf");
/** Words behind a program under which something is lost: sub-commands, and tasks of frameworks. */
const VERBS = words(
  "reset checkout restore clean stash reflog gc prune filter-branch filter-repo worktree update-ref deinit read-tree " +
    "checkout-index rmdir destroy delete del purge publish unpublish yank upload drain cordon uninstall un undeploy " +
    "remove drop flush teardown down dn force-unlock archive disable disconnect forget unregister undefine rb rd " +
    "rollback reset_db sqlflush release deprecate dist-tag lish trunk deploy release:perform uploadArchives hex.publish " +
    "closeAndReleaseRepository autoremove erase deletefile rmdirs mb-remove delete-batch delete-asset clear-log " +
    "projects:delete firestore:delete database:remove sites:delete hosting:disable apps:destroy pg:reset addons:destroy " +
    "pipelines:destroy domains:clear vol-delete pool-delete deletelocalsnapshots deletejournal cl resize force_reset purge_queue " +
    "delete_queue delete_vhost remove-all-but-n-full remove-older-than db:wipe downgrade drop-all dropAll schema:drop " +
    "leave scale replace terminate lukserase branch tag",
);
const BEGINNINGS = [
  "mkfs",
  "delete-",
  "terminate-",
  "purge-",
  "publish",
  "+publish",
  "remove-",
  "deregister-",
  "destroy-",
  "batch-delete-",
  "force-delete-",
  "schedule-key",
  "db:",
  "migrate:",
  "ecto.",
  "DELETE",
];
/** Options under which commands lose something that are harmless without. */
const OPTIONS = words(
  "-delete -o -O --output --output-document -i --in-place -XDELETE -fprint -fls -fprintf -y --force-reset --visibility",
);
const GIT_FORCED = words("push switch submodule");

/** Whether an ordinary line of these words may lose something; `command` is the line itself. */
export function mayDestroy(names: readonly string[], command: string): boolean {
  if (names[0] === "git") return gitMayDestroy(command);
  return names.some((word, index) => {
    if (PROGRAMS.has(word) || word.endsWith(".sh")) return true;
    if (LEADING.has(word) && (index === 0 || WRAPPERS.has(names[0]!))) return true;
    if (word === "git") return gitMayDestroy(command.slice(command.indexOf("git")));
    if (word.startsWith("-")) {
      return OPTIONS.has(word) || word.startsWith("--delete") || word.startsWith("--unregister") ||
        word.startsWith("-i");
    }
    return VERBS.has(word) && word !== "branch" && word !== "tag" ||
      BEGINNINGS.some((beginning) => word.startsWith(beginning));
  });
}

/** Sub-commands that lose something, and those that do so by force. */
function gitMayDestroy(command: string): boolean {
  const all = command.split(" ");
  const forced = all.some((word) => isForce(word));
  return all.some((word) =>
    word === "branch" || word === "tag" || GIT_FORCED.has(word)
      ? forced
      : word === "rm" || VERBS.has(word) || word === "-c"
  );
}

/** An option in which force may hide, or a ref that is forced or removed. */
function isForce(word: string): boolean {
  if (word.startsWith("--")) return "fdmp".includes(word[2] ?? "-");
  if (word.startsWith("-")) return /[fdDCBMr]/.test(word);
  return word.startsWith("+") || word.startsWith(":");
}

/** Whether a call that is no command line may lose something. */
export function toolMayDestroy(call: Call): boolean {
  const { toolName, toolInput } = call.event;
  if (call.targets.length > 0) {
    const root = `${call.root()}/`;
    return call.targets.some(({ absolute, form }) =>
      form === "delete" || !absolute.startsWith(root) || absolute.includes("/.git/")
    );
  }
  if (toolName === undefined || !toolName.startsWith("mcp__")) return false;
  const name = toolName.slice(toolName.lastIndexOf("__")).toLowerCase();
  return TOOL_WORDS.some((word) => name.includes(word)) ||
    typeof toolInput?.["sql"] === "string" || typeof toolInput?.["query"] === "string";
}

const TOOL_WORDS = [
  "delete",
  "remove",
  "rm",
  "unlink",
  "trash",
  "erase",
  "move",
  "rename",
  "write",
  "save",
  "create",
  "drop",
  "query",
  "sql",
  "execute",
];
