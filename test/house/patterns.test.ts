import assert from "node:assert/strict";
import { test } from "node:test";
import { filesIn, type SourceFile } from "./tree.ts";

const MOST_CHARS = 200;

/** Patterns in a folder that another way of learning is to replace; the number may only become smaller. */
const LEFT: Readonly<Record<string, number>> = { "src/learn/": 26 };

/** A pattern in one piece: a regular expression, or the text that one is made of. */
const PATTERN =
  /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|(?<=\b(?:RegExp|lazyPattern)\(\s*)(?:"(?:[^"\\\n]|\\.)*"|String\.raw`[^`$]*)/g;

function longPatterns(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(PATTERN)]
      .filter(([pattern]) => pattern.length > MOST_CHARS)
      .map(([pattern]) => `${path}: ${pattern.slice(0, 60)}… has ${pattern.length} characters: name its parts`),
  );
}

const folderLeft = ({ path }: SourceFile): string | undefined =>
  Object.keys(LEFT).find((folder) => path.startsWith(folder));

test(`no pattern is longer than ${MOST_CHARS} characters`, () => {
  assert.deepEqual(longPatterns(filesIn(["src"], [".ts"]).filter((file) => folderLeft(file) === undefined)), []);
});

for (const [folder, most] of Object.entries(LEFT)) {
  test(`${folder} has no more long patterns than it had`, () => {
    assert.ok(longPatterns(filesIn([folder], [".ts"])).length <= most);
  });
}

test("a long pattern is found, however it is written; a list of its parts is not one", () => {
  const long = "word|".repeat(41);
  const files = [`/${long}x/i`, `new RegExp("${long}")`, `lazyPattern(String.raw\`${long}\`, "u")`].map((text, at) => ({
    path: `src/${at}.ts`,
    text: `const PATTERN = ${text};\n`,
  }));
  assert.equal(longPatterns(files).length, files.length);
  const list = "const PATTERN = new RegExp(anyOf`word, other word`);\n".repeat(9);
  assert.deepEqual(longPatterns([{ path: "src/list.ts", text: list }]), []);
});
