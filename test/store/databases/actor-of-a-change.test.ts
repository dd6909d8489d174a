import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";

const sql = (name: string): string =>
  readFileSync(new URL(`../../../src/store/migrations/${name}`, import.meta.url), "utf8");

test("of the changes of version 0.1, who made them is read from its words once, and what is unknown counts as a person's", () => {
  const state = new DatabaseSync(":memory:");
  state.exec(sql("0001-start.sql"));
  const words = [
    "a person, on the command line",
    "an agent, through MCP",
    "oldhand",
    "oldhand, to finish an interrupted deletion",
    "your machine laptop",
    "team member Ana",
    "An agent of another version",
  ];
  const insert = state.prepare(
    "INSERT INTO revisions (batch, record, folder, at_ms, verb, by) VALUES ('b', 'r', 'global', 1, 'add', ?)",
  );
  for (const by of words) insert.run(by);
  state.exec(sql("0024-actor-of-a-change.sql"));
  const actors = state.prepare("SELECT actor FROM revisions ORDER BY seq").all();
  assert.deepEqual(
    actors.map(({ actor }) => actor),
    ["person", "agent", "oldhand", "repair", "machine", "member", "person"],
  );
});
