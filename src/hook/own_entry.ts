/** Whether a harness that runs another one's entries has one of ours for the same event. Loaded only when one does. */
import { homeFolder } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { readSmall } from "../base/read_small.ts";
import type { Caller } from "../contract/contract.ts";
import type { Request } from "./request.ts";

/** Larger files of hook entries are not looked at. */
const LARGEST = 1024 * 1024;

/**
 * Whether a file of `caller` holds our entry for one of its events `natives`, which then says everything that is to be
 * said: builds of a harness may have several names for what happens.
 */
export function hasOwnEntry(
  request: Request,
  caller: Caller,
  natives: readonly string[],
  cwd: string,
): boolean {
  // In one line, or as a list of words over several.
  const entry = new RegExp(
    `garfio[^{}]{0,600}?--contract"?[\\s,"]+${caller.id}"?[\\s,"]+(?:--\\w+"?[\\s,"]+)*(?:${
      natives.join("|")
    })\\b`,
  );
  return (caller.files ?? []).some((file) => {
    const path = placeOf(file, request, cwd);
    const text = path === undefined ? undefined : readSmall(path, LARGEST);
    return text !== undefined && entry.test(text.replace(/\s+/g, " "));
  });
}

function placeOf(file: string, request: Request, cwd: string): string | undefined {
  const [first = "", ...rest] = file.split("/");
  const folder = first === "~" ? homeFolder(request) : cwd;
  return folder === undefined ? undefined : join(folder, rest.join("/"), request.os);
}
