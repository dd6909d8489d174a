/** What is being forgotten, in the meta table until every sink is done: after a crash the next command finishes it. */
import { systemClock } from "../../core/base/clock.ts";
import { toHex } from "../../core/base/hash.ts";
import type { Forgotten } from "../../core/ports.ts";
import { type Database, setMeta } from "../databases/database.ts";

const PENDING = "forgetting/";

export const FORGOTTEN_NOTHING: Forgotten = { ids: [], texts: [] };

/** Returns its key, which is never used again: another process may be finishing an older one. */
export function addPending(state: Database, what: Forgotten): string {
  const key = `${PENDING}${systemClock()} ${toHex(state.random(8))}`;
  setMeta(state, key, JSON.stringify(what));
  return key;
}

/** Unless another process has finished it. */
export function emptyPending(state: Database, key: string): void {
  state.sql("UPDATE meta SET value = ? WHERE key = ?").run(JSON.stringify(FORGOTTEN_NOTHING), key);
}

/** The keys, the oldest first. */
export function pendingIn(state: Database): string[] {
  const rows = state.sql("SELECT key FROM meta WHERE key LIKE ? ORDER BY length(key), key").all(`${PENDING}%`);
  return rows.map(({ key }) => String(key));
}
