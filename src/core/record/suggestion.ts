/** A suggestion: something proposed for memory that a person has to decide, with the act that accepting it does. */
import type { AgentName, SessionId } from "../session/session.ts";
import type { MemoryRecord } from "./record.ts";

/** What accepting a suggestion does: it adds a record (`keep`), or changes one that exists. */
export const PROPOSED_ACTS = [
  "keep",
  "edit",
  "expire",
  "make a rule",
  "reclassify",
  "archive",
  "restore",
  "delete",
] as const;
export type ProposedAct = (typeof PROPOSED_ACTS)[number];

export type ProposedChange = {
  readonly act: ProposedAct;
  /** Who asks for it. */
  readonly by: string;
  /** The record that it changes, as it was when this was proposed; absent for a new record. */
  readonly before?: MemoryRecord;
  /** The records that a new one replaces. */
  readonly replaces?: readonly Pick<MemoryRecord, "id" | "text">[];
  /** Becomes a record by itself if the transcript of this session has it in the person's words. */
  readonly unread?: UnreadSession;
};

/** A session in which it was said, which oldhand has not read yet. */
export type UnreadSession = { readonly agent: AgentName; readonly session: SessionId };

/** Something proposed for memory that a person has to decide. */
export type Suggestion = {
  readonly id: string;
  /** The record as it would be; for a deletion, as it is. */
  readonly record: MemoryRecord;
  /** Absent in suggestions of older versions. */
  readonly change?: ProposedChange;
  readonly reason: string;
  readonly status: "pending" | "accepted" | "dismissed";
  readonly createdAt: string;
};
