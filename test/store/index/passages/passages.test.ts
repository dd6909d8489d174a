import assert from "node:assert/strict";
import { closeSync, globSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Memory } from "../../../../src/main/memory.ts";
import { rankUnits } from "../../../../src/search/rank-units.ts";
import { openIndex } from "../../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../../src/store/files/home.ts";
import { type Passages, passagesOf } from "../../../../src/store/index/passages/passages.ts";
import { parseUnits } from "../../../../src/store/index/passages/text-units.ts";
import { type Cleaning, tempDir } from "../../../fixtures/git-repo.ts";
import { holding } from "../../../fixtures/holding.ts";
import { type MemoryHome, memoryHome } from "../../../fixtures/memory-home.ts";
import { claudeLines, write } from "../../../fixtures/transcripts/write.ts";

const WORD = "zanzibarquux";

/** An episode of one unit. */
function put(passages: Passages, id: string, { scopeKey = "global", text = "The pump ran dry" } = {}): void {
  passages.drop(id);
  const units = parseUnits(scopeKey, { place: 0, ord: 0, role: "text", text, tags: [] });
  passages.append({ kind: "episode", id, scopeKey, mark: text }, units);
}

/** One of each kind, all about the same topic. */
async function fill(home: MemoryHome, about = "pump"): Promise<Memory> {
  const memory = await home.open();
  await memory.addEpisode({ text: `The ${about} ran dry after the storm`, outcome: "failure", tags: [`${about}tag`] });
  await memory.addEpisode({ text: `The ${about} ran dry after the storm`, outcome: "failure", tags: [`${about}tag`] });
  const ticket = memory.addTicket({ title: `Repair the ${about}`, description: `It ran dry. ${about}.` });
  memory.noteTicket(ticket.id, `A seal for the ${about} is on its way`);
  const talk = Array.from({ length: 30 }, (_, n) => ({ asked: `Is ${about} ${n} dry?`, answered: `It is. ${about}!` }));
  const file = write(join(home.outside, "talk.jsonl"), claudeLines(home.outside, talk));
  await memory.importSessions({ agent: "claude-code", file });
  return memory;
}

const QUERIES = ["pump", "pump ran dry", "seal on its way", "is pump 7 dry", "nothing of it"];

async function answers(memory: Memory) {
  const all = [];
  for (const query of QUERIES) all.push((await memory.recall({ query, format: "json" })).results);
  return all;
}

