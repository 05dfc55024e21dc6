/**
 * Variables of the hook collection ECC that are understood where ours is not set, by the name of ours without `GARFIO_`.
 * Small, since it is read at each event; the ids of its hooks are in `ecc.ts`.
 */
export const ECC_VARIABLES: Readonly<Record<string, string>> = {
  PROFILE: "ECC_HOOK_PROFILE",
  DISABLED_GUARDS: "ECC_DISABLED_HOOKS",
  SESSION_START_CONTEXT: "ECC_SESSION_START_CONTEXT",
  SESSION_START_MAX_CHARS: "ECC_SESSION_START_MAX_CHARS",
  SESSION_RETENTION_DAYS: "ECC_SESSION_RETENTION_DAYS",
  CONTEXT_MONITOR_COST: "ECC_CONTEXT_MONITOR_COST_WARNINGS",
  MCP_HEALTH_FAIL_OPEN: "ECC_MCP_HEALTH_FAIL_OPEN",
};
