/** PowerShell's and cmd.exe's own commands. Names are in lower case; parameters may be cut short. */
import type { ShellWord } from "../../shell/reading.ts";
import { type FileVerb, type Invocation, type Row, table } from "../invocation.ts";

/** What was read of a PowerShell command. */
interface Parameters {
  readonly has: (name: string, least?: number) => boolean;
  readonly value: (...names: readonly string[]) => ShellWord | undefined;
  readonly plain: readonly ShellWord[];
}

/** Parameters with a value that are not files. */
const VALUED =
  /^-(?:path|literalpath|pspath|lp|destination|filepath|include|exclude|filter|value|encoding|itemtype|type|name|newname|outfile|uri|driveletter|number|disknumber|partitionnumber|erroraction|ea|ec|depth|id|inputobject|stream|width|computername|credential|target|filesystem|tail|totalcount|first|last|pattern)$/i;

function parameters(call: Invocation): Parameters {
  const words = call.command.words.slice(1);
  const named = new Map<string, ShellWord>();
  const flags: string[] = [];
  const plain: ShellWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const text = word.value ?? word.prefix;
    if (!/^-[A-Za-z]/.test(text)) {
      plain.push(...elements(word));
      continue;
    }
    const colon = text.indexOf(":");
    const name = (colon < 0 ? text : text.slice(0, colon)).toLowerCase();
    flags.push(name);
    if (colon > 0) named.set(name, { ...word, value: text.slice(colon + 1), prefix: text.slice(colon + 1) });
    else if (VALUED.test(name) || isShortValued(name)) {
      const next = words[++at];
      if (next !== undefined) named.set(name, next);
    }
  }
  const matches = (full: string, least: number, given: string): boolean =>
    given.length > least && full.startsWith(given);
  return {
    has: (name, least = 1) => flags.some((flag) => matches(name, least, flag)),
    value: (...names) => {
      for (const [flag, word] of named) if (names.some((name) => matches(name, 2, flag))) return word;
      return undefined;
    },
    plain,
  };
}

/** Cut forms of the parameters that name files. */
const isShortValued = (name: string): boolean =>
  /^-(?:pat|lit|lite|liter|dest|desti|incl|exc|excl|fil|filt|filep|val|enc|outf)\w*$/.test(name);

/** `a,b` is two. */
function elements(word: ShellWord): ShellWord[] {
  if (word.value === undefined || !word.value.includes(",")) return [word];
  return word.value.split(",").map((value) => ({ ...word, value: value.trim(), prefix: value.trim() }));
}

/** The files of a command: named, by position, or what comes down the pipe. */
function paths({ value, plain }: Parameters): readonly ShellWord[] {
  const named = value("-path", "-literalpath", "-pspath", "-filepath");
  return named !== undefined ? elements(named) : plain;
}

/** The folder that a listing before a pipe looks through, and whether it goes down. */
function piped(call: Invocation): { words: readonly ShellWord[]; deep: boolean } | undefined {
  const source = call.command.pipedFrom.find(({ name }) =>
    /^(?:get-childitem|gci|dir|ls|get-item|gi)$/.test(name ?? "")
  );
  if (source === undefined) return undefined;
  const found = parameters({ ...call, command: source });
  const deep = found.has("-recurse") || found.has("-s");
  const words = paths(found);
  const filtered = found.has("-filter", 2) || found.has("-include", 2) ||
    call.command.pipedFrom.some(({ name }) =>
      /^(?:where-object|where|\?|select-object|select)$/.test(name ?? "")
    );
  const { range } = source;
  const here: ShellWord = { value: ".", prefix: ".", raw: ".", glob: false, dynamic: false, range };
  const list = words.length === 0 ? [here] : words;
  if (!filtered) return { words: list, deep };
  return {
    deep,
    words: list.map((word) => ({
      ...word,
      value: undefined,
      prefix: word.value ?? word.prefix,
      raw: `${word.raw}\\{}`,
      nonEmpty: true,
      from: [source],
    })),
  };
}

const removeItem: Row = {
  find(call) {
    const slashes = call.command.words.some((word) => /^\/[sqf]$/i.test(word.value ?? ""));
    if (call.language === "cmd" || slashes) return removeInCmd(call);
    const found = parameters(call);
    if (found.has("-whatif", 2)) return;
    const recurse = found.has("-recurse");
    const what = recurse ? "Remove-Item -Recurse" : "Remove-Item";
    const list = paths(found);
    for (const word of list) call.file("delete", glob(word), { what, recursive: recurse });
    const source = list.length === 0 ? piped(call) : undefined;
    if (list.length === 0 && source === undefined) {
      // What it takes comes from somewhere that was not read.
      call.say("delete", undefined, { what, recursive: true, certainty: "unknown" });
    }
    for (const word of source?.words ?? []) {
      call.file("delete", glob(word), { what, recursive: recurse || source?.deep === true });
    }
  },
};

/** A pattern in PowerShell stands in quotes too. */
function glob(word: ShellWord): ShellWord {
  return word.glob || word.value === undefined || !/[*?]/.test(word.value) ? word : { ...word, glob: true };
}

