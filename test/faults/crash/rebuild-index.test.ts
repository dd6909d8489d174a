/** A lost index is rebuilt from the files, and a lost state.db is restored from its snapshot. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isoTime } from "../../../src/core/base/clock.ts";
import { derivedId } from "../../../src/core/base/id.ts";
import { writeRecord } from "../../../src/core/record/file.ts";
import { type MemoryRecord, STATUSES, TYPE_TABLE, TYPES } from "../../../src/core/record/record.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { isLong, newHome, recordPaths, sha, within } from "../tools/homes.ts";

const RECORDS = isLong ? 10_000 : 2000;
const QUERIES = 100;
const TOP = 20;
const WORDS =
  "anchor ballast cargo derrick ebb ferry gangway hawser inlet jetty keel lantern mast nautical oar pilot".split(" ");

test(`an index of ${RECORDS} records, deleted, is rebuilt to the same dump and the same top ${TOP}`, async (t) => {
  const home = newHome(t);
  writeMany(home);
  const before = await within(home, fingerprints);
  for (const name of readdirSync(home).filter((one) => one.startsWith("index.db"))) rmSync(join(home, name));
  const started = performance.now();
  const after = await within(home, async (memory) => {
    t.diagnostic(`rebuilt in ${Math.round(performance.now() - started)} ms`);
    return fingerprints(memory);
  });
  assert.deepEqual(after, before);
  await within(home, (memory) => memory.rebuild());
  assert.deepEqual(await within(home, fingerprints), before);
  assert.ok(before.found > QUERIES * 5, "the questions hardly found anything");
});

test("after the index is lost, history, counters, suggestions and tombstones are as before", async (t) => {
  const home = newHome(t);
  await use(home);
  const before = await within(home, (memory) => memory.dump());
  rmSync(join(home, "index.db"));
  assert.deepEqual(await within(home, (memory) => memory.dump()), before);
  await staysBuried(home);
});

test("after state.db is lost, every record is there, the snapshot's history is back, and deleted records stay deleted", async (t) => {
  const home = newHome(t);
  await use(home);
  rmSync(join(home, "snapshots"), { recursive: true });
  // Opening it takes today's snapshot.
  const before = await within(home, (memory) => memory.dump());
  const later = await within(home, (memory) => memory.add(factOf("Later than the snapshot: the slipway is new")));
  for (const name of readdirSync(home).filter((one) => one.startsWith("state.db"))) rmSync(join(home, name));
  const notes: string[] = [];
  const after = await within(home, (memory) => memory.dump(), { notes });
  assert.match(notes.join(), /^state\.db was missing\. Restored the snapshot of .*\.$/);
  assert.deepEqual(
    after.filter((line) => !line.includes(later.record!.id)),
    before,
  );
  assert.equal(recordPaths(home).length, 3);
  await staysBuried(home);
});

test("after state.db and its snapshots are lost, every record is there, and deleted records stay deleted", async (t) => {
  const home = newHome(t);
  await use(home);
  const records = recordPaths(home);
  for (const name of readdirSync(home).filter((one) => /^(?:state|snapshots|index)/.test(one))) {
    rmSync(join(home, name), { recursive: true });
  }
  const listed = await within(home, (memory) => memory.list({ status: "all" }));
  assert.deepEqual(listed.map(({ file }) => file).sort(), records.sort());
  await staysBuried(home);
});

test("a truncated snapshot is never used", async (t) => {
  const home = newHome(t);
  await use(home);
  const [snapshot] = readdirSync(join(home, "snapshots")).filter((name) => name.endsWith(".db"));
  writeFileSync(
    join(
      home,
      "snapshots",
      snapshot!.replace(/\d+/, (at) => String(Number(at) + 1)),
    ),
    "SQLite format 3\0cut",
  );
  const history = await within(home, historyLength);
  writeFileSync(join(home, "state.db"), "This is no database. ".repeat(500));
  const notes: string[] = [];
  assert.equal((await within(home, historyLength, { notes })) > 0, history > 0);
  assert.equal(notes.length, 2, "the truncated one was tried and set aside, then the complete one");
});

const BURIED = "The chart room is locked at night";

function factOf(text: string) {
  return { text, type: "fact", scope: "global" } as const;
}

/** Two records that stay, with a history and a use, and one that was deleted. */
async function use(home: string): Promise<void> {
  await within(home, async (memory) => {
    const { record } = await memory.add(factOf("The dry dock holds two hulls"));
    await memory.update(record!.id, { tags: ["dock"] });
    await memory.add(factOf("The rope walk is north of the dock"));
    await memory.recall({ query: "dock", format: "json" });
    const gone = await memory.add(factOf(BURIED));
    await memory.delete(gone.record!.id);
  });
  // The next opening counts the use and takes the day's snapshot again.
  rmSync(join(home, "snapshots"), { recursive: true, force: true });
  await within(home, () => {});
}

