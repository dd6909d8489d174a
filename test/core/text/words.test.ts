import assert from "node:assert/strict";
import { test } from "node:test";
import { normalised, queryTerms, slug, wordsForIndex } from "../../../src/core/text/words.ts";

const FILED: readonly (readonly [text: string, words: string])[] = [
  ["Deploy with pnpm.", "deploy with pnpm"],
  ["parseConfigFile", "parseconfigfile parse config file"],
  ["HTTPServer getURLs", "httpserver geturls http server get urls"],
  ["snake_case and kebab-case", "snake case and kebab case snakecase kebabcase"],
  ["src/store.ts", "src store ts storets srcstorets"],
  ["--dry-run", "dry run dryrun"],
  ["error TS2345", "error ts2345 ts 2345"],
  ["E0308", "e0308 0308"],
  ["ENOENT", "enoent"],
  ["ERR_MODULE_NOT_FOUND", "err module not found errmodulenotfound find"],
  ["v24.21.0", "v24 21 0 v24x21x0 24x21x0 24"],
  ["1.23 is not 12.3", "1 23 is not 12 3 1x23 12x3"],
  ["foo.bar.baz", "foo bar baz foobarbaz"],
  ["node:sqlite", "node sqlite nodesqlite"],
  ["C++ and C#", "c and c cpp csharp"],
  [".NET", "net dotnet"],
  ["Next.js", "next js nextjs"],
  ["deployment", "deployment deploy"],
  ["数据库", "数据 据库 库"],
  ["Node.jsを使う", "node js を使 使う う nodejs"],
  ["서버를", "서버 버를 를"],
  ["猫", "猫"],
  ["ＦＵＬＬ　ｗｉｄｔｈ", "full width"],
  ["İstanbul ISPARTA ırmak", "istanbul isparta irmak"],
  ["cafe\u0301 Straße", "cafe strasse"],
  ["كِتَاب", "كتاب"],
  ["الكتاب", "الكتاب كتاب"],
  ["שָׁלוֹם", "שלומ לומ"],
  ["👩🏽‍💻", "u1f469u1f3fdu1f4bbu u1f469u u1f4bbu"],
  ["❤️ and ❤", "u2764u and u2764u"],
  ["\ue000krecord\ue000", "krecord"],
  ["\ud800 broken", "broken break"],
  ["", ""],
];

test("a text is indexed by its words, then by the other forms of its identifiers", () => {
  assert.deepEqual(
    FILED.map(([text]) => [text, wordsForIndex(text)]),
    FILED,
  );
});

const ASKED: readonly (readonly [text: string, terms: readonly string[]])[] = [
  ["How do we deploy the app?", ["deploy", "app"]],
  ["what is it", ["what", "is", "it"]],
  ["?! -- ()", []],
  ["", []],
  ["test tests TESTING", ["test"]],
  ["deployment", ["deploy"]],
  ["C++", ["cpp"]],
  ["dry-run", ["dry", "run", "dryrun"]],
  ['" OR text:* NEAR(a b, 2) AND NOT x', ["text", "near", "2"]],
  ["数据库 猫", ["数据", "据库", "猫*"]],
  ["库库", ["库库"]],
  ["step 3", ["step", "3"]],
];

test("a query uses its meaningful words, each once, and no punctuation", () => {
  const asked = ([text]: (typeof ASKED)[number]) =>
    [text, queryTerms(text).map(({ word, prefix }) => (prefix ? `${word}*` : word))] as const;
  assert.deepEqual(ASKED.map(asked), ASKED);
});

test("a term has its stem and whether it is written in the query", () => {
  assert.deepEqual(queryTerms("failing dry_run"), [
    { word: "failing", stem: "fail", kind: "written", prefix: false },
    { word: "dry", stem: "dry", kind: "written", prefix: false },
    { word: "run", stem: "run", kind: "written", prefix: false },
    { word: "dryrun", stem: "dryrun", kind: "form", prefix: false },
  ]);
});

test("of a long query only the longest words are used", () => {
  const words = Array.from({ length: 100 }, (_, at) => `${"q".repeat(2 + (at % 50))}${at}z`);
  const asked = queryTerms(words.join(" "));
  assert.equal(asked.length, 32);
  assert.ok(asked.every(({ word }) => word.length > 30));
});

test("an endless run of one letter, sign or emoji is fast", () => {
  for (const text of ["a", "_", "A", "aB", "a.", "字", "👩", "\u0301"].map((part) => part.repeat(200_000))) {
    assert.equal(typeof wordsForIndex(text), "string");
  }
});

const SLUGS: readonly (readonly [text: string, slug: string])[] = [
  ["Use pnpm, not npm!", "use-pnpm-not-npm"],
  ["  Crème brûlée  ", "creme-brulee"],
  ["a".repeat(80), "a".repeat(48)],
  ["one two three four five six seven eight nine ten eleven", "one-two-three-four-five-six-seven-eight-nine-ten"],
  ["../../etc/passwd", "etc-passwd"],
];

test("a slug is made of lower-case words", () => {
  assert.deepEqual(
    SLUGS.map(([text]) => [text, slug(text)]),
    SLUGS,
  );
});

test("a slug is never empty, and differs for texts in other scripts", () => {
  const texts = ["使用制表符", "使用空格", "Node 使用制表符", "Node 使用空格", "?!", "", "🎉"];
  const slugs = texts.map((text) => slug(text));
  for (const made of slugs) assert.match(made, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  assert.equal(new Set(slugs).size, texts.length);
  assert.equal(slug("使用制表符"), slug("使用制表符"));
  for (const max of [1, 5, 12]) for (const text of texts) assert.ok(slug(text, max).length <= max);
});

const SAME: readonly (readonly [string, string])[] = [
  ["Use tabs.", "use  TABS"],
  ["“Always” run tests!", '"always" run tests'],
  ["Don’t push", "don't push"],
  ["a — b", "a b"],
  ["ｆｕｌｌ", "full"],
  ["cafe\u0301", "café"],
  ["İzmir", "izmir"],
  ["用制表符。", "用制表符"],
];
const OTHER: readonly (readonly [string, string])[] = [
  ["use C++", "use C#"],
  ["a < b", "a > b"],
  ["use --force", "use force"],
  ["👍", "👎"],
  ["node 2.4", "node 24"],
  ["$HOME", "home"],
];

test("statements that differ only in case, spaces and punctuation are the same", () => {
  for (const [a, b] of SAME) assert.equal(normalised(a), normalised(b), `${a} / ${b}`);
  for (const [a, b] of OTHER) assert.notEqual(normalised(a), normalised(b), `${a} / ${b}`);
});
