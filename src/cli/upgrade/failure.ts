/** An upgrade that did not happen: the executable is the one of before. */
export class UpgradeFailure extends Error {
  override readonly name = "UpgradeFailure";

  /** @param code a word for programs */
  constructor(readonly code: string, message: string) {
    super(message);
  }
}
