/** Programs that overwrite disks, partitions and file systems. */
import { type Invocation, type Row, table } from "../invocation.ts";

/** Every operand that is not a plain file: an image in a file is a file. */
function hits(call: Invocation, what: string, operands = call.operands): void {
  for (const word of operands) {
    const text = word.value ?? word.prefix;
    // A name without a folder stands for a disk in some programs; an image has a path or an extension.
    if (/^[\w-]+$/.test(text) && !/\d$|^[a-z]$/i.test(text) && word.value !== undefined) continue;
    const image = word.value !== undefined && !/^(?:\/dev\/|[a-z]:?$|disk\d)/i.test(text);
    call.file(image ? "empty" : "device", word, { what, recursive: true });
  }
}

const always: Row = { find: (call) => hits(call, call.name) };

/** Harmless with one of the options that only list. */
const unless = (...quiet: readonly string[]): Row => ({
  options: "-t= --typecode= -n= --new= -d= --delete= -c=",
  find: (call) => {
    if (!call.has(...quiet)) hits(call, call.name);
  },
});

/** A sub-command that destroys. */
const verbs = (pattern: RegExp, options = ""): Row => ({
  options,
  find: (call) => {
    const verb = call.operands.findIndex((word) => pattern.test(word.value ?? ""));
    if (verb < 0) return;
    const what = `${call.name} ${call.operand(verb)}`;
    const rest = call.operands.slice(verb + 1).map((word) => word.value ?? word.raw).join(" ");
    call.say("destroy-device", rest === "" ? call.name : rest, { what, place: "device", recursive: true });
  },
});

/** Devices. */
export const DEVICES = table({
  "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs":
    {
      options: "-t= -L= -b= -O= -E= -U= -n= --type=",
      find: always.find,
    },
  "mke2fs mkntfs mkswap mkdosfs newfs newfs_apfs newfs_msdos newfs_hfs blkdiscard": always,
  "wipefs": unless("-n", "--no-act"),
  "fdisk cfdisk gdisk": unless("-l", "--list"),
  "sfdisk": unless("-l", "--list", "-d", "--dump", "-J", "--json", "-n", "--no-act"),
  "sgdisk": unless("-p", "--print", "-i", "--info", "-v", "-b", "--backup"),
  "parted": {
    find: (call) => {
      const list = call.has("-l", "--list") ||
        call.operands.slice(1).some((word) => /^(?:print|help)$/.test(word.value ?? ""));
      if (!list) hits(call, "parted", call.operands.slice(0, 1));
    },
  },
  "diskutil": verbs(
    /^(?:erase\w*|zerodisk|randomdisk|secureerase|partitiondisk|reformat|splitpartition|mergepartitions|delete\w*)$/i,
  ),
  "hdparm": {
    find: (call) => {
      if (
        call.has("--security-erase", "--security-erase-enhanced", "--trim-sector-ranges", "--write-sector")
      ) {
        hits(call, "hdparm");
      }
    },
  },
  "nvme": verbs(/^(?:format|sanitize|delete-ns|write-zeroes)$/),
  "cryptsetup": verbs(/^(?:luksformat|erase|lukserase|luksremovekey|lukskillslot|reencrypt|open-?wipe)$/i),
  "zpool": verbs(/^(?:destroy|labelclear)$/),
  "zfs": verbs(/^(?:destroy|rollback)$/),
  "btrfs": verbs(/^(?:delete)$/),
  "lvremove vgremove pvremove lvreduce": {
    find: (call) => {
      for (const word of call.operands) {
        call.say("destroy-device", word.value ?? word.raw, {
          what: call.name,
          place: "device",
          recursive: true,
        });
      }
    },
  },
  "mdadm": {
    find: (call) => {
      if (call.has("--zero-superblock")) hits(call, "mdadm --zero-superblock");
    },
  },
  "badblocks": {
    find: (call) => {
      if (call.has("-w")) hits(call, "badblocks -w");
    },
  },
});
