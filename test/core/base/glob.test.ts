import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import {
  coversAll,
  coversLine,
  coversWord,
  matchesAnyPathGlob,
  problemOfGlob,
  problemOfGlobs,
  problemOfPathGlob,
  readGlob,
} from "../../../src/core/base/glob.ts";
import { matchGuards } from "../../../src/core/guard/match.ts";
import { patience } from "../../fixtures/patience.ts";
import { randomFrom } from "../../fixtures/random.ts";

const PATHS = [
  "a",
  "src",
  "src/a.ts",
  "src/a.tsx",
  "src/deep/er/b.ts",
  "src/deep/er/b.test.ts",
  ".env",
  ".github/workflows/ci.yml",
  "packages/web/src/index.ts",
  "packages/db/package.json",
  "app/[slug]/page.tsx",
  "docs/README.md",
  "db/migrations/0001-start.sql",
];

const GLOBS = [
  "**",
  "*",
  "**/*",
  "*.ts",
  "**/*.ts",
  "src/**",
  "src/*",
  "src/**/*.ts",
  "src/**/*.{ts,tsx}",
  "{src,docs}/**",
  "**/{a,b}.ts",
  "packages/*/src/**",
  "packages/{web,d[a-c]}/**",
  ".github/**",
  ".env*",
  "*/.*",
  "db/migrations/????-*.sql",
  "db/migrations/[0-9][0-9][0-9][0-9]-*.sql",
  "[!s]rc/**",
  "src/",
  "./src/**",
  "src",
  "src/**/**/b.ts",
  "{a}",
  "{a,{b,src/{a,deep/**}}}*",
  "**/deep/**",
  "docs/README.md",
  "DOCS/*",
];

/** Node's own matcher skips names that start with a dot. */
const shown = (text: string): string => text.replace(/(^|[/{,])(?=\.[^./])/g, "$1_");
const byNode = (path: string, glob: string): boolean => posix.matchesGlob(shown(path), shown(glob));

test("ordinary globs match the paths that Node's matcher matches", () => {
  for (const glob of GLOBS)
    assert.deepEqual(
      PATHS.filter((path) => matchesAnyPathGlob(path, [glob])),
      PATHS.filter((path) => byNode(path, glob)),
      glob,
    );
});

// Names with a dot are in the table above: what stands for them there is a word that Node never sees.
test("so do globs made at random", () => {
  const random = randomFrom(29);
  const parts = [
    "a",
    "b",
    "ab",
    "*",
    "**",
    "?",
    "/",
    "/",
    "{a,b}",
    "{a,**}",
    "{b/a,a*}",
    "[ab]",
    "[!a]",
    ".a",
    "{",
    "}",
    ",",
  ];
  const made = (from: readonly string[]): string =>
    Array.from({ length: 1 + random.below(5) }, () => random.pick(from)).join("");
  let matches = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const glob = made(parts);
    const path = made(["a", "b", "/", "ab", "ba"])
      .replace(/\/+/g, "/")
      .replace(/^\/|\/$/g, "");
    if (path === "" || /\/\/|\*\*\*/.test(glob)) continue;
    const expected = byNode(path, glob);
    matches += expected ? 1 : 0;
    assert.equal(matchesAnyPathGlob(path, [glob]), expected, `${glob} ${path}`);
  }
  assert.ok(matches > 500, `only ${matches} matches`);
});

test("a pattern takes at most as many steps as its length multiplied by the text's", () => {
  const text = `${"a".repeat(255)}c`;
  for (const pattern of ["*a".repeat(16), `${"*a".repeat(16)}b`, `*${"a".repeat(127)}b`, `${"*aa".repeat(10)}*b`]) {
    let steps = 0;
    coversAll(pattern, text, {
      isAny: (char) => char === "*",
      fits: (char, one) => {
        steps += 1;
        return char === one;
      },
    });
    assert.ok(steps <= pattern.length * text.length, `${pattern}: ${steps} steps`);
  }
});

