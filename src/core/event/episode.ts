/** An episode: an event worth keeping, with its outcome. */
import type { Id } from "../base/id.ts";
import type { ProjectId, Scope, Trust } from "../record/record.ts";

export type EpisodeId = Id<"epi">;

export const OUTCOMES = ["success", "failure", "partial"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Episode = {
  readonly id: EpisodeId;
  readonly text: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  readonly atMs: number;
  readonly scope: Scope;
  readonly project?: ProjectId;
  readonly trust: Trust;
  readonly session: string;
  readonly source: string;
};
