import assert from "node:assert/strict";
import { test } from "node:test";
import { normalized } from "../../../src/core/search/vectors.ts";
import { clearIndex, openIndex } from "../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { COMMAND_ROWS, RECORD_ROWS } from "../../../src/store/index/row-ranges.ts";
import { meaningOfRows } from "../../../src/store/vectors/closeness.ts";
import { dropVector, putVectors } from "../../../src/store/vectors/vector-blocks.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

const vectorOf = (seed: number): Float32Array =>
  normalized(Float32Array.from({ length: 128 }, (_, n) => Math.sin(seed * 7.3 + n * (seed + 1))));
const asked = { vector: vectorOf(1), by: "table" } as const;

test("what a process keeps of the vectors is read again after any write, by it or by another", (t) => {
  const home = homeFrom({ oldhandHome: tempDir(t) });
  const open = () => openIndex(home, () => {});
  const [ours, theirs] = [open(), open()];
  t.after(() => {
    ours.close();
    theirs.close();
  });
  const near = (row: number): number => Number(meaningOfRows(ours, RECORD_ROWS, asked).cosineOf(row).toFixed(1));
  putVectors(ours, [{ row: 7, vector: vectorOf(1) }]);
  assert.equal(near(7), 1);
  putVectors(ours, [{ row: 300, vector: vectorOf(1) }]);
  assert.deepEqual([near(7), near(300)], [1, 1]);
  theirs.write(() => {
    dropVector(theirs, 7);
    putVectors(theirs, [{ row: 8, vector: vectorOf(1) }]);
  });
  assert.deepEqual([near(7), near(8), near(300)], [0, 1, 1]);
  assert.deepEqual(meaningOfRows(ours, RECORD_ROWS, asked).rows, [8, 300]);
  putVectors(ours, [{ row: COMMAND_ROWS.from, vector: vectorOf(1) }]);
  assert.deepEqual(meaningOfRows(ours, RECORD_ROWS, asked).rows, [8, 300]);
});

test("a database that was replaced shows nothing of the one before", (t) => {
  const db = openIndex(homeFrom({ oldhandHome: tempDir(t) }), () => {});
  t.after(() => db.close());
  putVectors(db, [{ row: 7, vector: vectorOf(1) }]);
  assert.deepEqual(meaningOfRows(db, RECORD_ROWS, asked).rows, [7]);
  clearIndex(db);
  putVectors(db, [{ row: 9, vector: vectorOf(2) }]);
  assert.deepEqual(meaningOfRows(db, RECORD_ROWS, asked).rows, [9]);
});
