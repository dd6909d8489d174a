import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import type { Database } from "../../../src/store/databases/database.ts";
import { clearIndex, openIndex } from "../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

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

test("an index of another version is replaced silently, and its pages are given back", (t) => {
  const home = homeFrom({ oldhandHome: tempDir(t) });
  const notes: string[] = [];
  const size = (): number => statSync(home.indexFile).size;
  openIndex(home, (text) => notes.push(text)).close();
  const empty = size();
  const old = openIndex(home, (text) => notes.push(text));
  old.exec("CREATE TABLE older (text TEXT) STRICT; UPDATE meta SET value = '1' WHERE key = 'version'");
  for (let n = 0; n < 500; n++) old.sql("INSERT INTO older (text) VALUES (?)").run("an older row ".repeat(100));
  old.close();
  assert.ok(size() > 4 * empty);
  openIndex(home, (text) => notes.push(text)).close();
  assert.deepEqual([size(), notes], [empty, []]);
});
