/**
 * The functions that every event calls, and scripts of which nearly everything is called whenever they are loaded. Seen
 * with the flags `--log-function-events` and `--logfile` in V8_FLAGS; a function too many costs more than one too few.
 */

/** Names of functions by the path of their module. */
export type EagerFunctions = Readonly<Record<string, readonly string[]>>;

/** By the module that a script is made of. */
export const EAGER: Readonly<Record<string, EagerFunctions | "all">> = {
  "src/hook/command.ts": {
    "src/automation/registry.ts": ["findAutomation"],
    "src/base/environment.ts": ["nonBlank"],
    "src/base/errors.ts": ["isAbsent"],
    "src/base/folders.ts": ["homeFolder", "userFolder", "configFolder"],
    "src/base/git_root.ts": ["findGitRoot"],
    "src/base/json.ts": ["isObject", "asString"],
    "src/base/path.ts": [
      "hasDrive",
      "isUntidy",
      "isAbsolute",
      "isWindowsPath",
      "normalize",
      "join",
      "baseName",
      "resolveLinks",
    ],
    "src/base/platform.ts": ["thisOs"],
    "src/base/text.ts": ["isOn"],
    "src/contract/caller.ts": ["callerOf"],
    "src/contract/contract.ts": ["loadContract", "readTable", "toldEvent", "findEvent"],
    "src/contract/plain_call.ts": ["plainCall"],
    "src/contract/translate.ts": ["canonicalPayload", "withoutSlashBeforeDrive", "withPaths", "translate"],
    "src/guard/everyday.ts": ["isEveryday", "isOrdinary"],
    "src/guard/registry.ts": ["findGuard"],
    "src/guard/targets.ts": ["targetsOf"],
    "src/hook/answer.ts": [
      "answerSwitchedOn",
      "answerOrThrow",
      "isSeldom",
      "addresseeOf",
      "keepsContext",
      "beginsSession",
      "listen",
      "ask",
      "askGuard",
      "takesTool",
      "actionOf",
    ],
    "src/hook/arguments.ts": ["readHookArguments"],
    "src/hook/call.ts": ["buildCall"],
    "src/hook/command.ts": ["runHookCommand", "workingFolder"],
    "src/hook/payload.ts": ["parseJson", "textOf", "asInput"],
    "src/hook/stdin.ts": ["readInput", "within", "oneTurn", "looksComplete"],
    "src/message/id.ts": ["messageId"],
    "src/policy/action.ts": ["stronger", "asProfile"],
    "src/policy/configuration.ts": ["readConfiguration"],
    "src/policy/policy.ts": [
      "setting",
      "ownSetting",
      "ofEcc",
      "readSwitches",
      "isSwitchedOff",
      "endOfSwitch",
      "killSwitchFile",
      "loadPolicy",
      "joinLayers",
    ],
  },
  "src/context/compaction_notice.ts": "all",
  "src/context/session_start.ts": "all",
  "src/context/session/monitor.ts": "all",
  "src/guard/on_files.ts": "all",
  "src/hook/speak.ts": "all",
};
