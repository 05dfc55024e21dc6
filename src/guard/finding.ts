/** What a guard saw. The text is in the message of the guard; a finding only fills its placeholders. */
export interface Finding {
  /** Values for the placeholders of the message's advisory; an empty or missing one drops its clause. */
  readonly values: Readonly<Record<string, string | number | undefined>>;
  /** No stronger action than this one, whatever the policy says: a hint that must never refuse. */
  readonly atMost?: "advise" | "ask";
}
