/** The guards about secrets, loaded together when something in a call may be one. */
export { judgeSecretRead } from "./secret_read.ts";
export { judgeSecretOutput, judgeSecretPrompt } from "./secret_told.ts";
export { judgeSecretWrite } from "./secret_write.ts";