/** An agent that repeats a deleted statement gets a suggestion, not a record. */
async function staysBuried(home: string): Promise<void> {
  const agent = { origin: "extracted", trust: "agent", source: "test" } as const;
  const { outcome } = await within(home, (memory) => memory.add(factOf(BURIED), agent));
  assert.equal(outcome, "proposed");
}

async function historyLength(memory: Memory): Promise<number> {
  const listed = await memory.list({ status: "all" });
  const all = await Promise.all(listed.map(({ id }) => memory.history(id)));
  return all.reduce((sum, { revisions }) => sum + revisions.length, 0);
}

/** Hashes of all records and of the results of the queries, in order. */
async function fingerprints(memory: Memory): Promise<{ dump: string; listed: string; top: string; found: number }> {
  const top: string[][] = [];
  for (let n = 0; n < QUERIES; n++) {
    const query = `${word(n)} ${word(n * 7 + 3)} item${n * 13}`;
    const { results } = await memory.recall({ query, format: "json", limit: TOP, budget: 100_000 });
    top.push(results.map(({ id, relevance }) => `${id} ${relevance}`));
  }
  const listed = await memory.list({ status: "all" });
  // Receipts and uses grow with every query; only the records have to be the same.
  const dump = (await memory.dump()).filter((line) => line.startsWith('{"kind":"record"'));
  return {
    dump: sha(dump.join("\n")),
    listed: sha(listed.map(({ id }) => id).join("\n")),
    top: sha(JSON.stringify(top)),
    found: top.flat().length,
  };
}

/** Only the files, as if copied by hand or from an older home. */
function writeMany(home: string): void {
  for (const { category } of Object.values(TYPE_TABLE)) {
    mkdirSync(join(home, "records", category), { recursive: true, mode: 0o700 });
  }
  for (let n = 0; n < RECORDS; n++) {
    const record = made(n);
    writeFileSync(join(home, "records", record.category, `${record.key}.md`), writeRecord(record), { mode: 0o600 });
  }
}

function made(n: number): MemoryRecord {
  const type = TYPES[n % TYPES.length]!;
  const at = isoTime(Date.UTC(2026, 0, 1) + n * 60_000);
  return {
    id: derivedId("rec", `record ${n}`),
    type,
    category: TYPE_TABLE[type].category,
    scope: "global",
    key: `item-${n}`,
    text: `The ${word(n)} beside the ${word(n * 3 + 1)} carries item${n} under the ${word(n * 5 + 2)}.`,
    priority: "normal",
    confidence: 1,
    origin: "told",
    trust: "person",
    status: n % 25 === 0 ? STATUSES[1] : "active",
    tags: [word(n * 11)],
    paths: [],
    aliases: [],
    keywords: [],
    createdAt: at,
    updatedAt: at,
    source: "test",
  };
}

function word(n: number): string {
  return WORDS[n % WORDS.length]!;
}
