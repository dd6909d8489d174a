import assert from "node:assert/strict";
import { test } from "node:test";
import { guardsIn } from "../../src/learn/guard/read-guard.ts";
import { readTsv } from "../fixtures/read-tsv.ts";

test("a guard is read from a plain statement, and from nothing that is not entirely understood", () => {
  const rows = readTsv("statements/statements-with-their-guard.tsv", ["statement", "guard"]);
  const read = rows.map(({ statement }) => ({ statement, guards: guardsIn(statement) }));
  assert.deepEqual(
    read,
    rows.map(({ statement, guard }) => ({ statement, guards: guard === "" ? [] : [JSON.parse(guard)].flat() })),
  );
});
