import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openState } from "../../../../src/store/local/databases/state-db.ts";
import { homeFrom } from "../../../../src/store/local/files/home.ts";
import { type Graveyard, openTombstones } from "../../../../src/store/local/files/tombstones.ts";
import { type Cleaning, tempDir } from "../../../fixtures/git-repo.ts";
import { recordId } from "../../../fixtures/records.ts";

const NOW = Date.parse("2026-03-01T10:00:00.000Z");
const TEXT = "The vault of the old bank is in Lisbon";
const ID = recordId("vault");
const GONE = { id: true, text: true };
const NOT_GONE = { id: false, text: false };

function graveyard(t: Cleaning, directory = tempDir(t)): { graves: Graveyard; file: string; directory: string } {
  const home = homeFrom({ oldhandHome: directory });
  const state = openState(home, { at: () => {}, note: () => {} });
  t.after(() => state.close());
  return { graves: openTombstones(home.tombstonesFile, state), file: home.tombstonesFile, directory };
}

test("a tombstone holds hashes only", (t) => {
  const { graves, file } = graveyard(t);
  graves.bury({ id: ID, text: TEXT }, "delete", NOW);
  const text = readFileSync(file, "utf8");
  for (const word of [ID, "vault", "Lisbon", "bank"]) assert.ok(!text.includes(word), word);
});

test("two homes hash the same text differently, so that nobody can look a text up", (t) => {
  const lines = [graveyard(t), graveyard(t)].map(({ graves }) => {
    graves.bury({ id: ID, text: TEXT }, "delete", NOW);
    return (JSON.parse(graves.lines().at(-1)!) as { text: string }).text;
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
  test(`${JSON.stringify(text)} ${known ? "matches the tombstone" : "does not match"}`, (t) => {
    const { graves } = graveyard(t);
    graves.bury({ id: ID, text: TEXT }, "delete", NOW);
    assert.equal(graves.buriedNow({ text }).text, known);
  });
}

test("a lost state.db gets its tombstones back from the file", (t) => {
  const { graves, directory } = graveyard(t);
  graves.bury({ id: ID, text: TEXT }, "delete", NOW);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `state.db${end}`), { force: true });
  assert.deepEqual(graveyard(t, directory).graves.buriedNow({ id: ID, text: TEXT }), GONE);
});

test("a truncated or lost file is completed from state.db", (t) => {
  const { graves, file } = graveyard(t);
  graves.bury({ id: ID, text: TEXT }, "delete", NOW);
  const whole = readFileSync(file, "utf8").split("\n").sort();
  writeFileSync(file, readFileSync(file).subarray(0, 40));
  assert.deepEqual(graves.buriedNow({ id: ID, text: TEXT }), GONE);
  for (const line of whole) assert.ok(readFileSync(file, "utf8").includes(line), line);
});

test("a torn last line is ignored and does not damage the next one", (t) => {
  const { graves, file } = graveyard(t);
  graves.bury({ id: ID, text: TEXT }, "delete", NOW);
  appendFileSync(file, '{"at":"2026-03-01","why":"del');
  const other = { id: recordId("other"), text: "The other vault of the bank is in Porto" };
  assert.deepEqual(graves.buriedNow(other), NOT_GONE);
  graves.bury(other, "delete", NOW);
  assert.deepEqual([graves.buriedNow(other), graves.buriedNow({ id: ID, text: TEXT })], [GONE, GONE]);
});

test("a lifted tombstone stays lifted after state.db is lost, and can be set again", async (t) => {
  const { graves, directory } = graveyard(t);
  graves.bury({ id: ID, text: TEXT }, "delete", NOW);
  await graves.lift({ id: ID, text: TEXT });
  assert.deepEqual(graves.buriedNow({ id: ID, text: TEXT }), NOT_GONE);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `state.db${end}`), { force: true });
  const fresh = graveyard(t, directory).graves;
  assert.deepEqual(fresh.buriedNow({ id: ID, text: TEXT }), NOT_GONE);
  fresh.bury({ id: ID, text: TEXT }, "delete", NOW);
  assert.deepEqual(fresh.buriedNow({ id: ID, text: TEXT }), GONE);
});

test("a lifted tombstone is not set again by the next one", async (t) => {
  const { graves } = graveyard(t);
  graves.bury({ id: ID, text: TEXT }, "delete", NOW);
  await graves.lift({ id: ID, text: TEXT });
  graves.bury({ id: recordId("other"), text: "Something else that was said once" }, "delete", NOW);
  assert.deepEqual(graves.buriedNow({ id: ID, text: TEXT }), NOT_GONE);
});

test("tombstones of an export are matched with the key they were made with", (t) => {
  const theirs = graveyard(t).graves;
  theirs.bury({ id: ID, text: TEXT }, "delete", NOW);
  const mine = graveyard(t).graves;
  mine.bury({ text: "Something else that was said once" }, "delete", NOW);
  assert.equal(mine.takeOver(theirs.lines()), 2);
  assert.equal(mine.takeOver(theirs.lines()), 0);
  assert.deepEqual(mine.buriedNow({ id: ID, text: TEXT }), GONE);
});
