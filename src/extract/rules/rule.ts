/** The type of a rule: a name, an example, and the statement it finds in a sentence. */
import type { Priority, RecordType } from "../../core/record/record.ts";
import type { Reading } from "../reading.ts";

export type RuleName = "remember" | "constraint" | "correction" | "preference";

export type Rule = {
  readonly name: RuleName;
  /** The type of the kept statement; if it is missing, the other rules decide. */
  readonly type?: RecordType;
  readonly priority?: Priority;
  readonly example: string;
  /** Statements that the rule must not keep. */
  readonly traps: readonly Row[];
  /** The part of a sentence that states something to keep, or nothing. */
  readonly statement: (sentence: Reading) => Reading | undefined;
};

/** One row of a table: what it is called, what it matches in a sentence's words, and a sentence that it matches. */
export type Row = { readonly name: string; readonly pattern: RegExp; readonly example: string };

export function rowFor(rows: readonly Row[], words: string): Row | undefined {
  return rows.find(({ pattern }) => pattern.test(words));
}
