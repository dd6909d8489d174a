import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type { Database } from "../../../../src/store/local/databases/database.ts";
import { openState, replaceSnapshots, snapshotState } from "../../../../src/store/local/databases/state-db.ts";
import { homeFrom } from "../../../../src/store/local/files/home.ts";
import { tempDir } from "../../../fixtures/git-repo.ts";

test("a snapshot that a forget deleted while it was made is not published", (t) => {
  const home = homeFrom({ oldhandHome: tempDir(t) });
  const [state, other] = [1, 2].map(() => openState(home, { at: () => {}, note: () => {} })) as [Database, Database];
  t.after(() => {
    state.close();
    other.close();
  });
  const interrupted: Database = Object.create(state, {
    sql: {
      value: (text: string) => ({
        run: (...values: string[]) => {
          state.sql(text).run(...values);
          assert.equal(replaceSnapshots(other, home), 1);
        },
      }),
    },
  });
  snapshotState(interrupted, home);
  assert.deepEqual(readdirSync(home.snapshots), [".tmp"]);
  assert.equal(snapshotState(state, home), true);
});
