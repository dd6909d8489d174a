import assert from "node:assert/strict";
import { test } from "node:test";
import { saidPart } from "../../../src/learn/quote/said-part.ts";

/** What is kept of a sentence; `!` before what nobody said and cannot be taken out. */
const TABLE: readonly (readonly [quote: string, sentence: string, kept: string])[] = [
  ["please use tabs in go files", "Use tabs in Go files.", "Use tabs in Go files."],
  ["don't push on Friday", "Never push on Friday.", "Never push on Friday."],
  ["shouldn't we use git rm?", "Do not delete files by hand; use git rm.", "Do not delete files by hand; use git rm."],
  ["run the tests first", "Run the tests before anything else.", "Run the tests before anything else."],
  ["run all the tests first", "Run all tests with `npm test` first.", '! "npm"'],
  ["run all the tests first", "Run all the tests first (npm test).", "Run all the tests first."],
  ["run the unit tests first", "Run the unit tests first, with --ci.", "Run the unit tests first."],
  ["run the tests first", "Run jest first.", '! "jest"'],
  ["use spaces for indentation", "Use tabs for indentation.", '! "tabs"'],
  ["the port is in the config", "The port is 8081.", '! "8081"'],
  ["ask me before a migration", "Ask Maria before a migration.", '! "Maria"'],
  ["ask me before a migration", "Never migrate without asking.", "! a negation"],
  ["never push on Friday", "Push on Friday.", "! the opposite, because the quote has a negation"],
  ["the task is in review, not complete", "A finished task is in review.", "A finished task is in review."],
  ["run the tests first", "Always run the tests first.", "Run the tests first."],
  ["run the unit tests", "Run the unit tests always.", "Run the unit tests."],
  ["use tabs for makefiles here", "Use tabs for makefiles in all projects.", "Use tabs for makefiles."],
  ["deploy the shop at night", "Deploy the shop at night unless Maria objects.", '! "Maria"'],
  ["the web page is slow", "The web page is slow; it is not cached.", "The web page is slow."],
  ["the files are on the disk", "The files are not on the disk.", "! a negation"],
];

for (const [quote, sentence, kept] of TABLE)
  test(`of ${JSON.stringify(sentence)}, said was ${JSON.stringify(quote)}: ${kept}`, () => {
    const { text, unsaid } = saidPart(sentence, { quote, around: "" });
    assert.equal(unsaid === undefined ? text : `! ${unsaid}`, kept);
  });

test("what the turns around the quote say counts, except for a negation", () => {
  const around = "I ran `npm test` with --ci and did not lint.";
  const kept = (sentence: string) => saidPart(sentence, { quote: "yes, always do that first", around });
  assert.equal(kept("Always run `npm test` with --ci first.").unsaid, undefined);
  assert.equal(kept("Do not lint.").unsaid, "a negation");
});

test("the agent's reply to the quote may word what must not be, and nothing else around it", () => {
  const quote = "the emojis are a bit much";
  const kept = (reply: string) => saidPart("No emojis in the docs.", { quote, around: reply, reply }).unsaid;
  assert.equal(kept("Understood: no emojis in the docs from here on."), undefined);
  assert.equal(kept("I did not run the tests."), "a negation");
});

test("a name that the person typed elsewhere in the session is known, and the first word of a sentence is no name", () => {
  const said = { quote: "use the usual host", around: "", typed: "Staging runs on Frodo." };
  assert.equal(saidPart("Use the usual host: Frodo. Usual means known.", said).unsaid, undefined);
  assert.equal(saidPart("Use the usual host Gandalf", { ...said, quote: "use that" }).unsaid, '"Gandalf"');
});
