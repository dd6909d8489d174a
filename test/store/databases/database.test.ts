import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openDatabase, pragma } from "../../../src/store/databases/database.ts";
import { isDamage, isUnusable } from "../../../src/store/store-errors.ts";

test("a number that JavaScript cannot represent counts as damage", () => {
  const db = new DatabaseSync(":memory:");
  let seen: unknown;
  try {
    db.prepare("SELECT 8872770094665179762 AS n").get();
  } catch (error) {
    seen = error;
  }
  db.close();
  assert.deepEqual([isDamage(seen), isUnusable(seen)], [true, true]);
});

test("opening a database that can shrink writes nothing, except the first time", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "oldhand-database-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "some.db");
  const open = () => openDatabase(path, { access: "write", busyMs: 100, synchronous: "FULL", canShrink: true });
  const first = open();
  first.exec("CREATE TABLE things (name TEXT) STRICT");
  first.close();
  const before = readFileSync(path);
  const second = open();
  assert.equal(pragma(second, "auto_vacuum"), 2);
  second.close();
  assert.deepEqual(readFileSync(path), before);
});
