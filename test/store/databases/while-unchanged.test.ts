import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Database, openDatabase } from "../../../src/store/databases/database.ts";
import { whileUnchanged } from "../../../src/store/databases/while-unchanged.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

function opened(t: TestContext, path: string, access: "write" | "read" = "write"): Database {
  const db = openDatabase(path, { access, busyMs: 1000, synchronous: "NORMAL" });
  t.after(() => db.close());
  return db;
}

function databases(t: TestContext) {
  const folder = tempDir(t);
  const [indexPath, statePath] = [join(folder, "index.db"), join(folder, "state.db")];
  const [index, state] = [opened(t, indexPath), opened(t, statePath)];
  for (const db of [index, state]) db.exec("CREATE TABLE notes (text TEXT) STRICT");
  return { index, state, indexPath, statePath };
}

const texts = (db: Database): string => JSON.stringify(db.sql("SELECT text FROM notes ORDER BY text").all());
const put = (db: Database, text: string): void => void db.sql("INSERT INTO notes VALUES (?)").run(text);

test("what was read is kept until one of the databases changes, by this connection or another", (t) => {
  const { index, state, indexPath, statePath } = databases(t);
  const reading = opened(t, indexPath, "read");
  const keep = whileUnchanged(reading, state);
  let reads = 0;
  const both = (): string =>
    keep("both", () => {
      reads += 1;
      return texts(reading) + texts(state);
    });
  const asFound = () => texts(reading) + texts(state);
  const isCurrent = (): boolean => both() === asFound();
  assert.ok(isCurrent() && isCurrent());
  assert.equal(reads, 1);
  put(index, "by another connection");
  assert.ok(isCurrent());
  put(state, "by this connection");
  assert.ok(isCurrent());
  put(opened(t, statePath), "by another connection");
  assert.ok(isCurrent() && isCurrent());
  assert.equal(reads, 4);
});

test("what a transaction wrote is not kept, because it may be rolled back", (t) => {
  const { index, state } = databases(t);
  const keep = whileUnchanged(index, state);
  assert.equal(
    keep("texts", () => texts(index)),
    "[]",
  );
  assert.throws(() =>
    index.write(() => {
      put(index, "rolled back");
      assert.match(
        keep("texts", () => texts(index)),
        /rolled back/,
      );
      throw new Error("no");
    }),
  );
  assert.equal(
    keep("texts", () => texts(index)),
    "[]",
  );
});

test("what was read with one state is not used with another", (t) => {
  const { index, state, statePath } = databases(t);
  const other = opened(t, `${statePath}-other`);
  other.exec("CREATE TABLE notes (text TEXT) STRICT");
  put(state, "one");
  put(other, "two");
  assert.match(
    whileUnchanged(index, state)("texts", () => texts(state)),
    /one/,
  );
  assert.match(
    whileUnchanged(index, other)("texts", () => texts(other)),
    /two/,
  );
  assert.equal(
    whileUnchanged(index, undefined)("texts", () => "none"),
    "none",
  );
});