test("globs that would keep a backtracking matcher busy for years are answered", () => {
  const name = "a".repeat(250);
  const hostile = `**/${"*a".repeat(15)}b/**`;
  assert.equal(problemOfPathGlob(hostile), undefined);
  assert.equal(matchesAnyPathGlob(`src/${name}/x`, [hostile]), false);
  assert.equal(matchesAnyPathGlob(Array(100).fill(name).join("/"), [`${"**/a*/".repeat(10)}b`]), false);
  assert.equal(coversWord(`${"*a".repeat(100)}b`, name), false);
  assert.equal(coversLine(readGlob(`${"*a?".repeat(50)}b`), name), false);
});

test("hundreds of records with as many globs as they may have, each made to be slow, do not add up", () => {
  const path = Array(16).fill("a".repeat(255)).join("/");
  const hostile = (at: number): readonly string[] => [
    `**/*{${"a".repeat(60)},${"a".repeat(61)}}{b,c}${at}`,
    `**/*${"a".repeat(127)}b${at}`,
    `**/*[${"c-d".repeat(80)}a]${"a".repeat(40)}b${at}`,
  ];
  const lists = hostile(0).map((_, kind) => Array.from({ length: 64 }, (_one, at) => hostile(at)[kind]!));
  for (const globs of lists) assert.equal(problemOfGlobs(globs), undefined);
  const before = performance.now();
  for (let record = 0; record < 60; record++)
    for (const globs of lists) assert.equal(matchesAnyPathGlob(path, globs), false);
  // With as many steps as the lengths multiplied, this is over a minute.
  const ms = performance.now() - before;
  assert.ok(ms < patience(5000), `${ms} ms`);
});

test("what is too slow to tell is as the caller wants it, and a guard takes it for protected", () => {
  const glob = `**/*[${"c-d".repeat(80)}a]${"a".repeat(40)}b`;
  const path = Array(16).fill("a".repeat(255)).join("/");
  assert.equal(matchesAnyPathGlob(path, [glob]), false);
  assert.equal(matchesAnyPathGlob(path, [glob], { ifTooSlow: "matches" }), true);
  const edit = (file: string, protect: string) =>
    matchGuards([{ protect }], { kind: "edit", paths: [`/app/${file}`] }, { cwd: "/app", root: "/app" }).length;
  assert.deepEqual([edit(path, glob), edit("a/a", glob), edit("a/a", "**/a")], [1, 0, 1]);
});

test("a glob beyond the limits is refused with the reason, and matches nothing", () => {
  const cases = [
    ["", "it is empty"],
    ["a".repeat(301), "it has more than 300 characters"],
    ["*a".repeat(33), "it has more than 32 wildcards"],
    ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "its braces stand for more than 32 globs"],
    ["{a,b}".repeat(60), "its braces stand for more than 32 globs"],
    ["src/+(a|b)", "it has more than *, **, ?, [a-z] and {a,b}"],
    ["src/!(a)/**", "it has more than *, **, ?, [a-z] and {a,b}"],
    ["src/[[:alpha:]]", "it has more than *, **, ?, [a-z] and {a,b}"],
    ["file{1..3}.txt", "it has more than *, **, ?, [a-z] and {a,b}"],
  ] as const;
  for (const [glob, reason] of cases) {
    assert.equal(problemOfPathGlob(glob), reason, glob);
    assert.equal(matchesAnyPathGlob("a", [glob]), false, glob);
  }
  assert.equal(
    problemOfGlobs(["src/**", "*a".repeat(33)]),
    `\`${"*a".repeat(30)}\` is not a usable glob: it has more than 32 wildcards`,
  );
  assert.equal(problemOfGlobs(Array(65).fill("a")), "there are more than 64 globs");
  assert.equal(matchesAnyPathGlob("a", ["*a".repeat(33), "a"]), true, "the others still count");
});

test("in a glob over a line, brackets and braces are a line's own characters", () => {
  assert.equal(problemOfGlob("echo *(secret)*"), undefined);
  assert.equal(coversLine(readGlob("echo *(secret)*"), "echo my (secret) word"), true);
});

test("a glob that is too long is refused for its length, before anything is looked for in it", () => {
  for (const glob of [`{${".".repeat(50_000)}}`, "@(".repeat(50_000), "[[:".repeat(50_000)])
    assert.match(problemOfPathGlob(glob) ?? "", /more than 300 characters/);
});
