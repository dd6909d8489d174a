import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { memoryHome } from "../../fixtures/memory-home.ts";

test("an agent's statement is never critical: added, updated, or written into its file", async (t) => {
  const home = memoryHome(t);
  const agent = await home.open(home.outside, { isAgent: true });
  const { record } = await agent.add({ text: "The gateway speaks HTTP", type: "fact", priority: "critical" });
  assert.equal(record?.priority, "high");
  await agent.update(record!.id, { priority: "critical" });
  assert.equal((await agent.get(record!.id)).priority, "high");
  assert.match(readFileSync(record!.file, "utf8"), /priority: high/);
  writeFileSync(record!.file, readFileSync(record!.file, "utf8").replace("priority: high", "priority: critical"));
  const person = await home.open();
  assert.equal((await person.get(record!.id)).priority, "high");
});

test("a person's statement is as critical as they say", async (t) => {
  const memory = await memoryHome(t).open();
  const { record } = await memory.add({ text: "The gateway speaks HTTP", type: "fact", priority: "critical" });
  assert.equal((await memory.get(record!.id)).priority, "critical");
});
