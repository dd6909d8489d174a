import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_MS } from "../../fixtures/command-events.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";

test("a memory that stays open imports new shell history, and its pulse changes", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const before = memory.pulse();
  assert.deepEqual(memory.pulse(), before, "reading changes nothing");
  spool(home.path, typed(["npm test"]));
  assert.equal((await memory.takeIn()).imported, 1);
  const after = memory.pulse();
  assert.notEqual(after.history, before.history);
  assert.equal((await memory.takeIn()).imported, 0);
  assert.deepEqual(memory.pulse(), after);
});

test("writes of another process and manual edits change the pulse", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const before = memory.pulse();
  const other = await home.openBeside();
  await other.add({ text: "The loom is loud" });
  assert.notEqual(memory.pulse().mark, before.mark);
});

test("the history is paged from the newest entry, and counted with the same filters", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spool(home.path, typed(["one", "two", "three", "four"], { cwd: repo }));
  spool(home.path, typed(["elsewhere"], { fromMs: FIRST_MS + 1_000_000 }), { name: "two" });
  const memory = await home.open(repo);
  const project = memory.project!.id;
  const page = async (skip: number) =>
    (await memory.commands({ project, skip, limit: 2 })).map(({ command }) => command);
  assert.deepEqual([await page(0), await page(2), await page(4)], [["four", "three"], ["two", "one"], []]);
  assert.equal(memory.commandsFound({ project }), 4);
  assert.equal(memory.commandsFound({}), 5);
  assert.equal(memory.commandsFound({ words: ["t"] }), 2);
});

test("a change of one record can be undone only if nothing changed since", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const first = (await memory.add({ text: "The loom is loud" })).record!.id;
  await memory.delete(first);
  const second = (await memory.add({ text: "Staging answers at port 4100" })).record!.id;
  await assert.rejects(memory.undo({ of: first }), /Something else changed since/);
  assert.deepEqual(
    (await memory.undo({ of: second })).undone.map(({ record }) => record),
    [second],
  );
  await memory.undo({ of: first });
  assert.equal((await memory.get(first)).text, "The loom is loud");
});

test("every project with stored data is listed", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await (await home.open(repo)).add({ text: "The loom is loud" });
  const known = (await home.open()).projects.known();
  assert.deepEqual(
    known.map(({ paths }) => paths),
    [[repo]],
  );
});