/** `del /s /q x`, `rd /s x`. */
function removeInCmd(call: Invocation): void {
  const words = call.command.words.slice(1);
  const flags = words.map((word) => (word.value ?? "").toLowerCase()).filter((text) => /^\/[a-z]/.test(text))
    .join("");
  const folder = /^(?:rd|rmdir)$/.test(call.name);
  const recursive = flags.includes("/s");
  for (const word of words) {
    if (/^\/[A-Za-z]/.test(word.value ?? "")) continue;
    const what = `${call.name}${recursive ? " /s" : ""}`;
    call.file("delete", glob(word), { what, recursive: recursive || folder && flags.includes("/s") });
  }
}

const writes = (verb: FileVerb): Row => ({
  find(call) {
    const found = parameters(call);
    if (found.has("-whatif", 2)) return;
    const named = found.value("-path", "-literalpath", "-filepath");
    call.file(verb, named ?? found.plain[0]);
  },
});

const moves = (verb: "move" | "read"): Row => ({
  find(call) {
    const found = parameters(call);
    if (found.has("-whatif", 2)) return;
    const from = found.value("-path", "-literalpath") ?? found.plain[0];
    const to = found.value("-destination", "-newname") ??
      found.plain[found.value("-path", "-literalpath") === undefined ? 1 : 0];
    call.file(verb, from);
    if (!/^ren/.test(call.name)) call.file("empty", to);
  },
});

const device: Row = {
  find(call) {
    if (call.command.words.some((word) => /^-whatif$/i.test(word.value ?? ""))) return;
    const text = call.command.words.slice(1).map((word) => word.value ?? word.raw).join(" ");
    call.say("destroy-device", text === "" ? undefined : text, {
      what: call.name,
      place: "device",
      recursive: true,
    });
  },
};

const down: Row = { find: (call) => call.say("kill", undefined, { what: call.name, recursive: true }) };

/** Commands of PowerShell and cmd.exe. */
export const WINDOWS = table({
  "remove-item ri rm del erase rd rmdir": removeItem,
  "clear-content clc": writes("empty"),
  "set-content sc out-file tee-object": writes("empty"),
  "add-content ac": writes("touch"),
  "new-item ni": {
    find: (call) => {
      const found = parameters(call);
      const what = found.value("-path") ?? found.plain[0];
      call.file(
        found.has("-force", 2) && !/dir/i.test(found.value("-itemtype", "-type")?.value ?? "")
          ? "empty"
          : "touch",
        what,
      );
    },
  },
  "move-item mi move mv": moves("move"),
  "rename-item rni ren rename": moves("move"),
  "copy-item cpi cp copy xcopy robocopy": {
    find: (call) => {
      if (call.name !== "robocopy") return moves("read").find(call);
      const flags = call.command.words.map((word) => (word.value ?? "").toLowerCase());
      const goal = call.command.words[2];
      const mirrors = flags.includes("/mir") || flags.includes("/purge");
      call.file(
        mirrors ? "delete" : "touch",
        goal,
        mirrors ? { what: "robocopy /mir", recursive: true } : {},
      );
    },
  },
  "get-content gc type cat": {
    find: (call) => {
      for (const word of paths(parameters(call))) call.file("read", glob(word));
    },
  },
  "select-string sls findstr": {
    find: (call) => {
      const found = parameters(call);
      call.file("read", found.value("-path", "-literalpath") ?? found.plain[1]);
    },
  },
  "invoke-webrequest iwr wget curl invoke-restmethod irm": {
    find: (call) => call.file("empty", parameters(call).value("-outfile")),
  },
  "format-volume clear-disk initialize-disk remove-partition remove-virtualdisk reset-physicaldisk remove-storagepool":
    device,
  "diskpart": {
    find: (call) => {
      const script = call.command.words.length > 1 || call.command.redirects.length > 0 ||
        call.command.pipedFrom.length > 0;
      if (script) {
        call.say("destroy-device", undefined, { what: "diskpart", place: "device", recursive: true });
      }
    },
  },
  "format format.com": {
    find: (call) => {
      const drive = call.command.words.find((word) => /^[a-z]:\\?$/i.test(word.value ?? ""));
      if (drive !== undefined) {
        call.say("destroy-device", drive.value, { what: "format", place: "device", recursive: true });
      }
    },
  },
  "stop-computer restart-computer shutdown": down,
  "stop-process spps kill taskkill": {
    find: (call) => {
      const all = call.command.words.some((word) => word.value === "*");
      call.say("kill", call.command.words.slice(1).map((word) => word.value ?? word.raw).join(" "), {
        what: call.name,
        recursive: all,
      });
    },
  },
  "clear-recyclebin": {
    find: (call) => call.say("drop-data", "the recycle bin", { what: "Clear-RecycleBin" }),
  },
  "remove-itemproperty rp remove-computer remove-localuser remove-vm remove-service unregister-scheduledtask":
    {
      find: (call) => call.say("destroy-resource", call.operand(0) || undefined, { what: call.name }),
    },
  "cipher": {
    find: (call) => {
      const wipes = call.command.words.some((word) => /^\/w/i.test(word.value ?? ""));
      if (wipes) call.say("destroy-device", undefined, { what: "cipher /w", place: "device" });
    },
  },
});
