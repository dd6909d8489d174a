import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { STATE_VERSION } from "../../../src/store/databases/read-state-db.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { emptyStateOf } from "../../fixtures/homes/state-of-version.ts";

// After a new migration, src/store/migrations/schema.sql has to become what this expects.
test("a new state has the tables, indexes and triggers that all migrations make, one after the other", (t) => {
  const dir = tempDir(t);
  const migrated = emptyStateOf(join(dir, "migrated.db"), STATE_VERSION);
  const home = homeFrom({ oldhandHome: join(dir, "home") });
  openState(home, { at: () => {}, note: () => {} }).close();
  const fresh = new DatabaseSync(home.stateFile, { readOnly: true });
  t.after(() => {
    migrated.close();
    fresh.close();
  });
  assert.equal(scriptOf(fresh), scriptOf(migrated));
  assert.equal(fresh.prepare("PRAGMA user_version").get()?.user_version, STATE_VERSION);
  assert.equal(fresh.prepare("PRAGMA auto_vacuum").get()?.auto_vacuum, 2);
});

function scriptOf(db: DatabaseSync): string {
  const rows = db
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    .all();
  return rows.map(({ sql }) => `${sql};\n`).join("\n");
}
