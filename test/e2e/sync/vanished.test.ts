import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";

const DAY_MS = 86_400_000;

test("an undo whose history has expired before the next sync leaves both machines equal", async (t) => {
  const { homes } = await machines(t);
  const [one, two] = homes as [(typeof homes)[number], (typeof homes)[number]];
  await (await one.open()).add({ text: "The harbour opens at dawn", type: "fact", scope: "global" });
  await settleAll(homes);
  // Somebody who syncs by hand, and not before the history of what was removed has expired.
  await (await two.open()).set("sync.everyMinutes", "0");
  const { undone } = await (await two.open()).undo();
  assert.equal(undone.length, 1);
  for (let day = 0; day < 3; day++) {
    two.wait(DAY_MS);
    await (await two.open()).list({ status: "all" });
  }
  await settleAll(homes);
  const [here, there] = await Promise.all(homes.map(async (home) => contents(await home.openBeside())));
  assert.deepEqual([here, there], [[], []]);
});

test("a record that is gone here without a trace comes back from the other machine", async (t) => {
  const { homes } = await machines(t);
  const [one, two] = homes as [(typeof homes)[number], (typeof homes)[number]];
  const { record } = await (await one.open()).add({ text: "The ferry leaves at noon", type: "fact", scope: "global" });
  await settleAll(homes);
  const memory = await two.open();
  const { file } = await memory.get(record!.id);
  two.close();
  // As a restored backup leaves it: no file, no index, no history of it.
  rmSync(file);
  for (const name of ["index.db", "index.db-wal", "index.db-shm"]) rmSync(join(two.path, name), { force: true });
  const state = new DatabaseSync(join(two.path, "state.db"));
  state.exec("DELETE FROM revisions");
  state.close();
  await settleAll(homes);
  const [here, there] = await Promise.all(homes.map(async (home) => contents(await home.openBeside())));
  assert.deepEqual(there, here);
  assert.equal(here!.length, 1);
});
