/** From a request to a reviewed plan: the model where one may be asked, else what is known; then the rules and the memory. */

import { mayEnterPrompt } from "../brief/render.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Nearby, Plan, Proposal, Review } from "../core/plan/plan.ts";
import type { PlannerContext } from "../plan/context.ts";
import { groundedPlan } from "../plan/grounded/grounded.ts";
import { retrievedContext } from "../plan/retrieved-context.ts";
import { reviewed, visible } from "../plan/review.ts";
import type { House } from "./house.ts";
import { plannerMaterial } from "./planning-material.ts";

export type Proposed = {
  readonly proposal?: Proposal;
  readonly nearest: readonly Nearby[];
  /** Why the model that is configured did not plan this. */
  readonly fellBack?: string;
};

/** Whatever keeps the model from an answer, what is known answers in its place, and says so. */
export async function proposalFor(house: House, request: string, context: PlannerContext): Promise<Proposed> {
  const { config } = house;
  const mayAsk = config["models.default"] !== "" && config["models.dailyTokenCap"] > 0;
  if (!mayAsk) return groundedPlan(request, await plannerMaterial(house, request));
  const said = await byModel(house, request, context);
  if (said.outcome === "planned") return { proposal: said.proposal, nearest: [] };
  return { ...groundedPlan(request, await plannerMaterial(house, request)), fellBack: said.reason };
}

async function byModel(house: House, request: string, context: PlannerContext) {
  const { planByModel } = await import("./planning-by-model.ts");
  try {
    return await planByModel(house, request, context);
  } catch (error) {
    // A setting that cannot be read or a server that is gone must not take the grounded planner away.
    const reason = error instanceof OldhandError ? error.message : String(error);
    return { outcome: "not planned" as const, reason };
  }
}

/** What rules and memory say of it; only records that somebody vouches for have a say. */
export async function reviewOf(
  { search, env }: Pick<House, "search" | "env">,
  proposal: Proposal,
  context: PlannerContext,
): Promise<{ readonly plan: Plan; readonly review: Review; readonly visible: string }> {
  const kept = await search.where({ types: ["policy", "preference", "pitfall"], statuses: ["active"] });
  const records = kept.map(({ record }) => record).filter(mayEnterPrompt);
  const told = retrievedContext(context, env.home);
  const { plan, review } = reviewed(proposal, { cwd: context.cwd, records, retrievedContext: told });
  return { plan, review, visible: visible(plan.command) };
}

export function reviewOfNothing({ env }: Pick<House, "env">, context: PlannerContext): Review {
  return { flags: [], conflicts: [], retrievedContext: retrievedContext(context, env.home) };
}
