/** The verbs of planning: for now, what a planner would be told here. */
import { platform } from "node:os";
import { basename } from "node:path";
import type { House } from "../../context/call-context.ts";
import { sessionOf } from "../../context/place.ts";
import { OldhandError } from "../../core/base/error.ts";
import { isVouchedFor } from "../../core/record/effective.ts";
import { kindOf } from "../../core/record/record.ts";
import { buildPlannerContext, type MemoryItem, type PlannerContext } from "../../plan/context.ts";
import { viewOf } from "../records/record-view.ts";
import { workflowViews } from "../records/workflow-verbs.ts";

/** For those who plan by themselves: the same two functions, on their own data. */
export {
  buildPlannerContext,
  type PlannerContext,
  type PlannerInput,
  resolveEffectiveMemory,
} from "../../plan/context.ts";

/** More commands than a context tells, since some of them were never run. */
const LOOKED_AT = 20;

export function planningVerbs(house: House) {
  const { store, env } = house;
  return {
    async context(): Promise<PlannerContext> {
      if (env.cwd === undefined)
        throw new OldhandError("not-found", "The current directory no longer exists. Go to one that does.");
      const kept = await house.search.where({ statuses: ["active"] });
      const saved = (await workflowViews(house)).filter(({ record }) => isVouchedFor(record));
      const root = house.project?.root;
      const memoryItems = kept
        // What nobody vouches for tells a planner nothing; workflows are told as such.
        .filter(({ record }) => record.type !== "workflow" && isVouchedFor(record))
        .map((one) => viewOf(one, house))
        .map(
          (record): MemoryItem => ({
            kind: kindOf(record),
            key: record.key,
            value: record.value ?? record.text,
            confidence: record.confidence,
            scope: record.scope,
            ...(record.projectRoot !== undefined && { projectRoot: record.projectRoot }),
          }),
        );
      return buildPlannerContext({
        sessionId: sessionOf(env),
        cwd: env.cwd,
        shell: basename(env.variables.SHELL ?? "sh"),
        os: platform(),
        memoryItems,
        workflows: saved.map(({ name, steps, record }) => ({
          id: record.id,
          label: name,
          steps,
          ...(record.projectRoot !== undefined && { projectRoot: record.projectRoot }),
        })),
        lastRunByWorkflowId: Object.fromEntries(
          saved.flatMap(({ record, lastRun }) => (lastRun === null ? [] : [[record.id, lastRun]])),
        ),
        recentHistory: await store.events.recent({
          limit: LOOKED_AT,
          ...(house.project !== undefined && { project: house.project.id }),
        }),
        ...(root !== undefined && { projectRoot: root }),
      });
    },
  };
}
