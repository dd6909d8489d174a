/** Input and output of extraction: the turns of one finished session; candidates and a ledger. */
import type { Priority, RecordId, RecordType, Scope } from "../../core/record/record.ts";

type Role = "person" | "agent" | "tool" | "machine";

export type Turn = {
  readonly ordinal: number;
  /** Who speaks. A command or an edit belongs to the agent, unless the person made it. */
  readonly role: Role;
  readonly text: string;
  readonly atMs?: number;
  /** Files that the text was read from. */
  readonly files?: readonly string[];
  readonly command?: Command;
  readonly edit?: { readonly file: string };
};

export type Command = {
  readonly line: string;
  /** Absent if the source did not record how it ended. */
  readonly status?: "ok" | "failed";
  /** The directory it was started in. */
  readonly cwd?: string;
  /** Its first 2 KB and its error lines. */
  readonly output?: string;
};

/** Ordinals of the first and the last turn. */
type TurnSpan = { readonly from: number; readonly to: number };

export type SessionRule = "remember" | "constraint" | "correction" | "preference";

/** A sentence of the person that may state something lasting, with how likely it does. */
export type Evidence = { readonly text: string; readonly score: number; readonly turn: number };

/** What the person said to last. */
export type Extracted = {
  readonly rule: SessionRule;
  readonly type: RecordType;
  readonly text: string;
  readonly scope: Scope;
  readonly priority: Priority;
  readonly span: TurnSpan;
  /** The person's sentence, word for word. */
  readonly quote: string;
  /** The record whose value it corrects, and its paths. */
  readonly replaces?: RecordId;
  readonly paths?: readonly string[];
};

export type LedgerLine = {
  /** The rule that took it or would have; `none` if no rule matched. */
  readonly rule: SessionRule | "error-fix" | "none";
  readonly text: string;
  readonly taken: boolean;
  readonly reason: string;
  readonly span: TurnSpan;
};

/** The result of one rule for a session: each line of it is either taken, with its candidate, or refused. */
export type Finding =
  | { readonly taken: true; readonly candidate: Extracted; readonly reason: string }
  | {
      readonly taken: false;
      readonly rule: LedgerLine["rule"];
      readonly text: string;
      readonly reason: string;
      readonly span: TurnSpan;
      /** Set if it counts as evidence. */
      readonly score?: number;
    };

export function at(turn: Pick<Turn, "ordinal">): TurnSpan {
  return { from: turn.ordinal, to: turn.ordinal };
}

export function taken(candidate: Extracted, reason: string): Finding {
  return { taken: true, candidate, reason };
}

export function refused(line: Omit<Extract<Finding, { taken: false }>, "taken">): Finding {
  return { taken: false, ...line };
}
