/** The guards of shell tools, loaded together when the command line may concern one of them. */
export { judgeGitMessage } from "./git_message.ts";
export { judgeNoVerify } from "./no_verify.ts";
export { judgePlanCommand } from "./plan_shell.ts";
