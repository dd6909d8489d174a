/** A proposal reviewed: the rules' risk, and what memory has against it. */
import { higherRisk, type Plan, type Proposal, type Review } from "../core/plan/plan.ts";
import { showInvisible } from "../core/screen/invisible.ts";
import { conflictsWith, type MemoryMeans, type Remembered } from "./against-memory.ts";
import { assess } from "./risk/assess.ts";

export type ReviewMeans = MemoryMeans & { readonly records: readonly Remembered[] };

export type Reviewed = {
  readonly plan: Plan;
  readonly review: Omit<Review, "retrievedContext"> & {
    readonly resolved: readonly { readonly name: string; readonly body: string }[];
    readonly shown: string;
  };
};

export function reviewed({ saidRisk = "low", ...proposal }: Proposal, means: ReviewMeans): Reviewed {
  const { risk, touches, flags, resolved } = assess(proposal.command, means);
  const conflicts = conflictsWith(proposal.command, means.records, means);
  const forbidden = conflicts.some(({ forbids }) => forbids) ? "high" : "low";
  return {
    plan: { ...proposal, cwd: means.cwd, risk: higherRisk(higherRisk(risk, saidRisk), forbidden), touches },
    review: { flags, conflicts, resolved, shown: showInvisible(proposal.command) },
  };
}
