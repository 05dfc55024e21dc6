/** The table of all guards, in the order in which they speak when an entry names none. */
import { conformityGuard } from "./conformity.ts";
import { dependencyGuard } from "./dependency.ts";
import { evaluationGuard } from "./evaluation.ts";
import { gitMessage } from "./git_message.ts";
import type { Guard } from "./guard.ts";
import { headerEditGuard, headerWriteGuard } from "./header.ts";
import {
  planIdentifierEditGuard,
  planIdentifierNotebookGuard,
  planIdentifierWriteGuard,
} from "./plan_identifier.ts";
import { planShell } from "./plan_shell.ts";
import { planWrite } from "./plan_write.ts";
import { questionGuard } from "./question.ts";

export const GUARDS: readonly Guard[] = [
  planIdentifierWriteGuard,
  planIdentifierEditGuard,
  planIdentifierNotebookGuard,
  headerWriteGuard,
  headerEditGuard,
  planWrite,
  dependencyGuard,
  conformityGuard,
  gitMessage,
  planShell,
  evaluationGuard,
  questionGuard,
];

/** The guard `id`, or undefined. */
export function findGuard(id: string): Guard | undefined {
  return GUARDS.find((guard) => guard.id === id);
}
