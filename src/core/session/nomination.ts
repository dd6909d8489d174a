/** A reader's nomination: words of a session that it points at, and what they mean. */
import type { GuardKind } from "../guard/guard.ts";
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
  /** Checks that a program could make for it. */
  readonly guards?: readonly NominatedGuard[] | null | undefined;
};

/** In flat fields, because models fill these best; what each means is by its kind. */
export type NominatedGuard = {
  readonly kind: GuardKind;
  readonly what: string;
  readonly other?: string | null | undefined;
  readonly except?: string | null | undefined;
  readonly ask?: boolean | null | undefined;
};
