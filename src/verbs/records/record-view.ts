/** A record as it is shown, and the check whether it still agrees with its repository. */

import type { ReadContext } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import { checkLines } from "../../core/verify/check.ts";
import { repoAt } from "../../project/repo.ts";

export type RecordView = MemoryRecord & {
  readonly projectRoot?: string;
  readonly strength: number;
  readonly reinforcement: number;
  readonly file: string;
  /** Why it no longer agrees with the repository, and since when that is known. */
  readonly stale?: { readonly why: string; readonly since: string };
};

export function viewOf(
  { record, file, reinforcement, lastUsedMs }: Kept,
  { clock, config, project, confidenceOf }: Pick<ReadContext, "clock" | "config" | "project" | "confidenceOf">,
): RecordView {
  const now = { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] };
  return {
    ...record,
    ...(record.habit !== undefined && confidenceOf !== undefined && { confidence: confidenceOf(record) }),
    ...(record.scope === "project" && project !== undefined && { projectRoot: project.root }),
    strength: Math.round(strength(record.type, { lastUsedMs, reinforcement }, now) * 1000) / 1000,
    reinforcement,
    file,
  };
}

/** Returns why a record no longer agrees with its repository; global records are never checked. */
export function staleCheck({ project }: Pick<ReadContext, "project">): (kept: Kept) => string | undefined {
  if (project === undefined) return () => undefined;
  // Reads the tree once for all records of a call.
  const repo = repoAt(project.root);
  return ({ record }) => {
    if (record.scope !== "project" || record.verify === undefined || record.verify.length === 0) return undefined;
    const checked = checkLines(record.verify, repo);
    return checked.holds ? undefined : checked.why;
  };
}
