import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { rankEntries } from "../../../src/search/rank-entries.ts";
import {
  createFullText,
  dropWords,
  type Fields,
  findWords as find,
  putWords,
  type WordQuery,
} from "../../../src/store/index/full-text/full-text.ts";

const findWords = (db: DatabaseSync, query: WordQuery) =>
  find(db, { filterWords: (row) => shelfOf(db, row), ...query }, rankEntries);

function shelfOf(db: DatabaseSync, row: number): string | undefined {
  return db.prepare("SELECT shelf FROM words WHERE rowid = ?").get(row)?.shelf as string | undefined;
}

function fields(given: Partial<Fields>): Fields {
  return { text: "", key: "", tags: "", aliases: "", keywords: "", paths: "", shelf: "", ...given };
}

function store(...entries: (string | Partial<Fields>)[]): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  createFullText(db);
  for (const [at, entry] of entries.entries()) {
    putWords(db, at + 1, fields(typeof entry === "string" ? { text: entry } : entry));
  }
  return db;
}

function rows(db: DatabaseSync, text: string, limit = 5): number[] {
  return findWords(db, { text, limit }).map(({ rowid }) => rowid);
}

const FINDS: readonly (readonly [text: string, query: string])[] = [
  ["We deploy on Fridays", "deployed"],
  ["We deploy on Fridays", "deploys"],
  ["We deploy on Fridays", "deploying"],
  ["We deploy on Fridays", "deployment"],
  ["The deployments are slow", "how do we deploy"],
  ["Migrations run first", "migration"],
  ["Call parseConfigFile early", "config file"],
  ["Call parseConfigFile early", "parseConfigFile"],
  ["Call parse_config_file early", "parseConfigFile"],
  ["Pass --dry-run first", "dry run"],
  ["Pass --dry-run first", "--dry-run"],
  ["See src/store.ts", "local.ts"],
  ["See src/store.ts", "src/store.ts"],
  ["Fails with TS2345 here", "2345"],
  ["Fails with TS2345 here", "error TS2345"],
  ["rustc says E0308", "E0308"],
  ["open: ENOENT on start", "enoent"],
  ["ERR_MODULE_NOT_FOUND again", "module not found"],
  ["ERR_MODULE_NOT_FOUND again", "ERR_MODULE_NOT_FOUND"],
  ["Needs Node v24.21.0", "24.21.0"],
  ["Uses node:sqlite", "node:sqlite"],
  ["Written in C++", "c++"],
  ["Written in C++", "cpp"],
  ["Written in C#", "C#"],
  ["Runs on .NET", "dotnet"],
  ["A Next.js page", "nextjs"],
  ["The café on the corner", "cafe"],
  ["Use the schema", "schem"],
];
const DISTRACTORS = Array.from({ length: 40 }, (_, at) => `Note ${at}: lunch, weather, music and a walk in the park`);

test("word forms, identifiers, error codes and versions are found however they are spelled", () => {
  for (const [text, query] of FINDS) {
    const db = store(...DISTRACTORS, text);
    assert.deepEqual(rows(db, query, 1), [DISTRACTORS.length + 1], `${query} in ${text}`);
    db.close();
  }
});

test("names that differ in punctuation do not match each other", () => {
  const db = store(...DISTRACTORS, "Prefer C++", "Prefer C#", "Prefer C");
  assert.deepEqual([rows(db, "C++"), rows(db, "C#")], [[41], [42]]);
});

test("replaced and deleted entries are no longer found", () => {
  const db = store("alpha", "alpha beta");
  putWords(db, 1, fields({ text: "gamma" }));
  dropWords(db, 2);
  assert.deepEqual([rows(db, "alpha"), rows(db, "beta"), rows(db, "gamma")], [[], [], [1]]);
});

test("nothing is found in an empty store, or for a query without words", () => {
  assert.deepEqual(rows(store(), "anything"), []);
  assert.deepEqual(rows(store("anything"), "?!"), []);
});

test("a query of only stop words is searched for as it is", () => {
  const db = store(...DISTRACTORS, "to be or not to be");
  assert.deepEqual(rows(db, "to be or not to be", 1), [41]);
});

test("a result has its matched words and relevance, and the best comes first", () => {
  const db = store(...DISTRACTORS, "restart the billing server", "restart the router", "the billing address");
  const found = findWords(db, { text: "restart billing", limit: 5 });
  assert.deepEqual(
    found.map(({ rowid, matched }) => ({ rowid, matched })),
    [
      { rowid: 41, matched: ["restart", "billing"] },
      { rowid: 42, matched: ["restart"] },
      { rowid: 43, matched: ["billing"] },
    ],
  );
  assert.ok(found[0]!.relevance > 0.9 && found[1]!.relevance < 0.6);
});

test("a match of one common word in six has low relevance, and relevance falls with the score", () => {
  const db = store(
    ...DISTRACTORS,
    "lunch with the payroll auditor about quarterly invoice rounding",
    "payroll runs monthly",
  );
  const found = findWords(db, { text: "lunch payroll auditor quarterly invoice rounding", limit: 50 });
  const by = new Map(found.map(({ rowid, relevance }) => [rowid, relevance]));
  assert.ok(by.get(41)! > 0.9);
  assert.ok(by.get(1)! < 0.05);
  for (const [at, { score, relevance }] of found.entries()) {
    assert.ok(relevance >= 0 && relevance <= 1);
    if (at > 0) assert.ok(score <= found[at - 1]!.score && relevance <= found[at - 1]!.relevance);
  }
});

test("an unknown word in the query lowers the relevance of every result", () => {
  const db = store(...DISTRACTORS, "restart the billing server");
  const [known] = findWords(db, { text: "billing server", limit: 1 });
  const [unknown] = findWords(db, { text: "billing server zygomorphic xylophones", limit: 1 });
  assert.ok(unknown!.relevance < known!.relevance);
});

