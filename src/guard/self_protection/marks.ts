/** A cheap look, before anything is loaded: whether a path or a command line could concern guards. */

/** One of these, in lower case, is in every path and every command that the guard speaks of. */
const MARKS: readonly string[] =
  ("hook garfio apothem claude codex codebuddy copilot gemini qwen cursor tabnine devin kiro factory augment auggie " +
    "continue/ qoder iflow opencode crush vibe cline grok codeium windsurf .agents amp/settings managed-settings " +
    "junie kimi kilo .pi/ .amp/ .gitconfig git/config .git\\config droid .config .local appdata").split(" ");

/** Whether `text`, a path or a command line, could concern guards. */
export function mayConcernUs(text: string): boolean {
  const lower = text.toLowerCase();
  return MARKS.some((mark) => lower.includes(mark));
}
