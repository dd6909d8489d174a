/** Has the configured model plan. */
import type { Proposal } from "../core/plan/plan.ts";
import type { PlannerContext } from "../plan/context.ts";
import type { House } from "./house.ts";

export type PlannedByModel =
  | { readonly outcome: "planned"; readonly proposal: Proposal }
  | { readonly outcome: "not planned"; readonly reason: string };

export async function planByModel(_: House, __: string, ___: PlannerContext): Promise<PlannedByModel> {
  return { outcome: "not planned", reason: "no model plans yet" };
}
