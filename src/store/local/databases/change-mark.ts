/** Names the present state of a database: another name once anything in it was written, by this process or another. */
import type { Database } from "./database.ts";

export function changeMark(state: Database): string {
  const ours = state.sql("SELECT total_changes() AS n").get()?.n;
  const theirs = state.sql("PRAGMA data_version").get()?.data_version;
  return `${theirs}.${ours}`;
}
