/** No harness takes more than this whole (Claude Code keeps a preview of a longer text and says nothing). */
export const MOST_CHARACTERS = 10_000;
