import assert from "node:assert/strict";
import { test } from "node:test";
import { queryFrom, rowsOf } from "../src/postgres/sql.ts";

const query = (parts: TemplateStringsArray, ...values: unknown[]) => queryFrom(parts, values);

test("every value becomes a parameter", () => {
  const evil = "'; DROP TABLE x; --";
  assert.deepEqual(query`SELECT ${evil} WHERE a = ANY(${[evil]}) AND b = ${null}`, {
    text: "SELECT $1 WHERE a = ANY($2) AND b = $3",
    values: [evil, [evil], null],
  });
  assert.deepEqual(query`SELECT 1`, { text: "SELECT 1", values: [] });
});

test("rows become columns and parameters", () => {
  assert.deepEqual(query`INSERT INTO t ${rowsOf({ a: 1, b: "x" }, { a: 2, b: "y" })} RETURNING ${"z"}`, {
    text: "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) RETURNING $5",
    values: [1, "x", 2, "y", "z"],
  });
});
