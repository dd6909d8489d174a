/** Turns a proposal into a plan with its review: risk by rules, what it touches, and conflicts with memory. */
import { higherRisk, type Plan, type Proposal, type Review, type Risk } from "../core/plan/plan.ts";
import type { ConflictOptions, conflictsWith, Remembered } from "./against-memory.ts";
import { assess, type RiskOptions } from "./risk/assess.ts";
import { visible } from "./visible.ts";

type ReviewOptions = Omit<ConflictOptions, "resolved"> &
  RiskOptions & {
    /** The active records that apply here. */
    readonly records: readonly Remembered[];
    /** Finds conflicts with them; large to load, and not needed without records. */
    readonly conflictsWith: typeof conflictsWith;
  };

type Reviewed = {
  readonly plan: Plan;
  readonly review: Omit<Review, "retrievedContext"> & {
    /** The project's scripts that it runs, with their commands: an approval covers these too. */
    readonly resolved: readonly { readonly name: string; readonly body: string }[];
    /** The command as it is shown for approval. */
    readonly shown: string;
  };
};

/** The risk is the highest of the rules, the model and the memory: nothing lowers it. */
export function reviewed(proposal: Proposal, options: ReviewOptions): Reviewed {
  const { saidRisk, ...proposed } = proposal;
  const { risk, touches, flags, resolved } = assess(proposal.command, options);
  const conflicts = options.conflictsWith(proposal.command, options.records, { ...options, resolved });
  const forbidden: Risk = conflicts.some(({ forbids }) => forbids) ? "high" : conflicts.length > 0 ? "medium" : "low";
  return {
    plan: { ...proposed, cwd: options.cwd, risk: [saidRisk ?? "low", forbidden].reduce(higherRisk, risk), touches },
    review: { flags, conflicts, resolved, shown: visible(proposal.command) },
  };
}
