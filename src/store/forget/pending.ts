/** What is being forgotten, in the meta table until every sink is done: after a crash the next command finishes it. */
import type { Forgotten } from "../../core/ports.ts";
import { type Database, setMeta } from "../databases/database.ts";

const PENDING = "forgetting/";

export const NOTHING: Forgotten = { ids: [], texts: [] };

/** Returns its key. */
export function addPending(state: Database, what: Forgotten): string {
  const last = Math.max(0, ...pendingIn(state).map((key) => Number(key.slice(PENDING.length))));
  const key = `${PENDING}${last + 1}`;
  setMeta(state, key, JSON.stringify(what));
  return key;
}

/** The keys, the oldest first. */
export function pendingIn(state: Database): string[] {
  const rows = state.sql("SELECT key FROM meta WHERE key LIKE ? ORDER BY length(key), key").all(`${PENDING}%`);
  return rows.map(({ key }) => String(key));
}
