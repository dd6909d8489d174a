/** From a request to a reviewed plan: the model where one may be asked, else what is known; then the rules and the memory. */
import { OldhandError } from "../core/base/error.ts";
import type { Nearby, Plan, Proposal, Review } from "../core/plan/plan.ts";
import { inForce, projectClaims } from "../core/record/effective.ts";
import { slotsIn } from "../core/workflow/slots.ts";
import { type PlannerContext, retrievedContext } from "../plan/context.ts";
import { groundedPlan } from "../plan/grounded/grounded-plan.ts";
import { reviewed } from "../plan/review.ts";
import { branchAt } from "../project/branch.ts";
import { scriptBodies } from "../project/runnable/scripts/script-bodies.ts";
import { checker } from "./checking.ts";
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
  if (!mayAsk) return fromKnown(house, request);
  const said = await byModel(house, request, context);
  if (said.outcome === "planned") return { proposal: said.proposal, nearest: [] };
  return { ...(await fromKnown(house, request)), fellBack: said.reason };
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

async function fromKnown(house: House, request: string): Promise<Proposed> {
  const { nearest, ...found } = groundedPlan(request, await plannerMaterial(house, request));
  if (found.outcome === "planned") return { proposal: found.proposal, nearest };
  const proposal = await lackingValues(house, nearest[0]);
  return proposal === undefined ? { nearest } : { proposal, nearest: nearest.slice(1) };
}

/** From here on something fits well enough that only its slots keep it from being a plan. */
const FITS = 0.6;

/** A workflow that was meant, and that needs values which the request did not give: the person is asked for them. */
async function lackingValues({ search }: House, near: Nearby | undefined): Promise<Proposal | undefined> {
  if (near?.source !== "workflow" || near.score < FITS || slotsIn(near.command).length === 0) return undefined;
  const kept = await search.where({ types: ["workflow"], statuses: ["active"] });
  const found = kept.find(({ record }) => record.steps?.join(" && ") === near.command);
  if (found === undefined) return undefined;
  return {
    command: near.command,
    explanation: `Your workflow "${found.record.key}", which needs values.`,
    assumptions: [],
    confidence: near.score,
    source: "workflow",
    workflow: found.record.id,
  };
}

export type Reviewed = {
  readonly plan: Plan;
  readonly review: Review;
  /** The command as a person has to see it, with nothing hidden in it. */
  readonly visible: string;
};

/** What the rules say of it, and the records in force; what no longer agrees with the repository says nothing. */
export async function reviewOf(house: House, proposal: Proposal, context: PlannerContext): Promise<Reviewed> {
  const { search, env, project } = house;
  const { cwd, projectRoot } = context;
  const kept = await search.where({ statuses: ["active"] });
  const failing = checker(house);
  const branch = project === undefined ? undefined : branchAt(project.root);
  const scripts = scriptBodies(cwd, projectRoot);
  const records = inForce(kept, projectClaims(kept)).inForce.map((one) => ({
    ...one.record,
    stale: failing(one) !== undefined,
  }));
  const { plan, review } = reviewed(proposal, {
    cwd,
    projectRoot,
    ...(env.home !== undefined && { home: env.home }),
    ...(branch !== undefined && { branch }),
    scripts: scripts.body,
    scriptPlace: scripts.place,
    records,
    conflictsWith: records.every(({ type }) => type === "workflow") ? () => [] : await checkAgainstMemory(),
  });
  const { flags, conflicts, shown } = review;
  return { plan, review: { flags, conflicts, retrievedContext: toldIn(house, context) }, visible: shown };
}

async function checkAgainstMemory() {
  return (await import("../plan/against-memory.ts")).conflictsWith;
}

export function reviewOfNothing(house: House, context: PlannerContext): Review {
  return { flags: [], conflicts: [], retrievedContext: toldIn(house, context) };
}

function toldIn({ env }: House, context: PlannerContext): string[] {
  return retrievedContext(context, env.home);
}
