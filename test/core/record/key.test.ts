import assert from "node:assert/strict";
import { test } from "node:test";
import { hasNamedKey, keyFor } from "../../../src/core/record/key.ts";
import { slug } from "../../../src/core/text/words.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

/** A topic is a plain choice among its options; a statement without a key in the table is something else. */
const STATEMENTS = readTsv("statements/statements-with-their-topic.tsv", ["statement", "key", "value"]);

for (const { statement, key, value } of STATEMENTS.filter((row) => row.key !== "")) {
  test(`${JSON.stringify(statement)} picks ${value} as the ${key}`, () =>
    assert.deepEqual(keyFor(statement), { key, value, by: "topic" }));
}

for (const { statement } of STATEMENTS.filter(({ key }) => key === "")) {
  test(`${JSON.stringify(statement)} is not a choice, so its key is a slug of its words`, () =>
    assert.deepEqual(keyFor(statement), { key: slug(statement), by: "slug" }));
}

test("a key that was given is taken, whatever the words say", () => {
  assert.deepEqual(keyFor("Use pnpm", " Tooling "), { key: "Tooling", by: "given" });
  assert.deepEqual(keyFor("Use pnpm", "  "), { key: "package-manager", value: "pnpm", by: "topic" });
});

test("two ways to name one database are one choice", () => {
  assert.equal(keyFor("Use PostgreSQL").value, keyFor("Use postgres").value);
});

test("a given key or a topic is a named key; a slug is not", () => {
  assert.equal(hasNamedKey({ key: "package-manager", text: "Use pnpm" }), true);
  assert.equal(hasNamedKey({ key: "rate", text: "The API allows 100 calls a minute" }), true);
  const text = "The API allows 100 calls a minute";
  assert.equal(hasNamedKey({ key: slug(text), text }), false);
});
