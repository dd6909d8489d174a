import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

async function statuses(memory: Memory): Promise<Record<string, string>> {
  const records = await memory.list({ status: "all" });
  return Object.fromEntries(records.map(({ text, status }) => [text, status]));
}

/** The same statement without a word in common, which only consolidation detects; each used once. */
async function duplicates(home: MemoryHome): Promise<string[]> {
  const memory = await home.open();
  const one = await memory.add({ text: "Delete dirs", type: "fact" });
  const two = await memory.add({ text: "Remove folders", type: "fact" });
  assert.deepEqual([one.outcome, two.outcome], ["remembered", "remembered"]);
  const ids = [one.record!.id, two.record!.id];
  await memory.recall({ query: "delete dirs", format: "json", session: "s1" });
  await memory.recall({ query: "remove folders", format: "json", session: "s2", limit: 1 });
  return ids;
}

test("a dry run lists what it would do and changes nothing", async (t) => {
  const home = memoryHome(t);
  const ids = await duplicates(home);
  const memory = await home.open();
  const before = filesUnder(home.path);
  const { dryRun, merged, archived } = await memory.consolidate({ dryRun: true });
  assert.deepEqual([dryRun, merged.length, archived], [true, 1, []]);
  assert.deepEqual([merged[0]!.into, ...merged[0]!.from].sort(), ids.toSorted());
  assert.deepEqual(filesUnder(home.path), before);
});

test("duplicates become one record, with the uses of both", async (t) => {
  const home = memoryHome(t);
  await duplicates(home);
  const memory = await home.open();
  const { merged } = await memory.consolidate();
  const survivor = await memory.get(merged[0]!.into);
  const gone = await memory.get(merged[0]!.from[0]!);
  // A use of each, on top of the first.
  assert.deepEqual([survivor.status, survivor.reinforcement, gone.status], ["active", 3, "superseded"]);
  assert.deepEqual((await memory.consolidate()).merged, []);
});

test("unused records decay, policies never do", async (t) => {
  const home = memoryHome(t);
  const first = await home.open();
  await first.add({ text: "The ferry leaves at nine", type: "fact" });
  await first.add({ text: "Never push to main", type: "policy" });
  for (let day = 0; day < 285; day += 5) {
    home.wait(5 * DAY_MS);
    // Activity in between shows that the clock did not jump.
    await (await home.open()).add({ text: "The harbour is open", type: "fact" });
  }
  assert.deepEqual((await statuses(await home.open()))["The ferry leaves at nine"], "active");
  home.wait(14 * DAY_MS);
  assert.deepEqual(await statuses(await home.open()), {
    "The ferry leaves at nine": "archived",
    "Never push to main": "active",
    "The harbour is open": "active",
  });
});

test("after a clock jump at most one record in twenty is archived at once", async (t) => {
  const home = memoryHome(t);
  const first = await home.open();
  for (let n = 0; n < 40; n++) await first.add({ text: `Berth ${n} has ${n * 7} metres`, type: "fact" });
  home.wait(400 * DAY_MS);
  const archivedNow = async () =>
    Object.values(await statuses(await home.open())).filter((status) => status === "archived").length;
  assert.equal(await archivedNow(), 2);
  const { archived, held } = await (await home.open()).consolidate();
  assert.deepEqual([archived.length, held.length], [1, 37]);
});

test("it runs in the background of a command once a week, and not more often", async (t) => {
  const home = memoryHome(t);
  await home.open();
  await duplicates(home);
  home.wait(6 * DAY_MS);
  const isMerged = async () => Object.values(await statuses(await home.open())).includes("superseded");
  assert.equal(await isMerged(), false);
  home.wait(DAY_MS + HOUR_MS);
  assert.equal(await isMerged(), true);
});

test("each project has its own week", async (t) => {
  const home = memoryHome(t);
  const [one, two] = [makeRepo(t), makeRepo(t)];
  const open = await home.open(two);
  await open.add({ text: "The ferry leaves at nine", type: "fact", scope: "project" });
  for (let day = 0; day < 320; day += 20) {
    home.wait(20 * DAY_MS);
    await (await home.open(one)).add({ text: "The harbour is open", type: "fact", scope: "project" });
  }
  assert.deepEqual(await statuses(await home.open(two)), { "The ferry leaves at nine": "archived" });
});

test("a recurring episode of one project is not suggested from another", async (t) => {
  const home = memoryHome(t);
  const [one, two] = [makeRepo(t), makeRepo(t)];
  for (let n = 0; n < 3; n++) {
    await (await home.open(one)).addEpisode({ text: "The deploy failed: the lock was stale", outcome: "failure" });
    home.wait(DAY_MS);
  }
  assert.deepEqual((await (await home.open(two)).consolidate()).promoted, []);
  assert.equal((await (await home.open(one)).consolidate()).promoted.length, 1);
});

test("a recurring episode is suggested once, and not again after it was dismissed", async (t) => {
  const home = memoryHome(t);
  for (let n = 0; n < 3; n++) {
    const memory = await home.open();
    await memory.addEpisode({ text: "The deploy failed: the lock file was stale", outcome: "failure" });
    home.wait(DAY_MS);
  }
  const memory = await home.open();
  assert.equal((await memory.consolidate()).promoted.length, 1);
  assert.equal((await memory.consolidate()).promoted.length, 0);
  const [pending, ...more] = await memory.suggestions("pending");
  assert.deepEqual([pending?.text, more], ["The deploy failed: the lock file was stale", []]);
  await memory.dismiss(pending!.id);
  await memory.addEpisode({ text: "The deploy failed: the lock file was stale", outcome: "failure" });
  home.wait(8 * DAY_MS);
  const later = await home.open();
  assert.deepEqual([(await later.consolidate()).promoted, await later.suggestions("pending")], [[], []]);
});
