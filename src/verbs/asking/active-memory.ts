/** The active records of a place, read once: planner context, candidates and review all draw on them. */
import type { CallContext } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import { inForce, projectClaims } from "../../core/record/effective.ts";
import { checker } from "../records/find-stale.ts";
import { workflowsInForce } from "../records/workflow-verbs.ts";

export type ActiveMemory = {
  readonly all: readonly Kept[];
  /** Without the global records that one of the project shadows. */
  readonly inForce: readonly Kept[];
  readonly workflows: readonly Kept[];
  /** No longer agrees with the repository. */
  isStale(kept: Kept): boolean;
};

export async function readActiveMemory(call: Pick<CallContext, "search" | "project">): Promise<ActiveMemory> {
  const all = await call.search.where({ statuses: ["active"] });
  const failing = checker(call);
  return {
    all,
    inForce: inForce(all, projectClaims(all)).inForce,
    workflows: workflowsInForce(all),
    isStale: (kept) => failing(kept) !== undefined,
  };
}
