/** Removes what was forgotten from an older state.db that was put back, before anything reads it. */
import type { WriteStore } from "../write-store.ts";
import { clearTitles } from "./forget-rows.ts";
import { EVENTS_TABLE, FORGETTABLE_TABLES, type ForgettableTable } from "./forgettable-tables.ts";
import { type ForgottenRows, forgottenSince } from "./forgotten-phrases.ts";
import { addPending, FORGOTTEN_NOTHING } from "./pending.ts";

type Store = Pick<WriteStore, "state" | "tombstones">;

/** Deletes the rows, and leaves it to `finishForgetting` to clear what was derived or copied from them. */
export function purgeReturned({ state, tombstones }: Store): void {
  if (tombstones.unseen().size === 0) return;
  const forgotten = forgottenSince(tombstones);
  state.write(() => {
    if (!forgotten.isEmpty) {
      const tables = [...FORGETTABLE_TABLES, EVENTS_TABLE];
      const gone = tables.reduce((sum, table) => sum + purge(state, table, forgotten), 0);
      const titles = clearTitles(state, forgotten.holdsPhrase, true);
      // Derived texts may repeat what was forgotten, and can be made again.
      for (const table of ["synopses", "wordings"]) state.sql(`DELETE FROM ${table}`).run();
      // A new epoch makes everything that was counted from the history be counted again.
      state.sql("DELETE FROM meta WHERE key = 'events_epoch'").run();
      if (gone + titles > 0) addPending(state, FORGOTTEN_NOTHING);
    }
    tombstones.clearUnseen();
  });
}

function purge(state: Store["state"], table: ForgettableTable, forgotten: ForgottenRows): number {
  const { name, key } = table;
  const keys = [];
  for (const row of state.sql(`SELECT * FROM ${name}`).iterate())
    if (forgotten.isForgotten(table, row)) keys.push(key.map((column) => row[column]!));
  const where = key.map((column) => `${column} = ?`).join(" AND ");
  for (const values of keys) state.sql(`DELETE FROM ${name} WHERE ${where}`).run(...values);
  return keys.length;
}
