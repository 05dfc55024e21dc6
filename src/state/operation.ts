/** An operation that somebody may want to find in the audit log later. Never its text. */
export interface Operation {
  /** What kind it is: the verb of the effect, `sensitive-file`, `elevated`. */
  readonly operation: string;
  /** What does it, in words of ours: `rm -rf`, `git push --force`. */
  readonly what?: string | undefined;
  /** The program, and a fingerprint by which the same command line is known again. */
  readonly program?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly tool?: string | undefined;
  readonly path?: string | undefined;
}
