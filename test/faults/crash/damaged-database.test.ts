/** A damaged database never serves text that is in no file: the damage is noticed, the file is moved aside and rebuilt. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { faultsOf, isLong, newHome, openHome, sha, within } from "../tools/homes.ts";

const FLIPS = isLong ? 600 : 60;
const RECORDS = 60;
const QUERIES = ["harbour gate", "crane twelve", "k7", "berth of class k33", "tide", "oak beam", "draught d5"];

/** The answers of a home: the full list, each record by its id, and the best matches for some queries. */
type Answers = { readonly listed: string; readonly got: string; readonly found: readonly string[] };

test(`with ${FLIPS} flipped bits in the index, nothing wrong is served, and damage that matters is noticed`, async (t) => {
  const { home, right, texts } = await seeded(t);
  const intact = readFileSync(join(home, "index.db"));
  const counts = { harmless: 0, doctor: 0, rebuilt: 0 };
  const wrong: string[] = [];
  for (let flip = 0; flip < FLIPS; flip++) {
    const bit = randomInt(intact.length * 8);
    const bytes = Buffer.from(intact);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    clean(home);
    writeFileSync(join(home, "index.db"), bytes, { mode: 0o600 });
    const seen = await look(home, texts);
    wrong.push(...seen.faults.map((fault) => `bit ${bit}: ${fault}`));
    if (seen.notes.length > 0) counts.rebuilt += 1;
    else if (!seen.healthy) counts.doctor += 1;
    else if (same(seen.answers, right)) counts.harmless += 1;
    else wrong.push(`bit ${bit}: other answers, and the doctor is content`);
    if (!same(seen.rebuilt, right)) wrong.push(`bit ${bit}: other answers after a rebuild`);
  }
  t.diagnostic(
    `${FLIPS} flips: ${counts.rebuilt} rebuilt by themselves, ${counts.doctor} seen by the doctor, ${counts.harmless} harmless`,
  );
  assert.deepEqual(wrong, []);
});

const damages: Record<string, (path: string, other: string) => void> = {
  "its first page zeroed": (path) => overwrite(path, 0, Buffer.alloc(4096)),
  "cut to half": (path) => {
    const fd = openSync(path, "r+");
    ftruncateSync(fd, Math.floor(statSync(path).size / 2));
    closeSync(fd);
  },
  "two pages swapped": (path) => {
    const [a, b] = [pageOf(path, 5), pageOf(path, 9)];
    overwrite(path, 5 * 4096, b);
    overwrite(path, 9 * 4096, a);
  },
  "the log of another database next to it": (path, other) => cpSync(other, `${path}-wal`),
  "its shared memory deleted": (path) => rmSync(`${path}-shm`, { force: true }),
  "text in its place": (path) => overwrite(path, 0, Buffer.from("This is no database. ".repeat(400))),
  "nothing in it": (path) => {
    const fd = openSync(path, "r+");
    ftruncateSync(fd, 0);
    closeSync(fd);
  },
};

for (const [what, damage] of Object.entries(damages)) {
  test(`an index with ${what} gives the same answers as before, at once or after a rebuild`, async (t) => {
    const { home, right, texts } = await seeded(t);
    damage(join(home, "index.db"), await foreignLog(t));
    const seen = await look(home, texts);
    assert.deepEqual(seen.faults, []);
    if (seen.healthy) assert.deepEqual(seen.answers, right);
    assert.deepEqual(seen.rebuilt, right);
  });

  test(`with ${what} in state.db, the records are complete, and the snapshot's history is back`, async (t) => {
    const { home, right, texts } = await seeded(t);
    damage(join(home, "state.db"), await foreignLog(t));
    const notes: string[] = [];
    const history = await within(home, historyOf, { notes });
    assert.ok(history >= RECORDS, `${history} revisions, ${notes}`);
    const aside = readdirSync(home).filter((name) => name.startsWith("state.db.corrupt-"));
    assert.equal(aside.length, notes.filter((note) => note.startsWith("state.db was damaged")).length, `${notes}`);
    const seen = await look(home, texts);
    assert.deepEqual(seen.faults, []);
    assert.deepEqual(seen.answers, right);
    const allNotes = [...notes, ...seen.notes];
    if (!seen.healthy) assert.equal(allNotes.length, 1, `${allNotes}`);
    t.diagnostic(allNotes[0]?.replace(home, "") ?? "it did no harm");
  });
}

