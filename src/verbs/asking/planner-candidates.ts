/** What the grounded planner may choose from here: workflows, the person's own commands, scripts and targets of the project. */

import type { CallContext } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { KnownWorkflow, Material, Target } from "../../core/plan/material.ts";
import type { Kept } from "../../core/ports.ts";
import { isVouchedFor } from "../../core/record/effective.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { findSecrets } from "../../core/screen/secrets.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { searchWords } from "../../plan/grounded/search-words.ts";
import { runnableTargets } from "../../project/runnable/runnable-targets.ts";
import type { ActiveMemory } from "./active-memory.ts";
import { NO_DIRECTORY } from "./planner-context.ts";

const MOST_ASKED = 200;

export function plannerMaterial(call: CallContext, request: string, memory: ActiveMemory): Material {
  const { store, env, project, clock } = call;
  const { cwd } = env;
  if (cwd === undefined) throw new OldhandError("not-found", NO_DIRECTORY);
  return {
    workflows: acceptedWorkflows(call, memory),
    commands: store.lines.find({ ...searchWords(request), project: project?.id ?? "", cwd }),
    targets: project === undefined ? [] : runnableTargets(project.root, cwd).flatMap((target) => shown(target) ?? []),
    cwd,
    ...(project !== undefined && { projectRoot: project.root }),
    nowMs: clock(),
    asked: store.lines.asked(MOST_ASKED),
  };
}

/** Leaves out workflows that nobody accepted, or that no longer agree with the repository. */
function acceptedWorkflows(call: CallContext, { workflows, isStale }: ActiveMemory): KnownWorkflow[] {
  const usable = workflows.filter((kept) => isVouchedFor(kept.record) && !isStale(kept));
  return usable.flatMap((kept) => workflowOf(call, kept) ?? []);
}

function workflowOf({ store }: CallContext, { record }: Kept): KnownWorkflow | undefined {
  const steps = record.steps ?? [];
  if (steps.length === 0 || steps.some(isWithheld)) return undefined;
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

function isWithheld(text: string): boolean {
  return /\[(?:secret:[\w-]+|private|withheld)\]/.test(text) || findSecrets(text).length > 0;
}

/** A repository may write anything into its files: a command with invisible characters or a secret is not shown. */
function shown(target: Target): Target | undefined {
  const { body, description, ...told } = target;
  if (isUnfit(`${told.name} ${told.run}`)) return undefined;
  return {
    ...told,
    ...(body !== undefined && !isUnfit(body) && { body }),
    ...(description !== undefined && !isUnfit(description) && { description }),
  };
}

function isUnfit(text: string): boolean {
  return cleanInvisible(text) !== text || isWithheld(text);
}
