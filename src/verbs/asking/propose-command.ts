/** Proposes a command for a request: from the model, or from workflows, history and the project's own scripts. */

import { OldhandError } from "../../core/base/error.ts";
import { parseLine } from "../../core/command/steps.ts";
import { isBuildTool } from "../../core/command/tables/tools.ts";
import type { KnownWorkflow, Material, ProjectTarget } from "../../core/plan/material.ts";
import type { Flag, Nearby, Proposal } from "../../core/plan/plan.ts";
import type { Kept } from "../../core/ports.ts";
import { isVouchedFor } from "../../core/record/acceptance.ts";
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { findSecrets } from "../../core/screen/secrets.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { groundedPlan } from "../../plan/grounded/grounded-plan.ts";
import { searchWords } from "../../plan/grounded/search-words.ts";
import { toldCommands } from "../../plan/grounded/told-commands.ts";
import { shippedEmbedder } from "../../store/piece-table.ts";
import { runnableTargets } from "../../system/project/runnable/runnable-targets.ts";
import { type CallContext, demandDirectory } from "../call/call-context.ts";
import { rewriteByGuards } from "./obey-guards.ts";
import type { ActiveMemory, PlanBasis } from "./planner-context.ts";

type PlanByModel = typeof import("./plan-by-model.ts").planByModel;

type Proposed = {
  readonly proposal?: Proposal;
  readonly nearest: readonly Nearby[];
  /** True if the request leaves open where: the nearest are the choices, safest first. */
  readonly isOpen?: true;
  /** A record that describes what was asked for, and names no command. */
  readonly described?: { readonly record: RecordId; readonly text: string };
  /** Why what fits is not planned: a condition of the request. */
  readonly refused?: string;
  /** Why the configured model did not plan this. */
  readonly fellBack?: string;
};

type Asked = {
  readonly request: string;
  /** A command that the person chose from the nearest. */
  readonly choice?: string | undefined;
};

/** If the model gives no answer, the grounded planner does, and the plan says so. */
export async function proposalFor(call: CallContext, asked: Asked, { context, memory }: PlanBasis): Promise<Proposed> {
  const { config } = call;
  const mayAsk = config["models.default"] !== "" && asked.choice === undefined;
  const material = await plannerMaterial(call, asked.request, memory);
  if (!mayAsk) return fromKnown(material, asked, memory);
  const answer = await byModel(call, { request: asked.request, context, targets: material.targets });
  if (answer.outcome === "planned")
    return { proposal: { ...answer.proposal, flags: foreignTools(answer.proposal.command, material) }, nearest: [] };
  return { ...fromKnown(material, asked, memory), fellBack: answer.reason };
}

/** A model may know a build tool that this project does not use. */
function foreignTools(command: string, { targets, commands, workflows }: Material): Flag[] {
  const known = new Set(
    [
      ...targets.map(({ run }) => run),
      ...commands.map((one) => one.command),
      ...workflows.flatMap(({ steps }) => steps),
    ].map((line) => line.split(" ", 1)[0]),
  );
  const foreign = parseLine(command).filter(({ program }) => isBuildTool(program) && !known.has(program));
  return foreign.map(({ program, text }) => ({
    rule: "not-of-this-project",
    risk: "medium",
    says: `No file of this project is for ${program} (${text}).`,
  }));
}

async function byModel(call: CallContext, ask: Parameters<PlanByModel>[1]) {
  const { planByModel } = await import("./plan-by-model.ts");
  try {
    return await planByModel(call, ask);
  } catch (error) {
    // A bad setting or a missing server must not disable the grounded planner.
    const reason = error instanceof OldhandError ? error.message : String(error);
    return { outcome: "not planned" as const, reason };
  }
}

function fromKnown(material: Material, { request, choice }: Asked, memory: ActiveMemory): Proposed {
  const found = groundedPlan(request, material, choice);
  const { nearest } = found;
  if (found.outcome === "planned") return { proposal: found.proposal, nearest };
  if (found.outcome === "open") return { nearest, isOpen: true };
  const proposal = lackingValues(memory, nearest[0]);
  if (proposal !== undefined) return { proposal, nearest: nearest.slice(1) };
  const { described, reason } = found;
  if (reason !== undefined) return { nearest, refused: reason };
  return { nearest, ...(described !== undefined && { described: { record: described.record, text: described.text } }) };
}

/** From this score on, only open slots keep a workflow from being the plan. */
const FITS = 0.6;

/** A workflow that fits but needs values that the request did not give: the person is asked for them. */
function lackingValues({ workflows }: ActiveMemory, near: Nearby | undefined): Proposal | undefined {
  if (near?.source !== "workflow" || near.score < FITS || slotsIn(near.command).length === 0) return undefined;
  const found = workflows.find(({ record }) => record.id === near.workflow);
  if (found?.record.steps === undefined) return undefined;
  return {
    command: near.command,
    explanation: `Workflow "${found.record.key}" needs values.`,
    assumptions: [],
    confidence: near.score,
    source: "workflow",
    workflow: found.record.id,
    steps: found.record.steps,
  };
}

const MOST_REQUESTS = 200;

export async function plannerMaterial(call: CallContext, request: string, memory: ActiveMemory): Promise<Material> {
  const { store, project, clock } = call;
  const cwd = demandDirectory(call);
  const rewrite = await rewriteByGuards(call, cwd);
  const weightOf = shippedEmbedder(call.config)?.weightOf;
  const targets = project === undefined ? [] : await runnableTargets(project.root, cwd);
  return {
    workflows: acceptedWorkflows(call, memory),
    commands: store.lines.find({ ...searchWords(request, weightOf), project: project?.id ?? "", cwd }),
    targets: targets.flatMap((target) => safe(target) ?? []),
    cwd,
    ...(project !== undefined && { projectRoot: project.root }),
    nowMs: clock(),
    asked: store.lines.asked(project?.id ?? "", MOST_REQUESTS),
    told: toldCommands(usableRecords(memory)),
    ...(rewrite !== undefined && { rewrite }),
    ...(weightOf !== undefined && { weightOf }),
  };
}

/** Without records that nobody vouches for, or that no longer agree with the repository. */
function usableRecords({ inForce, isStale }: ActiveMemory): MemoryRecord[] {
  return inForce.filter((kept) => isVouchedFor(kept.record) && !isStale(kept)).map(({ record }) => record);
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
function safe({ body, description, ...target }: ProjectTarget): ProjectTarget | undefined {
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
