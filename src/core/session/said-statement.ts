/** A sentence of the person in a session, as it is counted: what they keep telling agents shows in how often they say it. */
import type { ProjectId } from "../record/record.ts";

export type SaidStatement = {
  readonly session: string;
  readonly turn: number;
  /** Word for word. */
  readonly text: string;
  readonly atMs: number;
  readonly project?: ProjectId;
  /** It is a record or a proposal already. */
  readonly isKept: boolean;
};
