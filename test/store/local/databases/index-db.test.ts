import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "../../../../src/store/local/databases/database.ts";
import { clearIndex, openIndex } from "../../../../src/store/local/databases/index-db.ts";
import { homeFrom } from "../../../../src/store/local/files/home.ts";
import { tempDir } from "../../../fixtures/git-repo.ts";

test("while an index is emptied, another process always sees all of its tables", (t) => {
  const home = homeFrom({ oldhandHome: tempDir(t) });
  const [index, other] = [openIndex(home, () => {}), openIndex(home, () => {})];
  t.after(() => {
    index.close();
    other.close();
  });
  let writes = 0;
  const watched: Database = Object.create(index, {
    write: {
      value: (work: () => void) => {
        index.write(work);
        writes += 1;
        assert.equal(other.sql("SELECT count(*) AS n FROM files").get()?.n, 0);
      },
    },
  });
  clearIndex(watched);
  assert.equal(writes, 1);
});
