/** A sentence of the person in a session, kept as evidence for what they keep telling agents. */
import type { ProjectId } from "../record/record.ts";

export type SaidStatement = {
  readonly session: string;
  readonly turn: number;
  /** Word for word. */
  readonly text: string;
  readonly atMs: number;
  readonly project?: ProjectId;
  /** How likely it states something that should last; `SAID_TO_LAST` if it says so, and is a record. */
  readonly score: number;
};

export const SAID_TO_LAST = 1;
