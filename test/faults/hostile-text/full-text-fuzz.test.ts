import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { rankEntries } from "../../../src/search/rank-entries.ts";
import {
  createFullText,
  findWords as find,
  putWords,
  type WordQuery,
} from "../../../src/store/index/full-text/full-text.ts";

const findWords = (db: DatabaseSync, query: WordQuery) => find(db, query, rankEntries);

const NASTY: readonly string[] = [
  "",
  " ",
  '"',
  '""',
  "'",
  "''",
  "'; DROP TABLE words; --",
  '" OR 1=1 --',
  "foo AND",
  "AND OR NOT",
  "NOT foo",
  "foo NEAR bar",
  "NEAR(foo bar, 5)",
  "NEAR(",
  "text:foo",
  "{text key}: foo",
  "-text: foo",
  "rank:1",
  "rowid:1",
  "^foo",
  "foo*",
  "*",
  "**",
  "foo + bar",
  "(foo",
  "foo)",
  "((((",
  "foo\0bar",
  "\0",
  "what's up?",
  "C++ vs C#",
  "a.b.c:d/e\\f",
  "--force",
  "user@example.org",
  "https://example.org/?q=a&b=c#d",
  "$HOME/.config",
  "100% sure",
  "[link](url)",
  "`code`",
  "<script>alert(1)</script>",
  "%s %d %n",
  "\\u0000 \\x00",
  "\ud800",
  "\udfff\ud800",
  "\ue000krecord\ue000",
  "\ufffe\uffff",
  "٣٤٥ ۱۲۳",
  "Z̷̢̛a̸̧͝l̵̨̛g̶̢͠o̴̧͡",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "\u202eabc\u202c",
  "a".repeat(100_000),
  "字".repeat(20_000),
  `${"word ".repeat(5000)}end`,
  '"'.repeat(10_000),
  "(".repeat(10_000),
];

const ALPHABET = [
  ..."abcXYZ019 \t\n\0\"'`*^():{}[]+-_.,;?!<>=|&%$#@~/\\",
  ..."éßıİñ字漢かカ한글กขابתש🙂👩",
  "\u200d",
  "\u0301",
  "\ue000",
  "\ud83d",
  " AND ",
  " OR ",
  " NOT ",
  " NEAR(",
  "text:",
  "foo",
];

test("no query text causes an error", () => {
  const db = new DatabaseSync(":memory:");
  createFullText(db);
  for (let at = 1; at <= 30; at++) {
    const text = `foo ${at} bar 字漢かカ 한글 กข اب תש 🙂 abc`;
    putWords(db, at, { text, key: "", tags: "", aliases: "", keywords: "", paths: "", shelf: "krecord" });
  }
  const next = chance(3);
  const random = () =>
    Array.from({ length: Math.floor(next() * 24) }, () => ALPHABET[Math.floor(next() * ALPHABET.length)]).join("");
  const texts = [...NASTY, ...Array.from({ length: 10_000 }, random)];
  for (const [at, text] of texts.entries()) {
    const query = at % 3 === 0 ? { text, limit: 2, prefix: "last" as const } : { text, limit: 2 };
    const found = findWords(
      db,
      at % 2 === 0 ? query : { ...query, filters: [[text, "krecord"]], filterWords: () => "\ue000krecord\ue000" },
    );
    assert.ok(found.every(({ relevance }) => relevance >= 0 && relevance <= 1));
  }
  assert.equal(db.prepare("SELECT count(*) AS n FROM words").get()?.n, 30);
});

test("no entry text causes an error, and its words are kept", () => {
  const db = new DatabaseSync(":memory:");
  createFullText(db);
  for (const [at, text] of NASTY.entries()) {
    putWords(db, at + 1, {
      text: `${text} needle${at}q`,
      key: text,
      tags: "",
      aliases: "",
      keywords: "",
      paths: "",
      shelf: text,
    });
    assert.deepEqual(
      findWords(db, { text: `needle${at}q`, limit: 1 }).map(({ rowid }) => rowid),
      [at + 1],
    );
  }
});

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
