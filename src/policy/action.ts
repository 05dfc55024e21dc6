/** What is done about a finding, weakest first. */
export type Action = "off" | "advise" | "ask" | "deny";

/** The actions in rising strength. */
export const ACTIONS: readonly Action[] = ["off", "advise", "ask", "deny"];

/** The stronger of two actions. */
export function stronger(a: Action, b: Action): Action {
  return ACTIONS.indexOf(a) >= ACTIONS.indexOf(b) ? a : b;
}

/** `value` as an action, or undefined. */
export function asAction(value: unknown): Action | undefined {
  return ACTIONS.find((action) => action === value);
}

/** The built-in sets of actions, gentlest first. */
export type Profile = "advisory" | "minimal" | "standard" | "strict";

/** The profiles in the order in which they are shown. */
export const PROFILES: readonly Profile[] = ["advisory", "minimal", "standard", "strict"];

/** The profile without configuration, and where the configuration is broken. */
export const DEFAULT_PROFILE: Profile = "standard";

/** `value` as a profile, or undefined. */
export function asProfile(value: unknown): Profile | undefined {
  return PROFILES.find((profile) => profile === value);
}

/** The action of one guard in each profile. */
export type ProfileActions = Readonly<Record<Profile, Action>>;
