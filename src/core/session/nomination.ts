/** A reader's nomination: words of a session that it points at, and what they mean. */
import type { RecordType, Scope } from "../record/record.ts";

export type ReaderNomination = {
  readonly type: Exclude<RecordType, "habit">;
  readonly scope: Scope;
  readonly quote: string;
  readonly text: string;
  readonly why: string;
  /** The quote of an earlier nomination, or the id of a record, that it takes the place of. */
  readonly supersedes: string | null;
  /** The id of a record that says the same. */
  readonly again?: string | null | undefined;
};
