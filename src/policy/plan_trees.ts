/** The folders in which a project keeps its plans, below its root. The second is that of projects that came from Apothem. */
export const PLAN_TREES = [".garfio/plans", ".apothem/plans"] as const;

/** Where older tools kept them: still read, and nothing is said about it. */
export const LEGACY_PLAN_TREE = ".plans";

/** All of them, in the order in which they are looked for. */
export const ALL_PLAN_TREES: readonly string[] = [...PLAN_TREES, LEGACY_PLAN_TREE];
