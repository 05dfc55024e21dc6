/** Where messages come from, and the copy on disk that a model can open. */
import { writeAtomic } from "../base/atomic.ts";
import { configFolder, dataFolder, stateFolder } from "../base/folders.ts";
import { isAbsolute, isInside, join, resolve, resolveLinks } from "../base/path.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";
import { VERSION } from "../base/version.ts";
import { messageId, type MessagePlace } from "./id.ts";
import { procedureText } from "./message.ts";

/** A message as it was found. */
export interface Message {
  /** Its name without `.md`. */
  readonly id: string;
  readonly source: string;
  /** The file it was read from if the operator owns it; undefined for one of ours. */
  readonly file: string | undefined;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,80}$/i;
const LARGEST = 256 * 1024;

/**
 * The message that an argument names. A bare name is looked up in the operator's own `messages/` folder beside the
 * configuration, then in ours. A path is read as it is; a relative one must stay inside `root`. Undefined for a
 * message that is missing, empty, too large, or no text.
 */
export function loadMessage(place: MessagePlace, argument: string, root: string): Message | undefined {
  const id = messageId(argument);
  if (/[\\/]/.test(argument)) {
    const file = resolve(root, argument, place.os);
    const inside = isAbsolute(argument, place.os) ||
      isInside(resolveLinks(file, place.os), resolveLinks(root, place.os), place.os);
    const source = inside && /\.md$/i.test(file) ? readText(file) : undefined;
    return source === undefined ? undefined : { id, source, file };
  }
  if (!NAME.test(id)) return undefined;
  const config = configFolder(place);
  if (config !== undefined) {
    const file = join(config, `messages/${id}.md`, place.os);
    const source = place.absent?.(file) === true ? undefined : readText(file, true);
    if (source !== undefined) return source.trim() === "" ? undefined : { id, source, file };
  }
  const source = readText(`${place.assets}/messages/${id}.md`);
  return source === undefined ? undefined : { id, source, file: undefined };
}

function readText(file: string, keepEmpty = false): string | undefined {
  try {
    const info = Deno.statSync(file);
    if (!info.isFile || info.size > LARGEST) return undefined;
    const text = Deno.readTextFileSync(file);
    return keepEmpty || text.trim() !== "" ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The path of a file with the full procedure of `message` that the model can open: the operator's own file, or a
 * copy of ours, written once per version and checked byte for byte before it is named. Undefined where neither can
 * be had.
 */
export function procedureFile(place: MessagePlace, message: Message): string | undefined {
  if (message.file !== undefined) return message.file;
  const { os } = place;
  for (const base of [dataFolder(place), stateFolder(place)]) {
    if (base === undefined) continue;
    try {
      const text = `${procedureText(message.source)}\n`;
      const folder = join(base, `messages/${VERSION}`, os);
      const file = join(folder, `${message.id}.md`, os);
      if (isCopy(file, text)) return file;
      ensurePrivateFolder(base, os, true);
      ensurePrivateFolder(join(base, "messages", os), os, false);
      ensurePrivateFolder(folder, os, false);
      writeAtomic(file, text, os);
      return file;
    } catch {
      // Read-only, full, or not ours: the next place, else no pointer.
    }
  }
  return undefined;
}

function isCopy(file: string, text: string): boolean {
  try {
    return Deno.lstatSync(file).isFile && Deno.readTextFileSync(file) === text;
  } catch {
    return false;
  }
}
