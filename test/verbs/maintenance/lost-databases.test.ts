import assert from "node:assert/strict";
import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

function removeDatabase(home: MemoryHome, name: "index.db" | "state.db"): void {
  home.close();
  for (const path of globSync(join(home.path, `${name}*`))) rmSync(path);
}

async function fill(home: MemoryHome): Promise<{ archived: string; deleted: string }> {
  const memory = await home.open();
  for (let n = 0; n < 8; n++) await memory.add({ text: `Server ${n} of the gateway is in rack ${n * 7}` });
  await memory.add({ text: "Use npm" });
  await memory.add({ text: "Use pnpm" });
  const [first, second] = await memory.list({ status: "active" });
  await memory.archive(first!.id);
  await memory.delete(second!.id);
  return { archived: first!.id, deleted: second!.text };
}

async function answers(memory: Memory) {
  const queries = ["gateway server", "rack", "use pnpm", "server 3", "nothing at all"];
  return {
    list: await memory.list({ status: "all" }),
    found: await Promise.all(
      queries.map(async (query) =>
        (await memory.recall({ query, format: "json", archived: true })).results.map(({ id, relevance }) => [
          id,
          relevance,
        ]),
      ),
    ),
  };
}

test("without its index the memory gives the same answers", async (t) => {
  const home = memoryHome(t);
  await fill(home);
  await answers(await home.open());
  const before = await answers(await home.open());
  removeDatabase(home, "index.db");
  assert.deepEqual(await answers(await home.open()), before);
  await (await home.open()).rebuild();
  assert.deepEqual(await answers(await home.open()), before);
});

test("a damaged index is rebuilt, with a note and the same answers", async (t) => {
  const home = memoryHome(t);
  await fill(home);
  await answers(await home.open());
  const before = await answers(await home.open());
  removeDatabase(home, "index.db");
  writeFileSync(join(home.path, "index.db"), Buffer.alloc(8192, "not a database at all. "));
  assert.deepEqual(await answers(await home.open()), before);
  assert.deepEqual(home.notes, ["index.db was damaged. Rebuilt it from your files."]);
});

test("without state.db the records, archived and deleted ones are as before", async (t) => {
  const home = memoryHome(t);
  const { archived, deleted } = await fill(home);
  const before = (await (await home.open()).list({ status: "all" })).map(({ id, status }) => [id, status]);
  removeDatabase(home, "state.db");
  const memory = await home.open();
  assert.deepEqual(
    (await memory.list({ status: "all" })).map(({ id, status }) => [id, status]),
    before,
  );
  assert.equal((await memory.get(archived)).status, "archived");
  const agent = await home.open(undefined, { isAgent: true });
  const again = await agent.add({ text: deleted });
  assert.deepEqual([again.outcome, again.reason], ["proposed", "It was deleted or dismissed before."]);
});

test("without state.db new ids still come after existing ones", async (t) => {
  const home = memoryHome(t);
  await fill(home);
  removeDatabase(home, "state.db");
  home.wait(1000);
  const { record } = await (await home.open()).add({ text: "The gateway speaks HTTP" });
  const ids = (await (await home.open()).list({ status: "all" })).map(({ id }) => id);
  assert.equal(ids.toSorted().at(-1), record!.id);
});
