/** How useful a suggestion is here: what it saves or prevents, how sure it is, how recent, and how near. */
import { DAY_MS } from "../../../core/base/clock.ts";
import type { Habit, ProjectId, RecordType } from "../../../core/record/record.ts";

export type Weighed = {
  readonly kind: Habit | RecordType;
  /** Whether it is what a person told agents, and not a statement or a count. */
  readonly isTold: boolean;
  /** It was told so often, or in so many places, that it comes first. */
  readonly isOften?: boolean;
  readonly confidence: number;
  readonly count: number;
  readonly sessions: number;
  /** How many different commands a workflow has, without housekeeping such as `git add`. */
  readonly steps: number;
  readonly project?: ProjectId | undefined;
  /** When it was last seen, if that is known. */
  readonly lastMs?: number | undefined;
};

type Here = { readonly project: ProjectId | undefined; readonly nowMs: number };

/** Higher is better: what agents are told again and again, then workflows by the typing they save, then the rest. */
export function worthOf(one: Weighed, here: Here): number {
  return (
    RANK_STEP * rankOf(one) + Math.min(savedBy(one) * one.confidence * recency(one, here) * nearness(one, here), MOST)
  );
}

/** No amount of typing outweighs the rank. */
const RANK_STEP = 1000;
const MOST = RANK_STEP - 1;

function rankOf({ isTold, isOften = false, sessions, kind, steps }: Weighed): number {
  if (isTold && sessions > 1) return isOften ? 3 : 2;
  return kind === "workflow" || (kind === "workflow_pattern" && steps > 1) ? 1 : 0;
}

/** In commands that need not be typed, corrections that need not be made, and failures that need not happen. */
function savedBy({ kind, isTold, confidence, count, sessions, steps }: Weighed): number {
  if (isTold) return CORRECTION * (sessions > 1 ? sessions : confidence);
  if (kind === "workflow_pattern" || kind === "workflow") return Math.max(1, steps - 1) * count;
  if (kind === "pitfall") return FAILURE * sessions;
  if (kind === "recurring_command" || kind === "preferred_cwd") return 1;
  return STATEMENT;
}

const CORRECTION = 5;
const FAILURE = 4;
const STATEMENT = 3;

const HALF_LIFE_DAYS = 90;
/** Old evidence still counts for something. */
const LEAST_RECENCY = 0.3;

function recency({ lastMs }: Weighed, { nowMs }: Here): number {
  if (lastMs === undefined) return 1;
  return Math.max(LEAST_RECENCY, 0.5 ** (Math.max(0, nowMs - lastMs) / DAY_MS / HALF_LIFE_DAYS));
}

const EVERYWHERE = 0.9;
const ELSEWHERE = 0.6;

function nearness({ project }: Weighed, here: Here): number {
  if (project === undefined) return EVERYWHERE;
  return project === here.project ? 1 : ELSEWHERE;
}
