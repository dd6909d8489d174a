/** Builds the PlannerContext of a directory from memory, workflows and history. */
import { platform } from "node:os";
import { basename } from "node:path";
import type { CallContext } from "../../context/call-context.ts";
import { sessionOf } from "../../context/place.ts";
import { OldhandError } from "../../core/base/error.ts";
import { isVouchedFor } from "../../core/record/effective.ts";
import { kindOf } from "../../core/record/record.ts";
import { buildPlannerContext, type MemoryItem, type PlannerContext } from "../../plan/context.ts";
import { type RecordView, viewOf } from "../records/record-view.ts";
import { type ActiveMemory, readActiveMemory } from "./active-memory.ts";

/** For other planners: the same two functions, on their own data. */
export {
  buildPlannerContext,
  type PlannerContext,
  type PlannerInput,
  resolveEffectiveMemory,
} from "../../plan/context.ts";

/** More than a context shows, because some were never run. */
const LOOKED_AT = 20;

export async function plannerContext(call: CallContext, memory?: ActiveMemory): Promise<PlannerContext> {
  const { store, env, project } = call;
  const { cwd } = env;
  if (cwd === undefined) throw new OldhandError("not-found", NO_DIRECTORY);
  const { all, workflows } = memory ?? (await readActiveMemory(call));
  // A planner gets nothing that nobody accepted; workflows come separately.
  const known = all.filter(({ record }) => record.type !== "workflow" && isVouchedFor(record));
  const runnable = workflows.filter(({ record }) => isVouchedFor(record)).map((kept) => viewOf(kept, call));
  return buildPlannerContext({
    sessionId: sessionOf(env),
    cwd,
    shell: basename(env.variables.SHELL ?? "sh"),
    os: platform(),
    memoryItems: known.map((kept) => itemOf(viewOf(kept, call))),
    workflows: runnable.map(({ id, key, steps = [], projectRoot }) => {
      return { id, label: key, steps, ...(projectRoot !== undefined && { projectRoot }) };
    }),
    lastRunByWorkflowId: Object.fromEntries(
      runnable.flatMap(({ id }) => store.runs.of(id, 1).map(({ status }) => [id, { status }])),
    ),
    recentHistory: await store.events.recent({
      limit: LOOKED_AT,
      ...(project !== undefined && { project: project.id }),
    }),
    ...(project !== undefined && { projectRoot: project.root }),
  });
}

export const NO_DIRECTORY = "The current directory no longer exists. Change to one that does.";

function itemOf(record: RecordView): MemoryItem {
  const { key, value, text, confidence, scope, projectRoot } = record;
  const item = { kind: kindOf(record), key, value: value ?? text, confidence, scope };
  return projectRoot === undefined ? item : { ...item, projectRoot };
}
