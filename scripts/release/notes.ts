/** The notes of a release: its part of `CHANGELOG.md`. */

/**
 * The part under `## <version>`, or under `## Unreleased` where there is none for it yet; without its headline.
 *
 * @throws Error where both are missing or empty
 */
export function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.replaceAll("\r\n", "\n").split(/^## /m).slice(1);
  const part = parts.find((one) => /^\[?([^\]\s]+)/.exec(one)?.[1] === version) ??
    parts.find((one) => one.startsWith("Unreleased"));
  const text = part?.slice(part.indexOf("\n")).trim();
  if (text === undefined || text === "") throw new Error(`CHANGELOG.md says nothing about ${version}`);
  return `${text}\n`;
}
