/** Whoever can write to the remote changes nothing on any machine, and every machine says that somebody tried. */
import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RecordId } from "../../../src/core/record/record.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";
import { hostileLog, logIn, machineOf, newKey, signedAs } from "./forged-log.ts";
import { type Attack, BY_A_THIEF, BY_A_WRITER, introduce, strangersFiles } from "./log-attacks.ts";
import { type RemoteWriter, remoteWriter } from "./remote-writer.ts";

type Scene = {
  readonly homes: readonly MemoryHome[];
  readonly writer: RemoteWriter;
  readonly records: readonly RecordId[];
  readonly remote: string;
};

for (const [name, attack] of Object.entries(BY_A_WRITER))
  for (const at of [0, 1])
    test(`${name}, in place of the log of ${at === 0 ? "this machine" : "the other one"}, changes nothing and is said`, async (t) => {
      const scene = await sceneOf(t);
      await refusedEverywhere(scene, at, attack);
    });

async function refusedEverywhere(scene: Scene, at: number, attack: Attack): Promise<void> {
  const { homes, writer } = scene;
  const before = await allContents(homes);
  const id = machineOf(homes[at]!).id;
  attack(scene, { id, home: homes[at]!, files: writer.read(id) });
  const first = await (await homes[0]!.open()).syncNow();
  assert.equal(first.arrived, 0);
  assert.ok(first.alarms.length > 0, "nothing was said");
  assert.deepEqual((await (await homes[0]!.open()).syncStatus()).alarms, first.alarms);
  const checks = await (await homes[0]!.open()).doctorOfSync();
  assert.ok(checks.some((check) => check.name === "sync alarm" && !check.ok));
  await settleAll(homes);
  assert.deepEqual(await allContents(homes), before);
  // The right log is at the remote again, so that nobody sees an alarm any more.
  for (const home of homes) assert.deepEqual((await (await home.open()).syncNow()).alarms, []);
}

async function allContents(homes: readonly MemoryHome[]): Promise<string[][]> {
  const all: string[][] = [];
  for (const home of homes) all.push(await contents(await home.open()));
  return all;
}

async function sceneOf(t: Parameters<typeof machines>[0]): Promise<Scene> {
  const { homes, remote } = await machines(t);
  const records: RecordId[] = [];
  for (const [at, home] of homes.entries())
    for (const day of ["Tuesday", "Friday"]) {
      const text = `Crew ${at} sails on ${day}`;
      const { record } = await (await home.open()).add({ text, type: "fact", scope: "global" });
      records.push(record!.id);
      await settleAll(homes);
    }
  for (const home of homes) await (await home.open()).set("sync.everyMinutes", "0");
  return { homes, remote, records, writer: remoteWriter(t, remote) };
}

for (const at of [0, 1])
  test(`an older log of ${at === 0 ? "this machine" : "the other one"} at the same remote is refused and put right`, async (t) => {
    const scene = await sceneOf(t);
    const id = machineOf(scene.homes[at]!).id;
    const old = scene.writer.read(id);
    await (await scene.homes[at]!.open()).delete(scene.records[at]!);
    await settleAll(scene.homes);
    await refusedEverywhere(scene, at, ({ writer }) => writer.write(id, old));
  });

test("a confirmed machine cannot sign for another one", async (t) => {
  const scene = await sceneOf(t);
  const [one, two] = scene.homes as [MemoryHome, MemoryHome];
  // The second machine's key signs a log for the first, and for an id that nobody has.
  await refusedEverywhere(scene, 0, ({ writer, records }, { id, files }) =>
    writer.write(id, signedAs(hostileLog(logIn(id, files), records, { files }), machineOf(two))),
  );
  const before = await allContents(scene.homes);
  const stranger = newKey().id;
  const { writer, records } = scene;
  const files = writer.read(machineOf(two).id);
  const log = { ...hostileLog(logIn(machineOf(two).id, files), records), machine: stranger };
  writer.write(stranger, signedAs(log, machineOf(two)));
  const { alarms } = await (await one.open()).syncNow();
  assert.match(alarms.join("\n"), /it is signed by/);
  await settleAll(scene.homes);
  assert.deepEqual(await allContents(scene.homes), before);
});

test("two logs with one number, and a log that leaves numbers out, are refused although the key is right", async (t) => {
  const scene = await sceneOf(t);
  const [one, two] = scene.homes as [MemoryHome, MemoryHome];
  const { id } = machineOf(two);
  const files = scene.writer.read(id);
  const before = await contents(await one.open());
  for (const [name, attack] of Object.entries(BY_A_THIEF)) {
    attack(scene, { id, home: two, files });
    const { alarms, arrived } = await (await one.open()).syncNow();
    assert.ok(alarms.length > 0 && arrived === 0, name);
    assert.deepEqual(await contents(await one.open()), before, name);
  }
});

test("a stolen machine that names the last of all times does not end what the others exchange", async (t) => {
  const { homes, remote } = await machines(t, { count: 3 });
  const [one, two, three] = homes as [MemoryHome, MemoryHome, MemoryHome];
  for (const home of homes) await (await home.open()).set("sync.everyMinutes", "0");
  const { record } = await (await one.open()).add({ text: "The mill stands", type: "fact", scope: "global" });
  await settleAll(homes);
  const writer = remoteWriter(t, remote);
  const thief = machineOf(two);
  const files = writer.read(thief.id);
  writer.write(thief.id, signedAs(hostileLog(logIn(thief.id, files), [], { files, t: 2 ** 50 - 1 }), thief));
  for (const home of [one, three]) assert.equal((await (await home.open()).syncNow()).arrived, 1);
  const listed = await (await one.open()).machines();
  await (await one.open()).revokeMachine(listed.find(({ id }) => id === thief.id)!.fingerprint);
  for (const text of ["The mill fell", "The mill was built again"]) {
    await (await one.open()).update(record!.id, { text });
    await (await one.open()).add({ text: `Before that: ${text}`, type: "fact", scope: "global" });
    for (const home of [one, three, one]) assert.deepEqual((await (await home.open()).syncNow()).alarms, []);
    const there = (await (await three.open()).list({ status: "active" })).map((one) => one.text);
    assert.ok(there.includes(text) && there.includes(`Before that: ${text}`), there.join("; "));
  }
});

