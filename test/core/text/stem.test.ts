import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { rootOf, stem } from "../../../src/core/text/stem.ts";

const BASES =
  "deploy relate hope fall agree plaster motor size hop fil conflat troubl happy sky rational digit vile analog operat feudal decis callous formal sensit adopt adjust effect probat rate control roll test file cache retry index commit branch merg review config parse token bytes queu yell buzz fizz snow box tray";
const ENDINGS =
  "s es ies sses ed eed ing ational tional enci anci izer logi bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion sion ou ism ate iti ous ive ize ll e y ly ity lle lles";

test("a word is stemmed as FTS5 stems it", () => {
  const words = [...new Set([...BASES.split(" "), ...combined(), ...randomWords(4000)])];
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(word, tokenize = "porter unicode61");
    CREATE VIRTUAL TABLE filed USING fts5vocab(t, instance);
    BEGIN`);
  const put = db.prepare("INSERT INTO t(rowid, word) VALUES (?, ?)");
  for (const [at, word] of words.entries()) put.run(at, word);
  db.exec("COMMIT");
  const filed = db.prepare("SELECT term, doc FROM filed ORDER BY doc").all() as { term: string; doc: number }[];
  assert.equal(filed.length, words.length);
  assert.deepEqual(
    words.map((word) => [word, stem(word)]),
    filed.map(({ term, doc }) => [words[doc], term]),
  );
  db.close();
});

test("words in other scripts, numbers and very long words are left alone", () => {
  for (const word of ["日本", "ts2345", "שלומ", "as", `${"a".repeat(70)}ing`]) assert.equal(stem(word), word);
});

function combined(): string[] {
  return BASES.split(" ").flatMap((base) => ENDINGS.split(" ").map((ending) => base + ending));
}

function randomWords(count: number): string[] {
  let seed = 11;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(9) }, () => "aeiouybdstlzwxn"[next(15)]).join(""),
  );
}

const SAME: readonly (readonly string[])[] = [
  ["test", "tests", "tested", "testing"],
  ["run", "running"],
  ["dependency", "dependencies"],
  ["change", "changes", "changed", "changing"],
  ["branch", "branches"],
  ["install", "installed", "installing"],
  ["log", "logs", "logging"],
  ["release", "releases", "released"],
];

for (const words of SAME) {
  test(`${words.join(", ")} have one root`, () => {
    assert.equal(new Set(words.map(rootOf)).size, 1, words.map(rootOf).join(" "));
  });
}

const APART: readonly (readonly [string, string])[] = [
  ["staging", "stage"],
  ["status", "statu"],
  ["pass", "pas"],
  ["string", "str"],
];

for (const [one, other] of APART) {
  test(`${one} is not ${other}`, () => {
    assert.notEqual(rootOf(one), rootOf(other));
  });
}
