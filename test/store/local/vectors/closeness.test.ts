import assert from "node:assert/strict";
import { test } from "node:test";
import { normalized } from "../../../../src/core/search/vectors.ts";
import { openDatabase } from "../../../../src/store/local/databases/database.ts";
import { meaningOfRows } from "../../../../src/store/local/vectors/closeness.ts";
import { dropVector, putVectors, VECTOR_TABLES } from "../../../../src/store/local/vectors/vector-blocks.ts";
import { tempDir } from "../../../fixtures/git-repo.ts";

const vectorOf = (seed: number): Float32Array =>
  normalized(Float32Array.from({ length: 128 }, (_, n) => Math.sin(seed * 7.3 + n * (seed + 1))));
const asked = { vector: vectorOf(1), by: "table" } as const;

test("what a process keeps of the vectors is read again after any write, by it or by another", (t) => {
  const file = `${tempDir(t)}/vectors.db`;
  const open = () => openDatabase(file, { access: "write", busyMs: 1000, synchronous: "NORMAL" });
  const [ours, theirs] = [open(), open()];
  t.after(() => {
    ours.close();
    theirs.close();
  });
  ours.exec(VECTOR_TABLES);
  const near = (row: number): number => Number(meaningOfRows(ours, asked).cosineOf(row).toFixed(1));
  putVectors(ours, [{ row: 7, vector: vectorOf(1) }]);
  assert.equal(near(7), 1);
  putVectors(ours, [{ row: 300, vector: vectorOf(1) }]);
  assert.deepEqual([near(7), near(300)], [1, 1]);
  theirs.write(() => {
    dropVector(theirs, 7);
    putVectors(theirs, [{ row: 8, vector: vectorOf(1) }]);
  });
  assert.deepEqual([near(7), near(8), near(300)], [0, 1, 1]);
  assert.deepEqual(meaningOfRows(ours, asked).rows, [8, 300]);
});

test("a database that was replaced shows nothing of the one before", (t) => {
  const file = `${tempDir(t)}/vectors.db`;
  const db = openDatabase(file, { access: "write", busyMs: 1000, synchronous: "NORMAL" });
  t.after(() => db.close());
  db.exec(VECTOR_TABLES);
  putVectors(db, [{ row: 7, vector: vectorOf(1) }]);
  assert.deepEqual(meaningOfRows(db, asked).rows, [7]);
  db.exec("DROP TABLE vectors");
  db.exec(VECTOR_TABLES);
  putVectors(db, [{ row: 9, vector: vectorOf(2) }]);
  assert.deepEqual(meaningOfRows(db, asked).rows, [9]);
});
