/** From a request to a reviewed plan: proposed by the model or by what is known, then rated and checked against memory. */

import type { CallContext } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Nearby, Plan, Proposal, Review } from "../../core/plan/plan.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import type { PlannerContext } from "../../plan/context.ts";
import { retrievedContext } from "../../plan/context.ts";
import { groundedPlan } from "../../plan/grounded/grounded-plan.ts";
import { reviewed } from "../../plan/review.ts";
import { branchAt } from "../../project/git-directory.ts";
import { scriptBodies } from "../../project/runnable/scripts/script-bodies.ts";
import type { ActiveMemory } from "./active-memory.ts";
import { plannerMaterial } from "./planner-candidates.ts";

export type Proposed = {
  readonly proposal?: Proposal;
  readonly nearest: readonly Nearby[];
  /** Why the configured model did not plan this. */
  readonly fellBack?: string;
};

/** What a plan is made from: read once, used for proposal and review. */
export type PlanBasis = { readonly context: PlannerContext; readonly memory: ActiveMemory };

/** If the model gives no answer, the grounded planner does, and the plan says so. */
export async function proposalFor(
  call: CallContext,
  request: string,
  { context, memory }: PlanBasis,
): Promise<Proposed> {
  const { config } = call;
  const mayAsk = config["models.default"] !== "" && config["models.dailyTokenCap"] > 0;
  if (!mayAsk) return fromKnown(call, request, memory);
  const said = await byModel(call, request, context);
  if (said.outcome === "planned") return { proposal: said.proposal, nearest: [] };
  return { ...fromKnown(call, request, memory), fellBack: said.reason };
}

async function byModel(call: CallContext, request: string, context: PlannerContext) {
  const { planByModel } = await import("./plan-by-model.ts");
  try {
    return await planByModel(call, request, context);
  } catch (error) {
    // A bad setting or a missing server must not disable the grounded planner.
    const reason = error instanceof OldhandError ? error.message : String(error);
    return { outcome: "not planned" as const, reason };
  }
}

function fromKnown(call: CallContext, request: string, memory: ActiveMemory): Proposed {
  const { nearest, ...found } = groundedPlan(request, plannerMaterial(call, request, memory));
  if (found.outcome === "planned") return { proposal: found.proposal, nearest };
  const proposal = lackingValues(memory, nearest[0]);
  return proposal === undefined ? { nearest } : { proposal, nearest: nearest.slice(1) };
}

/** From this score on, only open slots keep a workflow from being the plan. */
const FITS = 0.6;

/** A workflow that fits but needs values that the request did not give: the person is asked for them. */
function lackingValues({ workflows }: ActiveMemory, near: Nearby | undefined): Proposal | undefined {
  if (near?.source !== "workflow" || near.score < FITS || slotsIn(near.command).length === 0) return undefined;
  const found = workflows.find(({ record }) => record.steps?.join(" && ") === near.command);
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
  /** The command with nothing hidden, as a person must see it. */
  readonly visible: string;
};

/** Rates the risk by rules and checks it against the records in force; stale records do not count. */
export async function reviewOf(
  call: CallContext,
  proposal: Proposal,
  { context, memory }: PlanBasis,
): Promise<Reviewed> {
  const { env, project } = call;
  const { cwd, projectRoot } = context;
  const branch = project === undefined ? undefined : branchAt(project.root);
  const scripts = scriptBodies(cwd, projectRoot);
  const records = memory.inForce.map((kept) => ({ ...kept.record, stale: memory.isStale(kept) }));
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
  return { plan, review: { flags, conflicts, retrievedContext: retrievedContext(context, env.home) }, visible: shown };
}

async function checkAgainstMemory() {
  return (await import("../../plan/against-memory.ts")).conflictsWith;
}

export function reviewOfNothing({ env }: CallContext, context: PlannerContext): Review {
  return { flags: [], conflicts: [], retrievedContext: retrievedContext(context, env.home) };
}
