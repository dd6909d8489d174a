/** A home whose id is from before ids came from keys, and a sync that was killed while it held the lease. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";
import { logIn, machineOf, signedAs } from "./forged-log.ts";
import { remoteWriter } from "./remote-writer.ts";
import { syncUntil } from "./sync-child.ts";

test("a home with an older id exchanges nothing until its person gives it a new one, which the others follow", async (t) => {
  const { homes, remote } = await machines(t);
  const [one, two] = homes as [MemoryHome, MemoryHome];
  const { record } = await (await two.open()).add({ text: "The ferry leaves at noon", type: "fact", scope: "global" });
  const gone = await (await two.open()).add({ text: "The crane is out of order", type: "fact", scope: "global" });
  for (const home of homes) await (await home.open()).set("sync.everyMinutes", "0");
  await settleAll(homes);
  await (await two.open()).delete(gone.record!.id);
  await settleAll(homes);
  const before = await contents(await one.open());
  makeOlder(two, { remote, others: [one], writer: remoteWriter(t, remote) });

  assert.equal((await (await two.open()).get(record!.id)).text, "The ferry leaves at noon");
  await assert.rejects(async () => (await two.open()).syncNow(), /nothing is exchanged. Run `oldhand sync rotate`/);
  assert.match((await (await two.open()).syncStatus()).problem ?? "", /sync rotate/);
  const { alarms, unusable } = await (await one.open()).syncNow();
  assert.deepEqual(alarms, []);
  assert.match(unusable.join(), /run `oldhand sync rotate` there/);
  await (await two.open()).rotateKey();
  await settleAll(homes);
  await (await two.open()).update(record!.id, { text: "The ferry leaves at one" });
  await settleAll(homes);
  const [here, there] = [await contents(await one.open()), await contents(await two.open())];
  assert.deepEqual(here, there);
  assert.equal(here.length, before.length);
  assert.match(here.join(), /leaves at one.*"trust":"person"/);
});

/** As a former program left it: the id and the log of that id, and nothing remembered of numbers. */
function makeOlder(home: MemoryHome, { remote, others, writer }: Older): void {
  const machine = machineOf(home);
  const id = "mac_1kjmdeb80dt65nc5dz";
  const log = { ...logIn(machine.id, writer.read(machine.id)), machine: id };
  writer.write(machine.id, undefined);
  writer.write(id, signedAs(log, machine));
  home.close();
  writeFileSync(join(home.path, "sync", "machine.json"), JSON.stringify({ ...machine, id, successions: undefined }));
  for (const one of [home, ...others]) {
    one.close();
    const copy = join(one.path, "sync", "repository.git");
    execFileSync("git", ["--git-dir", copy, "fetch", "--quiet", remote, "+oldhand:oldhand"]);
    const state = new DatabaseSync(join(one.path, "state.db"));
    state.exec("DELETE FROM meta WHERE key IN ('sync_logs', 'sync_settled')");
    state.prepare("UPDATE agreed SET version = replace(version, ?, ?)").run(machine.id, id);
    state.close();
  }
}

type Older = {
  readonly remote: string;
  readonly others: readonly MemoryHome[];
  readonly writer: ReturnType<typeof remoteWriter>;
};

test("a sync that was killed frees its lease at once", async (t) => {
  const { homes } = await machines(t);
  const [one] = homes as [MemoryHome];
  await (await one.open()).add({ text: "The buoy is red", type: "fact", scope: "global" });
  const { signal } = await syncUntil(one, 12);
  assert.equal(signal, "SIGKILL");
  assert.equal((await (await one.open()).syncNow()).alarms.length, 0);
});
