/**
 * Lazy files that share what they have in common. Everything embedded is read at each start, so large parts are not
 * embedded twice; but each file that is opened costs too, so only large parts are shared, among files that no ordinary
 * event loads or that are loaded together. Any other lazy file is complete in itself.
 */
export const SHARING: readonly (readonly string[])[] = [
  // One parser of POSIX shells, one of Windows shells.
  ["src/shell/read.ts", "src/shell/read_posix.ts", "src/shell/read_windows.ts"],
  // The YAML package.
  ["src/knowledge/front_matter_yaml.ts", "src/automation/syntax_yaml.ts"],
  // The forms of secrets.
  ["src/secret/redact.ts", "src/guard/on_secrets.ts", "src/guard/commit_quality/inspect.ts"],
  // The record of a session, with hiding of secrets.
  ["src/context/session/compaction_state.ts", "src/context/session/record.ts", "src/context/session_end.ts"],
  // What the operator asks for, and what is done for a project at leisure.
  [
    "src/cli/main.ts",
    "src/automation/console_log.ts",
    "src/automation/external_checker.ts",
    "src/automation/format.ts",
    "src/automation/quality.ts",
    "src/automation/typecheck.ts",
    "src/hook/automate.ts",
    "src/knowledge/rebuild.ts",
  ],
];
