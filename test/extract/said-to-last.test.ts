import assert from "node:assert/strict";
import { test } from "node:test";
import { captureFrom } from "../../src/extract/message.ts";
import { PASTES } from "../../src/extract/pasted.ts";
import { readingOf } from "../../src/extract/reading.ts";
import { saidToLast } from "../../src/extract/said-to-last.ts";
import { MARKS } from "../../src/extract/tables/english.ts";
import { LANGUAGES, languageOf, saidInLanguage } from "../../src/extract/tables/other-languages.ts";

for (const { name, example } of MARKS) {
  test(`the mark "${name}" is found in its example, which stands alone`, () => {
    const said = saidToLast(readingOf(example));
    assert.deepEqual([said.taken, said.mark?.name], [true, name]);
  });
}

for (const { name, pattern, example } of PASTES) {
  test(`a pasted ${name} is found in its example`, () => {
    assert.match(example, pattern);
  });
}

for (const { name, example } of LANGUAGES) {
  test(`a lasting statement in ${name} is found, and a question is not`, () => {
    assert.equal(languageOf(example)?.name, name);
    assert.ok(saidInLanguage(example) !== undefined);
    assert.equal(saidInLanguage(`${example}?`), undefined);
  });
}

/** What is kept of a sentence. */
const KEPT: readonly (readonly [sentence: string, text: string])[] = [
  ["Actually, the queue is SQS, not RabbitMQ.", "The queue is SQS, not RabbitMQ"],
  ["Not Jest but Vitest is our test runner", "Not Jest but Vitest is our test runner"],
  ["please always use tabs!!", "Always use tabs"],
  ["please write the tests with vitest and never with jest", "Write the tests with vitest and never with jest"],
  ["Deploy from CI, never from your laptop.", "Deploy from CI, never from your laptop"],
  ["From now on, never push to main without asking me.", "From now on, never push to main without asking me"],
  ["ok cool. also, make a note to restart the worker after a deploy", "Restart the worker after a deploy"],
  ["Create a rule that every migration has a rollback", "Every migration has a rollback"],
  ["remember: src/gen is made by a tool", "src/gen is made by a tool"],
  ["When working with json outputs, never use grep", "When working with json outputs, never use grep"],
  ["In this repo we squash commits", "In this repo we squash commits"],
  ["I prefer small commits over big ones", "I prefer small commits over big ones"],
];

for (const [sentence, text] of KEPT) {
  test(`"${text}" is kept of "${sentence}"`, () => {
    assert.deepEqual(
      captureFrom(sentence, { inProject: true }).map((one) => one.text),
      [text],
    );
  });
}

/** Sentences that look like rules, each with the class of look-alike it belongs to. */
const LEFT: readonly (readonly [why: string, sentence: string])[] = [
  ["lost referent", "we should always show it"],
  ["lost referent", "tasks.md should always use that format"],
  ["lost referent", "make a rule for this"],
  ["hold of the moment", "Don't make any changes yet"],
  ["hold of the moment", "for now, always log to stdout"],
  ["choice", "I like 2 or 3"],
  ["question", "should we always use pnpm?"],
  ["musing", "maybe we should always use pnpm"],
  ["report", "The reviewer said we must always squash"],
  ["what happened", "it never worked on Windows"],
  ["one task", "The login bug must be fixed before Friday"],
  ["plan", "In the future, we will support more backends"],
  ["edit of a file", "update CLAUDE.md to mention the new layout"],
  ["quotation", '"Always use tabs" is what the guide says'],
  ["description of a thing", "write a list of things that should always be in context"],
];

for (const [why, sentence] of LEFT) {
  test(`"${sentence}" is not kept: ${why}`, () => {
    assert.deepEqual(captureFrom(sentence, { inProject: true }), []);
  });
}
