/** A machine that nobody confirmed, made by somebody who can write to the remote: what it says is about its own records alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MachineLog, RecordVersion } from "../../../src/core/sync/machine-log.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { machines } from "../../fixtures/own-machines.ts";
import { logIn, machineOf, newKey, signedAs } from "./forged-log.ts";
import { remoteWriter } from "./remote-writer.ts";

/** A log with a valid key of its own, and nothing but what is given. */
function strangersLog(
  of: MachineLog,
  said: Partial<MachineLog>,
): { readonly id: string; readonly files: ReturnType<typeof signedAs> } {
  const key = newKey();
  const nothing = { earlier: [], successions: [], confirmed: [], revoked: [], versions: [], removals: [] };
  const bare = { ...of, ...nothing, decisions: [], tombstones: [], projects: [], included: [] };
  const log = { ...bare, machine: key.id, name: "stranger", seq: 1, ...said };
  const versions = log.versions.map((one) => ({ ...one, stamp: { ...one.stamp, machine: key.id } }));
  return { id: key.id, files: signedAs({ ...log, versions }, key) };
}

async function textsIn(home: MemoryHome, dir: string): Promise<string[]> {
  const records = await (await home.open(dir)).list({ status: "active", scopes: ["project"] });
  return records.map(({ text }) => text).sort();
}

test("it cannot say which project another machine's records are of", async (t) => {
  const { homes, remote } = await machines(t);
  const [one, two] = homes as [MemoryHome, MemoryHome];
  const [bakery, mill] = [makeRepo(t), makeRepo(t)];
  for (const dir of [bakery, mill]) {
    await (await one.open(dir)).set("sync.everyMinutes", "0");
    await (await one.open(dir)).add({ text: `This is ${dir === mill ? "the mill" : "the bakery"}`, scope: "project" });
  }
  await (await two.open()).set("sync.everyMinutes", "0");
  await (await two.open(bakery)).add({ text: "The oven is hot at four", type: "fact", scope: "project" });
  for (const home of [two, one]) await (await home.open()).syncNow();
  const writer = remoteWriter(t, remote);
  const log = logIn(machineOf(two).id, writer.read(machineOf(two).id));
  const millOfOne = logIn(machineOf(one).id, writer.read(machineOf(one).id)).projects;
  const [theirs] = log.projects;
  const other = millOfOne.find(({ rootCommits }) => rootCommits[0] !== theirs!.rootCommits[0]);
  const { id, files } = strangersLog(log, { projects: [{ ...other!, id: theirs!.id }] });
  await (await two.open(bakery)).add({ text: "Bread is baked at dawn", type: "fact", scope: "project" });
  await (await two.open()).syncNow();
  writer.write(id, files);
  await (await one.open()).syncNow();
  assert.deepEqual(await textsIn(one, mill), ["This is the mill"]);
  assert.deepEqual(await textsIn(one, bakery), [
    "Bread is baked at dawn",
    "The oven is hot at four",
    "This is the bakery",
  ]);
});

for (const [done, bury] of [
  ["deleted", async (home: MemoryHome, id: string) => void (await (await home.open()).delete(id))],
  [
    "forgot",
    async (home: MemoryHome, id: string) => {
      const memory = await home.open();
      await memory.forget(await memory.forgettable({ id }));
    },
  ],
] as const)
  test(`it does not bring back what the person ${done}`, async (t) => {
    const { homes, remote } = await machines(t);
    const [one] = homes as [MemoryHome];
    await (await one.open()).set("sync.everyMinutes", "0");
    const text = "The lighthouse keeper keeps the spare lamp below the third stair";
    const { record } = await (await one.open()).add({ text, type: "fact", scope: "global" });
    await bury(one, record!.id);
    const writer = remoteWriter(t, remote);
    const log = logIn(machineOf(one).id, writer.read(machineOf(one).id));
    const tm = { stamp: { t: Date.parse("2040-01-01"), machine: log.machine }, seen: {} };
    const versions = [record!.id, "rec_1kjmdeb80dt65nc5dz"].map(
      (id): RecordVersion => ({ ...tm, id, text: `---\nid: ${id}\ntype: fact\ntrust: person\n---\n\n${text}\n` }),
    );
    const { id, files } = strangersLog(log, { versions });
    writer.write(id, files);
    const { arrived, refused } = await (await one.open()).syncNow();
    assert.deepEqual({ arrived, refused }, { arrived: 0, refused: 2 });
    assert.deepEqual(await (await one.open()).list({ status: "all" }), []);
    // Still known as buried: an agent's note of the same words is not taken in.
    const note = await (await one.open(undefined, { isAgent: true })).add({ text, type: "fact", scope: "global" });
    assert.notEqual(note.outcome, "remembered");
  });

test("it is not confirmed by calling itself what the person types", async (t) => {
  const { homes, remote } = await machines(t);
  const [one, two] = homes as [MemoryHome, MemoryHome];
  const writer = remoteWriter(t, remote);
  const { fingerprint } = (await (await two.open()).syncStatus()).machine!;
  const log = logIn(machineOf(two).id, writer.read(machineOf(two).id));
  const { id, files } = strangersLog(log, { name: fingerprint });
  writer.write(id, files);
  const memory = await one.open();
  await memory.syncNow();
  assert.equal((await memory.confirmMachine(fingerprint)).id, machineOf(two).id);
  // Also where the right one was taken away before it was known here.
  const alone = memoryHome(t);
  writer.write(machineOf(two).id, undefined);
  await (await alone.open()).addRemote(remote);
  await assert.rejects((await alone.open()).confirmMachine(fingerprint), /Give the entire fingerprint/);
});
