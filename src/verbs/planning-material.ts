/** What the grounded planner may choose from here: workflows in force, the person's own commands, what the files can run. */
import { OldhandError } from "../core/base/error.ts";
import type { KnownWorkflow, Material, Target } from "../core/plan/material.ts";
import type { Kept } from "../core/ports.ts";
import { inForce, isVouchedFor, projectClaims } from "../core/record/effective.ts";
import { cleanInvisible } from "../core/screen/invisible.ts";
import { findSecrets } from "../core/screen/secrets.ts";
import { slotsIn } from "../core/workflow/slots.ts";
import { searchWords } from "../plan/grounded/search-words.ts";
import { runnableTargets } from "../project/runnable/runnable-targets.ts";
import { checker } from "./checking.ts";
import type { House } from "./house.ts";

const MOST_ASKED = 200;

export async function plannerMaterial(house: House, request: string): Promise<Material> {
  const { store, env, project, clock } = house;
  const { cwd } = env;
  if (cwd === undefined)
    throw new OldhandError("not-found", "The current directory no longer exists. Go to one that does.");
  return {
    workflows: await vouchedWorkflows(house),
    commands: store.lines.find({ ...searchWords(request), project: project?.id ?? "", cwd }),
    targets: project === undefined ? [] : runnableTargets(project.root, cwd).flatMap((target) => shown(target) ?? []),
    cwd,
    ...(project !== undefined && { projectRoot: project.root }),
    nowMs: clock(),
    asked: store.lines.asked(MOST_ASKED),
  };
}

/** Nobody's word, or words that no longer agree with the repository, are planned by nobody. */
async function vouchedWorkflows(house: House): Promise<KnownWorkflow[]> {
  const kept = await house.search.where({ types: ["workflow"], statuses: ["active"] });
  const failing = checker(house);
  return inForce(kept, projectClaims(kept))
    .inForce.filter(({ record }) => isVouchedFor(record))
    .filter((one) => failing(one) === undefined)
    .flatMap((one) => workflowOf(house, one) ?? []);
}

function workflowOf({ store }: House, { record }: Kept): KnownWorkflow | undefined {
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

/** A repository may write anything into its files: a command with unseen characters or a secret in it is not shown. */
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