test("a store of one entry can be searched", () => {
  const [found] = findWords(store("Run tests with npm test"), { text: "how do I run the tests", limit: 3 });
  assert.deepEqual({ rowid: found?.rowid, matched: found?.matched }, { rowid: 1, matched: ["run", "tests"] });
  assert.ok(found!.relevance > 0.9);
});

test("a match in the name counts more than one in the text", () => {
  const db = store(...DISTRACTORS, "about indentation in files", { text: "use tabs in files", key: "indentation" });
  assert.deepEqual(rows(db, "indentation"), [42, 41]);
});

test("the last word may be incomplete", () => {
  const db = store(...DISTRACTORS, "rotate the credentials");
  assert.deepEqual(
    findWords(db, { text: "rotate cred", limit: 1, prefix: "last" }).map(({ rowid, matched }) => ({ rowid, matched })),
    [{ rowid: 41, matched: ["rotate", "cred"] }],
  );
});

test("only entries in the requested categories are found, whether a category is small or large", () => {
  const db = store(
    ...Array.from({ length: 400 }, (_, at) => ({
      text: `entry ${at} about caching`,
      shelf: `f${at % 40} k${at % 2 === 0 ? "record" : "chunk"} sactive`,
    })),
  );
  const found = (filters: string[][]) =>
    findWords(db, { text: "caching", limit: 400, filters }).map(({ rowid }) => rowid - 1);
  const where = (keep: (at: number) => boolean) => Array.from({ length: 400 }, (_, at) => at).filter(keep);
  const sorted = (list: number[]) => list.toSorted((a, b) => a - b);
  assert.deepEqual(
    sorted(found([["f3"]])),
    where((at) => at % 40 === 3),
  );
  assert.deepEqual(
    sorted(found([["krecord"]])),
    where((at) => at % 2 === 0),
  );
  assert.deepEqual(
    sorted(found([["f3", "f4"], ["krecord"], ["sactive"]])),
    where((at) => at % 40 === 4),
  );
  assert.deepEqual(found([["f99"]]), []);
  assert.deepEqual(found([[]]), []);
  assert.deepEqual(found([['f3" OR "f4']]), []);
});

test("query text does not match a category, and a category word matches only in full", () => {
  const db = store({ text: "plain", shelf: "f12 krecord" });
  for (const text of ["krecord", "\ue000krecord\ue000", "f12", "shelf:krecord"]) assert.deepEqual(rows(db, text), []);
  assert.deepEqual(findWords(db, { text: "plain", limit: 1, filters: [["f1"]] }), []);
});

test("ties with the last result are returned, so that the answer is the same after a rebuild in another order", () => {
  const texts = Array.from({ length: 120 }, (_, at) => ({ id: `id${at}`, text: `note about caching ${at % 4}` }));
  const answer = (order: typeof texts) => {
    const db = store(...order.map(({ text }) => text));
    const found = findWords(db, { text: "caching 2", limit: 10 });
    assert.ok(found.length >= 30);
    return found
      .map(({ rowid, score, relevance }) => ({ id: order[rowid - 1]!.id, score, relevance }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, 10);
  };
  assert.deepEqual(answer(texts.toReversed()), answer(texts));
});

test("the results cover nearly as much of the query, by rarity, as the best of all entries", () => {
  const words = Array.from({ length: 600 }, (_, at) => `w${at.toString(36)}q`);
  const next = chance(5);
  const word = () => words[Math.floor(words.length * next() ** 3)]!;
  const texts = Array.from({ length: 3000 }, () => Array.from({ length: 10 + Math.floor(next() * 20) }, word));
  const db = store(...texts.map((text) => text.join(" ")));
  const holding = new Map(words.map((one) => [one, texts.filter((text) => text.includes(one)).length]));
  for (let n = 0; n < 30; n++) {
    const query = [...new Set(Array.from({ length: 3 + (n % 4) }, word))];
    const weight = (one: string) => Math.log(1 + (3000 - holding.get(one)! + 0.5) / (holding.get(one)! + 0.5)) ** 0.7;
    const covered = texts.map((text) =>
      query.filter((one) => text.includes(one)).reduce((sum, one) => sum + weight(one), 0),
    );
    const best = sum(covered.toSorted((a, b) => b - a).slice(0, 10));
    const ours = sum(
      rows(db, query.join(" "), 10)
        .slice(0, 10)
        .map((row) => covered[row - 1]!),
    );
    assert.ok(ours > 0.85 * best, `${ours} of ${best}`);
  }
});

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

test("a dropped entry leaves no byte behind", () => {
  const dir = mkdtempSync(join(tmpdir(), "oldhand-words-"));
  const db = new DatabaseSync(join(dir, "index.db"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON");
  createFullText(db);
  for (let at = 1; at <= 300; at++) putWords(db, at, fields({ text: `ordinary note ${at} about caching` }));
  const singing = fields({ text: "the xyloquartzcanary sings", key: "xyloquartzcanary", tags: "xyloquartzcanary" });
  putWords(db, 301, singing);
  putWords(db, 302, fields({ text: "the xyloquartzcanary was here" }));
  dropWords(db, 302);
  putWords(db, 302, fields({ text: "now something else" }));
  const bytes = () =>
    readdirSync(dir)
      .map((name) => readFileSync(join(dir, name), "latin1"))
      .join("");
  assert.match(bytes(), /xyloquartz/);
  dropWords(db, 301);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  assert.doesNotMatch(bytes(), /xyloquartz|quartzcanary/);
  assert.equal(rows(db, "caching").length > 0, true);
  db.close();
  rmSync(dir, { recursive: true });
});

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
