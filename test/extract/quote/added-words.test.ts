import assert from "node:assert/strict";
import { test } from "node:test";
import { addedTo } from "../../../src/extract/quote/added-words.ts";

const TABLE: readonly [quote: string, sentence: string, adds: string | undefined][] = [
  ["please use tabs in go files", "Use tabs in Go files.", undefined],
  ["don't push on Friday", "Never push on Friday.", undefined],
  ["shouldn't we use git rm?", "Do not delete files by hand; use git rm.", undefined],
  ["run the tests first", "Run the tests before anything else.", undefined],
  ["run the tests first", "Run `npm test` first.", '"npm"'],
  ["run the tests first", "Run the tests with --ci first.", '"--ci"'],
  ["run the tests first", "Run the tests in src/api first.", '"src/api"'],
  ["run the tests first", "Run the tests with jest first.", '"jest"'],
  ["use spaces for indentation", "Use tabs for indentation.", '"tabs"'],
  ["the port is in the config", "The port is 8081.", '"8081"'],
  ["ask me before a migration", "Ask Maria before a migration.", '"Maria"'],
  ["ask me before a migration", "Never migrate without asking.", "a negation"],
  ["never push on Friday", "Push on Friday.", "the opposite, because the quote has a negation"],
  ["run the tests first", "Always run the tests first.", '"always"'],
  ["use tabs here", "Use tabs in all projects.", '"in all projects"'],
];

for (const [quote, sentence, adds] of TABLE) {
  test(`${JSON.stringify(sentence)} adds ${adds ?? "nothing"} to ${JSON.stringify(quote)}`, () => {
    assert.equal(addedTo(quote, sentence), adds);
  });
}
