import type { JsonObject } from "../base/json.ts";

/** Why something is not done; a stable word for programs to read. */
export type RefusalCode =
  | "harness.unknown"
  | "harness.absent"
  | "scope.unknown"
  | "home.missing"
  | "path.characters"
  | "path.relative"
  | "program.missing"
  | "program.name"
  | "project.missing"
  | "config.unparseable"
  | "config.unexpected-shape"
  | "config.dangling-link"
  | "config.not-a-file"
  | "config.unreadable"
  | "config.read-only"
  | "backup.failed"
  | "busy";

/** Something that we do not do, with a sentence for the operator that names what to do instead. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  /** @param byHand what the operator can put into the file instead */
  constructor(readonly code: RefusalCode, message: string, readonly byHand?: JsonObject) {
    super(message);
  }
}
