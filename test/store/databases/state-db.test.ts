import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type { Database } from "../../../src/store/databases/database.ts";
import { openState, replaceSnapshots, snapshotState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

test("while one process copies the state, another makes no copy; a forget then replaces the finished one", (t) => {
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
          assert.equal(snapshotState(other, home), false);
        },
      }),
    },
  });
  assert.equal(snapshotState(interrupted, home), true);
  const copies = () => readdirSync(home.snapshots).filter((name) => name.startsWith("state-"));
  const [first] = copies();
  assert.equal(replaceSnapshots(other, home), 0);
  assert.equal(copies().length, 1);
  assert.notEqual(copies()[0], first);
});
