import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemory } from "../../src/main/memory.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

test("a memory opens without options", async (t) => {
  const memory = await openMemory(memoryHome(t).env());
  t.after(() => memory.close());
  assert.deepEqual(await memory.list({ status: "all" }), []);
});