const DAMAGE: Readonly<Record<string, (file: string) => void>> = {
  gone: (file) => rmSync(file),
  empty: (file) => writeFileSync(file, ""),
  "no database": (file) => writeFileSync(file, Buffer.alloc(8192, "not a database at all. ")),
  "cut short": (file) => writeFileSync(file, readFileSync(file).subarray(0, 8192)),
  "damaged behind its first page": (file) => {
    const { size } = statSync(file);
    const descriptor = openSync(file, "r+");
    writeSync(descriptor, Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
    closeSync(descriptor);
  },
  "of somebody else": (file) => {
    rmSync(file);
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE sources (other TEXT); CREATE TABLE meta (odd TEXT)");
    db.close();
  },
};

for (const [name, damage] of Object.entries(DAMAGE)) {
  test(`chunks are still found if their database is ${name}`, async (t) => {
    const home = memoryHome(t);
    const before = await answers(await fill(home));
    assert.deepEqual(new Set(before.flat().map(({ kind }) => kind)), new Set(["episode", "ticket", "chunk"]));
    home.close();
    for (const log of globSync(join(home.path, "**/index.db-*"))) rmSync(log);
    damage(indexFile(home));
    assert.deepEqual(await answers(await home.open()), before);
    // New chunks can still be added.
    const memory = await home.open();
    await memory.addEpisode({ text: "The walrus came back", outcome: "success" });
    assert.equal((await memory.recall({ query: "walrus", format: "json" })).results.length, 1);
  });
}

test("after a crash missing chunks are added and leftover ones removed", async (t) => {
  const home = memoryHome(t);
  const before = await answers(await fill(home));
  home.close();
  const db = new DatabaseSync(indexFile(home));
  const ofTicket = "(SELECT row FROM units JOIN sources ON no = row / 1048576 WHERE kind = 'ticket')";
  db.exec(`DELETE FROM words WHERE rowid IN ${ofTicket}; DELETE FROM units WHERE row IN ${ofTicket}`);
  db.exec("DELETE FROM sources WHERE kind = 'ticket'; UPDATE sources SET mark = '' WHERE kind = 'chunk'");
  db.exec(
    "INSERT INTO sources (no, kind, id, scope) SELECT max(no) + 1, 'episode', 'epi_left_over', 'global' FROM sources",
  );
  db.exec("UPDATE meta SET value = 'before the crash' WHERE key = 'passages_mark'");
  db.close();
  assert.deepEqual(await answers(await home.open()), before);
});

test("forgetting words removes every byte of sessions, tickets and episodes, in the database logs as well", async (t) => {
  const home = memoryHome(t);
  const memory = await fill(home, WORD);
  await memory.addEpisode({ text: "The pump was painted", outcome: "partial" });
  await memory.recall({ query: WORD, format: "json" });
  assert.ok(holding(home.path, WORD).some((path) => path.includes("index.db")));
  const { held, counts } = await memory.forget(await memory.forgettable({ query: WORD }), WORD);
  assert.deepEqual([held, counts.index! > 20, holding(home.path, WORD)], [false, true, []]);
  home.close();
  assert.deepEqual(holding(home.path, WORD), []);
  const later = await home.open();
  assert.deepEqual(
    [
      later.tickets(),
      later.episodes().map(({ text }) => text),
      (await later.conversation(later.sessions()[0]!.id, { skip: 0, limit: 9 })).turns.map(({ text }) => text),
    ],
    [[], ["The pump was painted"], []],
  );
});

test("while another process reads the old pages, forget reports it, and the next command finishes it", async (t) => {
  const home = memoryHome(t);
  const memory = await fill(home, WORD);
  const reader = new DatabaseSync(indexFile(home), { readOnly: true });
  reader.exec("BEGIN; SELECT count(*) FROM units");
  reader.prepare("SELECT count(*) FROM units").get();
  assert.equal((await memory.forget([], WORD)).held, true);
  home.close();
  reader.close();
  await home.open();
  assert.deepEqual(holding(home.path, WORD), []);
});

test("a chunk is found only in its categories, and after an update by its new words", (t) => {
  const passages = passagesIn(t);
  const ids = (text: string, scopeKeys: readonly string[]) =>
    passages.find(text, { scopeKeys, limit: 10, rank: rankUnits }).map(({ id }) => id);
  put(passages, "a");
  put(passages, "b", { scopeKey: "prj_one" });
  put(passages, "c", { scopeKey: "prj_two" });
  assert.deepEqual(ids("pump", ["global"]), ["a"]);
  assert.deepEqual(ids("pump", ["global", "prj_two"]).toSorted(), ["a", "c"]);
  put(passages, "a", { text: "The valve froze" });
  assert.deepEqual([ids("pump", ["global"]), ids("valve", ["global"]), passages.count()], [[], ["a"], 3]);
  for (const id of ["a", "c", "never was"]) passages.drop(id);
  put(passages, "d");
  assert.deepEqual([ids("pump", ["global", "prj_one", "prj_two"]).toSorted(), passages.count()], [["b", "d"], 2]);
  assert.equal(
    passages.keep((id) => id === "d"),
    1,
  );
  assert.deepEqual(ids("pump", ["global", "prj_one"]), ["d"]);
});

test("ties are in the order of their ids, and no more than the limit are returned", (t) => {
  const passages = passagesIn(t);
  for (const id of ["c", "a", "d", "b"]) put(passages, id);
  const found = passages.find("pump", { scopeKeys: ["global"], limit: 3, rank: rankUnits });
  assert.deepEqual(
    found.map(({ id }) => id),
    ["a", "b", "c"],
  );
});

function passagesIn(t: Cleaning): Passages {
  const index = openIndex(homeFrom({ oldhandHome: tempDir(t) }), () => {});
  t.after(() => index.close());
  return passagesOf(index);
}

function indexFile(home: MemoryHome): string {
  return homeFrom({ oldhandHome: home.path }).indexFile;
}
