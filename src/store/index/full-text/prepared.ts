/** Statements on the full text, prepared on first use: most calls need only a few of them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";

const known = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

export function prepared(db: DatabaseSync, sql: string): StatementSync {
  const statements = known.get(db) ?? new Map<string, StatementSync>();
  known.set(db, statements);
  const found = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, found);
  return found;
}
