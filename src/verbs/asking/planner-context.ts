/** Reads what a planner works from: the active records, and the PlannerContext of a directory. */
import { platform } from "node:os";
import { basename } from "node:path";
import type { Kept } from "../../core/ports.ts";
import { isVouchedFor } from "../../core/record/acceptance.ts";
import { inForce, projectClaims } from "../../core/record/effective.ts";
import { kindOf, type RecordId } from "../../core/record/record.ts";
import { queryTerms } from "../../core/text/words.ts";
import { buildPlannerContext, type MemoryItem, type PlannerContext } from "../../plan/context.ts";
import type { Run } from "../../store/rows/workflow-runs.ts";
import { type CallContext, demandDirectory } from "../call/call-context.ts";
import { sessionOf } from "../call/place.ts";
import { type RecordView, staleCheck, viewOf } from "../record/kept/record-view.ts";
import { workflowsInForce } from "../workflow/workflow-verbs.ts";

/** For other planners: the same two functions, on their own data. */
export {
  buildPlannerContext,
  type PlannerContext,
  type PlannerInput,
  resolveEffectiveMemory,
} from "../../plan/context.ts";

export type ActiveMemory = {
  readonly all: readonly Kept[];
  /** Without global records that a project's record shadows. */
  readonly inForce: readonly Kept[];
  readonly workflows: readonly Kept[];
  /** It no longer agrees with the repository. */
  isStale(kept: Kept): boolean;
};

/** What a plan is made from: read once, used for proposal and review. */
export type PlanBasis = { readonly context: PlannerContext; readonly memory: ActiveMemory };

/** More than a context shows, because some were never run. */
const MOST_EVENTS = 20;

export async function plannerContext(
  call: CallContext,
  memory?: ActiveMemory,
  request?: string,
): Promise<PlannerContext> {
  const { store, env, project } = call;
  const cwd = demandDirectory(call);
  const { all, workflows } = memory ?? (await readActiveMemory(call));
  // A planner gets nothing that nobody accepted; workflows come separately.
  const known = all.filter(({ record }) => record.type !== "workflow" && isVouchedFor(record));
  const runnable = workflows.filter(({ record }) => isVouchedFor(record)).map((kept) => viewOf(kept, call));
  const lastRuns = new Map(runnable.map(({ id }) => [id, store.runs.of(id, 1)[0]]));
  return buildPlannerContext({
    sessionId: sessionOf(env),
    cwd,
    shell: basename(env.variables.SHELL ?? "sh"),
    os: platform(),
    memoryItems: known.map((kept) => itemOf(viewOf(kept, call), kept)),
    workflows: byFitAndProof(runnable, { call, lastRuns, request }).map(({ id, key, steps = [], projectRoot }) => {
      return { id, label: key, steps, ...(projectRoot !== undefined && { projectRoot }) };
    }),
    lastRunByWorkflowId: Object.fromEntries(
      [...lastRuns].flatMap(([id, run]) => (run === undefined ? [] : [[id, { status: run.status }]])),
    ),
    recentHistory: await store.events.recent({
      limit: MOST_EVENTS,
      isCertain: true,
      ...(project === undefined ? { near: "" } : { project: project.id }),
    }),
    ...(project !== undefined && { projectRoot: project.root }),
  });
}

type Known = {
  readonly call: CallContext;
  readonly lastRuns: ReadonlyMap<RecordId, Run | undefined>;
  readonly request: string | undefined;
};

/** Those that share words with the request first, then those that succeeded most, then the latest. */
function byFitAndProof(workflows: readonly RecordView[], { call, lastRuns, request = "" }: Known): RecordView[] {
  const asked = new Set(queryTerms(request).map(({ stem }) => stem));
  const rated = workflows.map((view) => {
    const words = asked.size === 0 ? [] : queryTerms([view.key, view.text, ...(view.steps ?? [])].join(" "));
    const fit = words.filter(({ stem }) => asked.has(stem)).length;
    const last = lastRuns.get(view.id);
    const successes = last === undefined ? 0 : call.store.runs.counts(view.id).success;
    return { view, fit, successes, lastMs: last?.startedMs ?? 0 };
  });
  const order = rated.toSorted((a, b) => b.fit - a.fit || b.successes - a.successes || b.lastMs - a.lastMs);
  return order.map(({ view }) => view);
}

export async function readActiveMemory(call: Pick<CallContext, "search" | "project">): Promise<ActiveMemory> {
  const all = await call.search.where({ statuses: ["active"] });
  const failing = staleCheck(call);
  return {
    all,
    inForce: inForce(all, projectClaims(all)).inForce,
    workflows: workflowsInForce(all),
    isStale: (kept) => failing(kept) !== undefined,
  };
}

function itemOf(record: RecordView, { space }: Kept): MemoryItem {
  const { key, value, text, confidence, scope, projectRoot, trust, accepted } = record;
  const authority = accepted === undefined ? { trust } : { trust, accepted };
  const item = {
    kind: kindOf(record),
    key,
    value: value ?? text,
    confidence,
    scope,
    ...authority,
    ...(space !== undefined && { space }),
  };
  return projectRoot === undefined ? item : { ...item, projectRoot };
}
