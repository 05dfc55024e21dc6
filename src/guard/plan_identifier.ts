import { extension, isInside, join, segments } from "../base/path.ts";
import { asString } from "../base/json.ts";
import { ALL_PLAN_TREES } from "../policy/plan_trees.ts";
import type { Call, Target } from "./call.ts";
import { isLockFile } from "./dependency_files.ts";
import type { Finding } from "./finding.ts";

const MAX_FILES = 50;
const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 4;
const SHOWN = 5;

/** `TM-10` or `Phase-B` as a token of its own: no part of a longer word, a path, a number or a serial number. */
const IDENTIFIER = /(?<![\w/\\.@&?%+~$-])(?:[A-Z]{1,3}-\d{1,9}|Phase-[A-Z\d]{1,9})(?![\w/\\-]|\.\w)/g;

/**
 * Names of that form that everybody knows: standards, ciphers, licences, codes, formats, currencies, time zones,
 * parts. A made-up prefix is no such name.
 */
const KNOWN_PREFIXES = new Set(
  `
  UTF UCS ISO IEC RFC BCP STD PEP JEP JSR BIP EIP ERC KIP PSR CVE CWE CVS DIN EN BS NF JIS SAE SP DO MIL KB GH PR
  SHA MD AES DES RSA DSA EC ECC DH RC CRC SM GCM CBC CTR HS RS ES PS ED TLS SSL SSH WPA
  GPL MPL EPL BSD MIT APL UPL OSL AFL PSF ZPL CC
  GPT LLM MP AV VP AAC DTS CD DVD BD FM PM CO IP USB PCI DDR AC DC RJ DB SO TO SOT DIP QFN LM LGA ATX CAT
  ARM AMD IA RV ESP STM MSP PDP IBM IE SQL JDK JRE PHP GTK QT GB BIG UPC EAN TCP UDP HTTP IEEE ANSI ASCII COVID
  UTC GMT EST EDT CST CDT MST MDT PST PDT CET BST
  USD EUR GBP JPY CHF CNY INR BRL AUD CAD MXN ARS CLP COP
  ICD DSM HIV IL PG NC TV MI GS AK AR KC UH AH CH MIG
  A B F G H I K N Q S T U V W X
  `.trim().split(/\s+/),
);

/** Names of that form that everybody knows, although their prefix is free. */
const KNOWN = new Set(
  `
  P-192 P-224 P-256 P-384 P-521 C-89 C-90 C-99 C-11 C-17 C-23
  CP-437 CP-850 CP-866 CP-932 CP-936 CP-949 CP-950 CP-1250 CP-1251 CP-1252 CP-1253 CP-1254 CP-1255 CP-1256 CP-1257
  CP-1258
  `.trim().split(/\s+/),
);

function isKnown(identifier: string): boolean {
  return KNOWN.has(identifier) || KNOWN_PREFIXES.has(identifier.slice(0, identifier.indexOf("-")));
}

/** Whether the token at `index` is part of a web address. */
function isInAddress(text: string, index: number): boolean {
  let start = index;
  while (start > 0 && index - start < 300 && !/[\s"'`<>()[\]]/.test(text.charAt(start - 1))) start--;
  return text.slice(start, index).includes("://");
}

/** Whether `text` has a hyphen behind a capital letter or behind `Phase`; most code has none, and needs no pattern. */
function mayIdentify(text: string): boolean {
  for (let at = text.indexOf("-"); at >= 0; at = text.indexOf("-", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if ((before >= 0x41 && before <= 0x5a) || before === 0x65) return true;
  }
  return false;
}

/** The identifiers in `text`, each once, in the order of their first place. */
function identifiersIn(text: string, call: Call): Set<string> {
  const found = new Set<string>();
  if (!mayIdentify(text)) return found;
  for (const match of text.matchAll(IDENTIFIER)) {
    call.checkTime();
    if (!found.has(match[0]) && !isInAddress(text, match.index)) found.add(match[0]);
  }
  return found;
}

/** The lines of a plan file that define something: its front matter and its headings. */
function definingLines(text: string): string {
  const lines = text.split(/\r?\n/);
  const kept: string[] = [];
  let front = lines[0]?.trim() === "---";
  for (const [index, line] of lines.entries()) {
    if (front && index > 0 && line.trim() === "---") front = false;
    else if (front || /^#{1,6}\s/.test(line)) kept.push(line);
  }
  return kept.join("\n");
}

/** The Markdown files below `folder`, no links followed. */
function* markdownFiles(folder: string, call: Call, depth = 0): Generator<string> {
  let entries: Deno.DirEntry[];
  try {
    if (!Deno.lstatSync(folder).isDirectory) return;
    entries = [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch {
    return;
  }
  for (const entry of entries) {
    call.checkTime();
    const path = join(folder, entry.name, call.os);
    if (entry.isFile && extension(entry.name) === "md") yield path;
    else if (entry.isDirectory && depth < MAX_DEPTH) yield* markdownFiles(path, call, depth + 1);
  }
}

/** The identifiers that the project's own plan files define; undefined where it has no plan files. */
function definedIdentifiers(call: Call): Set<string> | undefined {
  let files = 0;
  let bytes = 0;
  const defined = new Set<string>();
  for (const tree of ALL_PLAN_TREES) {
    for (const path of markdownFiles(join(call.root(), tree, call.os), call)) {
      files++;
      try {
        bytes += Deno.lstatSync(path).size;
        if (files > MAX_FILES || bytes > MAX_BYTES) return defined;
        for (const identifier of identifiersIn(definingLines(Deno.readTextFileSync(path)), call)) {
          // A heading may speak of UTF-8; a single letter, though, is what a plan of its own may well use.
          if (identifier[1] === "-" || !isKnown(identifier)) defined.add(identifier);
        }
      } catch {
        // A file that cannot be read defines nothing.
      }
    }
  }
  return files === 0 ? undefined : defined;
}

/** Whether plan words belong there: plan files, the harness's own configuration, files that a tool writes. */
function isExempt(target: Target, call: Call): boolean {
  if (target.form === "delete" || isLockFile(target.path)) return true;
  if (call.home !== undefined && isInside(target.absolute, join(call.home, ".claude", call.os), call.os)) {
    return true;
  }
  const names = `/${segments(target.absolute, call.os).join("/")}/`;
  return ALL_PLAN_TREES.some((tree) => names.includes(`/${tree}/`));
}

/**
 * The identifiers in `text` that belong to a plan: those that the project's own plan files define; in a project
 * without plan files, all that are no well-known names.
 */
export function planIdentifiers(call: Call, text: string): string[] {
  const found = [...identifiersIn(text, call)];
  if (found.length === 0) return found;
  const defined = definedIdentifiers(call);
  return found.filter((identifier) => defined === undefined ? !isKnown(identifier) : defined.has(identifier));
}

/** Finds identifiers of a plan in the new text of a file. */
export function judgePlanIdentifiers(call: Call): Finding | undefined {
  for (const target of call.targets) {
    if (isExempt(target, call)) continue;
    const named = planIdentifiers(call, target.text);
    if (named.length === 0) continue;
    return {
      values: {
        path: target.path,
        identifiers: named.slice(0, SHOWN).join(", "),
        cell: target.form === "cell" ? asString(call.event.toolInput?.cell_id) : undefined,
      },
    };
  }
  return undefined;
}
