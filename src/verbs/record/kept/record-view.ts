/** A record as it is shown, and the check whether it still agrees with its repository. */

import { isoTime } from "../../../core/base/clock.ts";
import { problemOfGlobs } from "../../../core/base/glob.ts";
import type { Kept } from "../../../core/ports.ts";
import { cautionForPrompt, type Doubt, doubtForPeople } from "../../../core/record/doubt.ts";
import { type MemoryRecord, shownPriority } from "../../../core/record/record.ts";
import { strength } from "../../../core/record/strength.ts";
import { checkLines } from "../../../core/verify/check.ts";
import { repoAt } from "../../../system/project/repo.ts";
import type { ReadContext } from "../../call/call-context.ts";

export type RecordView = MemoryRecord & {
  readonly projectRoot?: string;
  /** In a list over all projects. */
  readonly projectName?: string;
  readonly strength: number;
  readonly reinforcement: number;
  readonly file: string;
  /** Why it no longer agrees with the repository, and since when that is known. */
  readonly stale?: { readonly why: string; readonly since: string };
  /** What happened when an agent followed it last; `why` may quote a tool, so it is for people only. */
  readonly doubt?: {
    /** For people. */
    readonly why: string;
    readonly at: string;
    readonly outcome: Doubt["outcome"];
    /** For agents. */
    readonly caution: string;
  };
  /** Why one of its paths matches nothing. */
  readonly pathProblem?: string;
  /** The error that a pitfall is about. A tool printed it: for people only. */
  readonly error?: string;
};

export function viewOf(
  { record, file, reinforcement, lastUsedMs, doubt }: Kept,
  { clock, config, confidenceOf, curesOf, ...at }: Pick<ReadContext, Viewing> & At,
): RecordView {
  const root = rootOfRecord(record, at);
  const name = record.project === undefined ? undefined : at.projectAt?.(record.project)?.name;
  const error = record.type === "pitfall" ? errorIn(record.key, curesOf) : undefined;
  const pathProblem = problemOfGlobs(record.paths);
  const now = { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] };
  return {
    ...record,
    priority: shownPriority(record),
    ...(record.habit !== undefined && confidenceOf !== undefined && { confidence: confidenceOf(record) }),
    ...(root !== undefined && { projectRoot: root }),
    ...(name !== undefined && { projectName: name }),
    strength: Math.round(strength(record.type, { lastUsedMs, reinforcement }, now) * 1000) / 1000,
    reinforcement,
    file,
    ...(doubt !== undefined && {
      doubt: {
        why: doubtForPeople(doubt),
        at: isoTime(doubt.atMs),
        outcome: doubt.outcome,
        caution: cautionForPrompt(doubt),
      },
    }),
    ...(error !== undefined && { error }),
    ...(pathProblem !== undefined && { pathProblem }),
  };
}

type Viewing = "clock" | "config" | "confidenceOf" | "curesOf";

/** The key of a learned pitfall is the command family and the mark of the error. */
function errorIn(key: string, curesOf: ReadContext["curesOf"]): string | undefined {
  const mark = /^.+ ([0-9a-f]{12})$/.exec(key)?.[1];
  return mark === undefined ? undefined : curesOf?.([mark])[0]?.error;
}

type At = Pick<ReadContext, "project" | "projectAt">;

function rootOfRecord({ scope, project: id }: MemoryRecord, { project, projectAt }: At): string | undefined {
  if (scope !== "project") return undefined;
  return project?.root ?? (id === undefined ? undefined : projectAt?.(id)?.root);
}

/** Returns why a record no longer agrees with its repository; global records are never checked. */
export function staleCheck(at: At): (kept: Kept) => string | undefined {
  // Reads each tree once for all records of a call.
  const repos = new Map<string, ReturnType<typeof repoAt>>();
  return ({ record }) => {
    if (record.verify === undefined || record.verify.length === 0) return undefined;
    const root = rootOfRecord(record, at);
    if (root === undefined) return undefined;
    const repo = repos.get(root) ?? repoAt(root);
    repos.set(root, repo);
    const checked = checkLines(record.verify, repo);
    return checked.holds ? undefined : checked.why;
  };
}
