/** How messages are named and where they are looked for. */
import type { Surroundings } from "../base/folders.ts";
import { baseName } from "../base/path.ts";

/** Where to look for messages. */
export interface MessagePlace extends Surroundings {
  /** The folder that holds `messages/`. */
  readonly assets: string;
}

/** The id that a message argument names: its base name without `.md`, so that routing does not depend on folders. */
export function messageId(argument: string): string {
  const name = baseName(argument);
  return name.toLowerCase().endsWith(".md") ? name.slice(0, -3) : name;
}
