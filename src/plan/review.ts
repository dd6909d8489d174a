/** A proposal reviewed: the rules' risk, what memory has against it, what the planner was told. */
import { higherRisk, type Plan, type Proposal, type Review } from "../core/plan/plan.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { cleanInvisible, showInvisible } from "../core/screen/invisible.ts";
import { conflictsWith } from "./against-memory.ts";
import { assess } from "./risk/assess.ts";

export type ReviewMeans = {
  readonly cwd: string;
  readonly records: readonly MemoryRecord[];
  readonly retrievedContext: readonly string[];
};

export function reviewed(
  { saidRisk = "low", ...proposal }: Proposal,
  { cwd, records, retrievedContext }: ReviewMeans,
): { readonly plan: Plan; readonly review: Review } {
  const { risk, touches, flags } = assess(proposal.command, { cwd });
  const conflicts = conflictsWith(proposal.command, records);
  const forbidden = conflicts.some(({ forbids }) => forbids) ? "high" : "low";
  return {
    plan: { ...proposal, cwd, risk: higherRisk(higherRisk(risk, saidRisk), forbidden), touches },
    review: { flags, conflicts, retrievedContext },
  };
}

/** A command as a person has to see it. */
export function visible(command: string): string {
  return showInvisible(command) === cleanInvisible(command) ? command : showInvisible(command);
}
