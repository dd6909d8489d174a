/** Proposes a command for a request: from the model, or from workflows, history and the project's own scripts. */

import { type CallContext, demandDirectory } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { KnownWorkflow, Material, Target } from "../../core/plan/material.ts";
import type { Nearby, Proposal } from "../../core/plan/plan.ts";
import type { Kept } from "../../core/ports.ts";
import { isVouchedFor } from "../../core/record/acceptance.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { findSecrets } from "../../core/screen/secrets.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import type { PlannerContext } from "../../plan/context.ts";
import { groundedPlan } from "../../plan/grounded/grounded-plan.ts";
import { searchWords } from "../../plan/grounded/search-words.ts";
import { runnableTargets } from "../../project/runnable/runnable-targets.ts";
import type { ActiveMemory, PlanBasis } from "./planner-context.ts";

type Proposed = {
  readonly proposal?: Proposal;
  readonly nearest: readonly Nearby[];
  /** Why the configured model did not plan this. */
  readonly fellBack?: string;
};

/** If the model gives no answer, the grounded planner does, and the plan says so. */
export async function proposalFor(
  call: CallContext,
  request: string,
  { context, memory }: PlanBasis,
): Promise<Proposed> {
  const { config } = call;
  const mayAsk = config["models.default"] !== "" && config["models.dailyTokenCap"] > 0;
  if (!mayAsk) return fromKnown(call, request, memory);
  const answer = await byModel(call, request, context);
  if (answer.outcome === "planned") return { proposal: answer.proposal, nearest: [] };
  return { ...fromKnown(call, request, memory), fellBack: answer.reason };
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
    explanation: `Workflow "${found.record.key}" needs values.`,
    assumptions: [],
    confidence: near.score,
    source: "workflow",
    workflow: found.record.id,
  };
}

const MOST_REQUESTS = 200;

export function plannerMaterial(call: CallContext, request: string, memory: ActiveMemory): Material {
  const { store, project, clock } = call;
  const cwd = demandDirectory(call);
  return {
    workflows: acceptedWorkflows(call, memory),
    commands: store.lines.find({ ...searchWords(request), project: project?.id ?? "", cwd }),
    targets: project === undefined ? [] : runnableTargets(project.root, cwd).flatMap((target) => safe(target) ?? []),
    cwd,
    ...(project !== undefined && { projectRoot: project.root }),
    nowMs: clock(),
    asked: store.lines.asked(MOST_REQUESTS),
  };
}

/** Leaves out workflows that nobody accepted, or that no longer agree with the repository. */
function acceptedWorkflows(call: CallContext, { workflows, isStale }: ActiveMemory): KnownWorkflow[] {
  const usable = workflows.filter((kept) => isVouchedFor(kept.record) && !isStale(kept));
  return usable.flatMap((kept) => workflowOf(call, kept) ?? []);
}

function workflowOf({ store }: CallContext, { record }: Kept): KnownWorkflow | undefined {
  const steps = record.steps ?? [];
  if (steps.length === 0 || steps.some(hasSecret)) return undefined;
  const [last] = store.runs.of(record.id, 1);
  return {
    id: record.id,
    name: record.key,
    description: record.text,
    steps,
    slots: [...new Set(steps.flatMap(slotsIn))],
    success: store.runs.counts(record.id).success,
    ...(last !== undefined && { lastRun: { status: last.status, atMs: last.startedMs } }),
  };
}

/** A repository may write anything into its files: a command with invisible characters or a secret is not offered. */
function safe({ body, description, ...target }: Target): Target | undefined {
  if (isUnsafe(`${target.name} ${target.run}`)) return undefined;
  return {
    ...target,
    ...(body !== undefined && !isUnsafe(body) && { body }),
    ...(description !== undefined && !isUnsafe(description) && { description }),
  };
}

function isUnsafe(text: string): boolean {
  return cleanInvisible(text) !== text || hasSecret(text);
}

/** Contains a secret, or the mark of one that was removed. */
function hasSecret(text: string): boolean {
  return /\[(?:secret:[\w-]+|private|withheld)\]/.test(text) || findSecrets(text).length > 0;
}
