/** What notices repetition, loaded together: after a command both are asked, and they share how a session's state is kept. */
export { repeatedCommand } from "./repeated_command.ts";
export { repeatedFailure } from "./repeated_failure.ts";
