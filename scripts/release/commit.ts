/** The commit that an executable is made of; `garfio --version` tells it. */

/**
 * The commit that is checked out at `root`, with `-dirty` where files that git knows have been changed since; undefined
 * without git or outside a repository.
 */
export async function commitOf(root: string): Promise<string | undefined> {
  const commit = await git(root, ["rev-parse", "HEAD"]);
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const changed = await git(root, ["status", "--porcelain", "--untracked-files=no"]);
  return changed === "" ? commit : `${commit}-dirty`;
}

async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args: [...args], cwd: root, stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}
