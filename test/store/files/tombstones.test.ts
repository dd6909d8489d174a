import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { openTombstones, type TombstoneStore } from "../../../src/store/files/tombstones.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { recordId } from "../../fixtures/records.ts";

const NOW = Date.parse("2026-03-01T10:00:00.000Z");
const TEXT = "The vault of the old bank is in Lisbon";
const ID = recordId("vault");
const GONE = { id: true, text: true };
const NOT_GONE = { id: false, text: false };

function openedTombstones(
  t: Cleaning,
  directory = tempDir(t),
): { tombstones: TombstoneStore; file: string; directory: string } {
  const home = homeFrom({ oldhandHome: directory });
  const state = openState(home, { at: () => {}, note: () => {} });
  t.after(() => state.close());
  return { tombstones: openTombstones(home.tombstonesFile, state), file: home.tombstonesFile, directory };
}

test("a tombstone holds hashes only", (t) => {
  const { tombstones, file } = openedTombstones(t);
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  const text = readFileSync(file, "utf8");
  for (const word of [ID, "vault", "Lisbon", "bank"]) assert.ok(!text.includes(word), word);
});

test("two homes make different hashes of one text, so that nobody can look a text up", (t) => {
  const lines = [openedTombstones(t), openedTombstones(t)].map(({ tombstones }) => {
    tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
    return (JSON.parse(tombstones.lines().at(-1)!) as { text: string }).text;
  });
  assert.notEqual(lines[0], lines[1]);
});

const AGAIN: readonly (readonly [string, boolean])[] = [
  [TEXT, true],
  ["the VAULT of the old bank is in lisbon.", true],
  ["  The vault  of the\nold bank is in Lisbon! ", true],
  ["Remember: the vault of the old bank is in Lisbon", true],
  ["The vault of the new bank is in Porto", false],
  ["The old bank of Lisbon has a vault", false],
  ["Lisbon", false],
];

for (const [text, known] of AGAIN) {
  test(`${JSON.stringify(text)} is ${known ? "known again" : "something else"}`, (t) => {
    const { tombstones } = openedTombstones(t);
    tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
    assert.equal(tombstones.matchNow({ text }).text, known);
  });
}

test("a lost state is filled again from the file", (t) => {
  const { tombstones, directory } = openedTombstones(t);
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `state.db${end}`), { force: true });
  assert.deepEqual(openedTombstones(t, directory).tombstones.matchNow({ id: ID, text: TEXT }), GONE);
});

test("a truncated or lost file is restored from the state", (t) => {
  const { tombstones, file } = openedTombstones(t);
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  const complete = readFileSync(file, "utf8").split("\n").sort();
  writeFileSync(file, readFileSync(file).subarray(0, 40));
  assert.deepEqual(tombstones.matchNow({ id: ID, text: TEXT }), GONE);
  for (const line of complete) assert.ok(readFileSync(file, "utf8").includes(line), line);
});

test("a torn line at the end buries nothing and does no harm to the next", (t) => {
  const { tombstones, file } = openedTombstones(t);
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  appendFileSync(file, '{"at":"2026-03-01","why":"del');
  const other = { id: recordId("other"), text: "The other vault of the bank is in Porto" };
  assert.deepEqual(tombstones.matchNow(other), NOT_GONE);
  tombstones.add(other, "delete", NOW);
  assert.deepEqual([tombstones.matchNow(other), tombstones.matchNow({ id: ID, text: TEXT })], [GONE, GONE]);
});

test("what was lifted stays lifted after the state is lost, and can be buried again", async (t) => {
  const { tombstones, directory } = openedTombstones(t);
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  await tombstones.lift({ id: ID, text: TEXT });
  assert.deepEqual(tombstones.matchNow({ id: ID, text: TEXT }), NOT_GONE);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `state.db${end}`), { force: true });
  const fresh = openedTombstones(t, directory).tombstones;
  assert.deepEqual(fresh.matchNow({ id: ID, text: TEXT }), NOT_GONE);
  fresh.add({ id: ID, text: TEXT }, "delete", NOW);
  assert.deepEqual(fresh.matchNow({ id: ID, text: TEXT }), GONE);
});

test("what was lifted is not buried again by the next thing that is", async (t) => {
  const { tombstones } = openedTombstones(t);
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  await tombstones.lift({ id: ID, text: TEXT });
  tombstones.add({ id: recordId("other"), text: "Something else that was said once" }, "delete", NOW);
  assert.deepEqual(tombstones.matchNow({ id: ID, text: TEXT }), NOT_GONE);
});

test("tombstones of an export count under the key they were made with", (t) => {
  const theirs = openedTombstones(t).tombstones;
  theirs.add({ id: ID, text: TEXT }, "delete", NOW);
  const mine = openedTombstones(t).tombstones;
  mine.add({ text: "Something else that was said once" }, "delete", NOW);
  assert.equal(mine.importLines(theirs.lines()), 2);
  assert.equal(mine.importLines(theirs.lines()), 0);
  assert.deepEqual(mine.matchNow({ id: ID, text: TEXT }), GONE);
});

test("a torn line is in no dump and no export, and what follows it counts", (t) => {
  const { tombstones, file } = openedTombstones(t);
  tombstones.add({ id: recordId("first"), text: "The first one is gone for good" }, "delete", NOW);
  appendFileSync(file, '{"at":"2026-03-01T10:00:00.000Z","why":"del');
  tombstones.add({ id: ID, text: TEXT }, "delete", NOW);
  assert.deepEqual(tombstones.matchNow({ id: ID, text: TEXT }), GONE);
  assert.equal(tombstones.lines().length, 3, "the key and two tombstones");
  for (const line of tombstones.lines()) JSON.parse(line);
});