test("the last two damaged indexes are kept", async (t) => {
  const { home, right } = await seeded(t);
  for (let time = 0; time < 4; time++) {
    writeFileSync(join(home, "index.db"), `damaged ${time} `.repeat(1000));
    const notes: string[] = [];
    assert.deepEqual(await within(home, answersOf, { notes }), right);
    assert.equal(notes.length, 1);
  }
  const aside = readdirSync(home).filter((name) => name.startsWith("index.db.corrupt-"));
  assert.equal(aside.length, 2);
});

type Seeded = { readonly home: string; readonly right: Answers; readonly texts: ReadonlySet<string> };

async function seeded(t: TestContext): Promise<Seeded> {
  const home = newHome(t);
  const texts = Array.from(
    { length: RECORDS },
    (_, n) => `Berth ${n} by the harbour gate takes ships of class k${n} and draught d${n % 9}`,
  );
  await within(home, async (memory) => {
    for (const text of texts) await memory.add({ text, type: "fact", scope: "global" });
    const [first, second] = await memory.list({ status: "all" });
    await memory.archive(first!.id);
    await memory.update(second!.id, { tags: ["oak beam", "crane twelve"] });
  });
  // The snapshot of the first opening was empty; a day later there is one of everything.
  rmSync(join(home, "snapshots"), { recursive: true, force: true });
  const right = await within(home, answersOf);
  return { home, right, texts: new Set(texts) };
}

type Looked = {
  readonly faults: readonly string[];
  readonly healthy: boolean;
  readonly notes: readonly string[];
  readonly answers: Answers;
  readonly rebuilt: Answers;
};

/** Opens a damaged home as every command does, queries it, runs doctor, and rebuilds. */
async function look(home: string, texts: ReadonlySet<string>): Promise<Looked> {
  const notes: string[] = [];
  const memory = await openHome(home, { notes });
  try {
    const answers = await answersOf(memory);
    const served = [
      ...answers.listed.split("\n"),
      ...answers.got.split("\n"),
      ...answers.found.flatMap((found) => found.split("\n")),
    ];
    const strange = served.filter((line) => line !== "" && !texts.has(line.slice(line.indexOf(" ") + 1)));
    // Copies of damaged files are reported, and do not count as damage.
    const healthy = memory.doctor().checks.every(({ name, ok }) => ok || name === "damaged copies");
    await memory.rebuild();
    const rebuilt = await answersOf(memory);
    const left = (await faultsOf(memory, home)).filter((fault) => !fault.startsWith("damaged copies"));
    const faults = [...strange.map((line) => `served: ${line}`), ...left.map((fault) => `after a rebuild: ${fault}`)];
    return { faults, healthy, notes, answers, rebuilt };
  } finally {
    memory.close();
  }
}

async function answersOf(memory: Memory): Promise<Answers> {
  const listed = await memory.list({ status: "all" });
  const got: string[] = [];
  for (const { id } of listed) {
    // A record that is listed but not found by its id is a fault that doctor must report.
    const record = await memory.get(id).catch(() => undefined);
    if (record !== undefined) got.push(`${record.id} ${record.text}`);
  }
  const found: string[] = [];
  for (const query of QUERIES) {
    const { results } = await memory.recall({ query, format: "json", archived: true });
    found.push(results.map(({ id, text }) => `${id} ${text}`).join("\n"));
  }
  return { listed: listed.map(({ id, text }) => `${id} ${text}`).join("\n"), got: got.join("\n"), found };
}

async function historyOf(memory: Memory): Promise<number> {
  const listed = await memory.list({ status: "all" });
  const all = await Promise.all(listed.map(({ id }) => memory.history(id)));
  return all.reduce((sum, { revisions }) => sum + revisions.length, 0);
}

function same(a: Answers, b: Answers): boolean {
  return sha(JSON.stringify(a)) === sha(JSON.stringify(b));
}

/** Removes what the last case left, so that each starts from the same home. */
function clean(home: string): void {
  for (const name of readdirSync(home).filter((one) => one.startsWith("index.db"))) rmSync(join(home, name));
}

/** A log that a process left behind in another home. */
async function foreignLog(t: TestContext): Promise<string> {
  const home = newHome(t);
  const memory = await openHome(home);
  await memory.add({ text: "The moor has no harbour", type: "fact", scope: "global" });
  const log = join(dirname(home), "foreign-wal");
  cpSync(join(home, "index.db-wal"), log);
  memory.close();
  return log;
}

function pageOf(path: string, page: number): Buffer {
  const bytes = Buffer.alloc(4096);
  const fd = openSync(path, "r");
  readSync(fd, bytes, 0, 4096, page * 4096);
  closeSync(fd);
  return bytes;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  assert.ok(existsSync(path));
  const fd = openSync(path, "r+");
  writeSync(fd, bytes, 0, bytes.length, at);
  closeSync(fd);
}
