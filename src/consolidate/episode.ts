/** An episode: an event worth telling, with how it ended. */
import type { Id } from "../core/base/id.ts";
import type { ProjectId, Trust } from "../core/record/record.ts";

export type EpisodeId = Id<"epi">;

export const OUTCOMES = ["success", "failure", "partial"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Episode = {
  readonly id: EpisodeId;
  readonly text: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  readonly atMs: number;
  readonly project?: ProjectId;
  readonly trust: Trust;
  readonly session?: string;
};
