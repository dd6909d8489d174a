/** A record as people and programs are shown it. */

import type { ReadContext } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";

/** A record as every face shows it. */
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
