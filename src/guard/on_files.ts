/** The guards of file tools, loaded together: an entry for such a tool lists all of them. */
export { judgeConformity } from "./conformity.ts";
export { judgeDependencyFile } from "./dependency.ts";
export { filesMayEvaluate } from "./evaluation/files.ts";
export { judgePlanIdentifiers } from "./plan_identifier.ts";
export { judgePlanWrite } from "./plan_write.ts";
