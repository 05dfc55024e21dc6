/** The index of skills, since a harness drops descriptions once their list is over its budget. */
import { wholeMessage } from "../message.ts";
import type { Moment } from "../moment.ts";

/**
 * The index in the form of this install: a plugin shows manual skills as `/<plugin>:<name>`, otherwise the prefix is
 * left out. Undefined where there is no index.
 */
export function skillIndex(moment: Moment): string | undefined {
  const text = wholeMessage(moment, "skill-index");
  if (text === undefined) return undefined;
  return moment.place.env("CLAUDE_PLUGIN_ROOT") !== undefined
    ? text
    : text.replace(/(^|[\s(`,])\/[a-z][a-z0-9-]*:(?=[a-z])/gm, "$1/");
}
