/** The session_signs table: how sessions went, as read from their text; it outlives the text. */
import { type Database, putRow } from "../databases/database.ts";

export type StoredSigns = { readonly corrections: number; readonly errors: Readonly<Record<number, string>> };

export function sessionSignsOf(state: Database) {
  return {
    put(session: string, { corrections, errors }: StoredSigns): void {
      putRow(state, "session_signs", { session, corrections, errors: JSON.stringify(errors) });
    },
    of(session: string): StoredSigns | undefined {
      const row = state.sql("SELECT * FROM session_signs WHERE session = ?").get(session);
      if (row === undefined) return undefined;
      return { corrections: Number(row.corrections), errors: JSON.parse(String(row.errors)) as StoredSigns["errors"] };
    },
  };
}
