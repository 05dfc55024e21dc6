/** Names in `folder`, sorted; empty where it cannot be listed. At most `most`. */
export function namesIn(folder: string, kind: "file" | "folder", most = 2_000): string[] {
  const names: string[] = [];
  try {
    for (const entry of Deno.readDirSync(folder)) {
      if (kind === "file" ? entry.isFile : entry.isDirectory) names.push(entry.name);
      if (names.length >= most) break;
    }
  } catch {
    // Not there.
  }
  return names.sort();
}