test("a copy of the remote's past does not undo what was deleted, although the local copy is gone", async (t) => {
  const scene = await sceneOf(t);
  const [one, two] = scene.homes as [MemoryHome, MemoryHome];
  const { writer } = scene;
  const old = new Map([one, two].map((home) => [machineOf(home).id, writer.read(machineOf(home).id)]));
  await (await one.open()).delete(scene.records[0]!);
  await (await two.open()).update(scene.records[2]!, { text: "Crew 1 sails on Monday" });
  await settleAll(scene.homes);
  const before = await allContents(scene.homes);
  for (const [id, files] of old) writer.write(id, files);
  one.close();
  rmSync(join(one.path, "sync", "repository.git"), { recursive: true });
  const { alarms, arrived } = await (await one.open()).syncNow();
  assert.ok(alarms.length > 0);
  assert.equal(arrived, 0);
  await settleAll(scene.homes);
  assert.deepEqual(await allContents(scene.homes), before);
});

test("a home restored from a backup exchanges nothing until the person gives it a new id, and then loses nothing", async (t) => {
  const scene = await sceneOf(t);
  const [one, two] = scene.homes as [MemoryHome, MemoryHome];
  one.close();
  const backup = tempDir(t, "backup");
  cpSync(one.path, join(backup, "home"), { recursive: true });
  await (await one.open()).add({ text: "The pilot lives at pier nine", type: "fact", scope: "global" });
  await (await one.open()).delete(scene.records[0]!);
  await settleAll(scene.homes);
  const right = await contents(await two.open());
  one.close();
  rmSync(one.path, { recursive: true });
  cpSync(join(backup, "home"), one.path, { recursive: true });
  await (await one.open()).add({ text: "The cook lives at pier ten", type: "fact", scope: "global" });
  await assert.rejects(async () => (await one.open()).syncNow(), /restored from a backup.*oldhand sync rotate/);
  assert.match((await (await one.open()).syncStatus()).problem ?? "", /sync rotate/);
  assert.deepEqual(await contents(await two.open()), right);
  await assert.rejects(async () => (await one.open()).rotateKey(), /say whether it is yours/);
  await (await one.open()).rotateKey({ takeOver: true });
  await settleAll(scene.homes);
  const [here, there] = await allContents(scene.homes);
  assert.deepEqual(here, there);
  assert.equal(here!.length, right.length + 1);
  for (const home of scene.homes) assert.deepEqual((await (await home.open()).syncNow()).alarms, []);
});

test("what is signed with a key that was replaced no longer counts", async (t) => {
  const scene = await sceneOf(t);
  const [one, two] = scene.homes as [MemoryHome, MemoryHome];
  const { writer, records } = scene;
  const thief = machineOf(two);
  await (await two.open()).rotateKey();
  await settleAll(scene.homes);
  const before = await allContents(scene.homes);
  const files = writer.read(thief.id);
  writer.write(thief.id, signedAs(hostileLog(logIn(thief.id, files), records, { files }), thief));
  const { alarms } = await (await one.open()).syncNow();
  assert.match(alarms.join("\n"), /changed to another key/);
  await settleAll(scene.homes);
  assert.deepEqual(await allContents(scene.homes), before);
});

test("a machine that a stolen one confirmed is revoked with it, and what it signs then counts nowhere", async (t) => {
  const { homes, remote } = await machines(t, { count: 3 });
  const [one, two, three] = homes as [MemoryHome, MemoryHome, MemoryHome];
  const { record } = await (await one.open()).add({ text: "The dam holds", type: "fact", scope: "global" });
  for (const home of homes) await (await home.open()).set("sync.everyMinutes", "0");
  await settleAll(homes);
  const writer = remoteWriter(t, remote);
  const thief = machineOf(two);
  const guest = introduce({ writer }, { id: thief.id, home: two, files: writer.read(thief.id) });
  const stateOf = async (home: MemoryHome): Promise<string | undefined> =>
    (await (await home.open()).machines()).find(({ id }) => id === guest.id)?.state;
  const honest = [one, three];
  await settleAll(honest);
  assert.deepEqual([await stateOf(one), await stateOf(three)], ["confirmed", "confirmed"]);
  const listed = await (await one.open()).machines();
  const { introduced } = await (await one.open()).revokeMachine(listed.find(({ id }) => id === thief.id)!.fingerprint);
  assert.deepEqual(
    introduced?.map(({ id }) => id),
    [guest.id],
  );
  assert.equal(await stateOf(one), "revoked");
  await settleAll(honest);
  assert.equal(await stateOf(three), "unconfirmed");
  const before = await allContents(honest);
  writer.write(guest.id, strangersFiles(logIn(guest.id, writer.read(guest.id)), [record!.id], guest));
  await settleAll(honest);
  assert.deepEqual(await allContents(honest), before);
  await (await three.open()).add({ text: "The dam leaks", type: "fact", scope: "global" });
  await settleAll(honest);
  assert.match((await allContents(honest))[0]!.join(), /The dam leaks/);
});
