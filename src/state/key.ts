/** File names from session ids, which are hostile text. */

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST = 80;

/** FNV-1a in two lanes: 16 hexadecimal digits that keep apart what a file name has to drop. No secret is in it. */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * A file name for `id`: the characters `A-Z a-z 0-9 . _ -` without outer dots. Where that loses something (another
 * character, more than 80 of them, capitals that Windows and macOS would fold, a device name) a fingerprint of
 * the whole id is added, so that two ids never share a name. Undefined where nothing usable is left.
 */
export function fileKey(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const kept = id.slice(0, 4_096).replace(/[^A-Za-z0-9._-]/g, "").replace(/^\.+|\.+$/g, "");
  if (kept === "") return undefined;
  const name = kept.slice(0, LONGEST).toLowerCase();
  return name === id && !RESERVED.test(name.split(".")[0]!) ? name : `${name}-${fingerprint(id)}`;
}
