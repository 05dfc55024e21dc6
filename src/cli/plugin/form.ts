import type { Harness } from "../../register/registration.ts";

/** What a harness wants a plugin with hooks to look like. */
export interface PluginForm {
  /** The file that tells a folder of ours from somebody else's: its `name` is `garfio`. */
  readonly manifest: string;
  /** Path below the folder → text. */
  readonly files: (harness: Harness) => Map<string, string>;
  /** The command that loads the plugin in `folder`, quoted already. */
  readonly tryOut: (folder: string) => string;
}

/** `value` as the text of a file. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
