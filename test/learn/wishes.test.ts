import assert from "node:assert/strict";
import { test } from "node:test";
import { captureFrom } from "../../src/learn/message.ts";
import { wishInLanguage } from "../../src/learn/other-languages.ts";
import { PASTES } from "../../src/learn/pasted.ts";
import { readingOf } from "../../src/learn/reading.ts";
import { SHAPES, wishIn } from "../../src/learn/wishes.ts";

for (const { name, rule, example } of SHAPES) {
  test(`the shape "${name}" is found in its example`, () => {
    const wish = wishIn(readingOf(example));
    assert.equal(wish.kept && wish.rule, rule);
  });
}

/** An explicit wish with its statement is always kept. */
const WISHES: readonly (readonly [message: string, texts: readonly string[]])[] = [
  ["remember this: it is slow on Mondays", ["It is slow on Mondays"]],
  ["Remember that staging has three nodes", ["Staging has three nodes"]],
  ["can you remember that the port is 8081?", ["The port is 8081?"]],
  ["keep in mind that tests need the network", ["Tests need the network"]],
  ["please note that releases go out on Tuesday;", ["Releases go out on Tuesday"]],
  ["don't forget that the linter is slow", ["The linter is slow"]],
  ["and dont forget to sign the tag", ["Sign the tag"]],
  ["don't forget to commit", []],
  ["for future reference, staging is on arm64", ["Staging is on arm64"]],
  ["remember we use pnpm here", ["We use pnpm here"]],
  ["you should remember that maybe it fails", ["Maybe it fails"]],
  ["Releases need two reviews. Please remember this.", ["Releases need two reviews"]],
  ["Remember:\n- the API is slow\n- ask before a migration", ["The API is slow", "Ask before a migration"]],
  ["I remember that the port is 8081", []],
  ["do you remember that we use pnpm?", []],
  ["remember our process", []],
  ["remember how we did that", []],
  ["as I noted, the port is 8081", []],
  ["I can't remember that", []],
];

for (const [message, texts] of WISHES)
  test(`${JSON.stringify(message)} keeps ${texts.length === 0 ? "nothing" : texts.join(", ")}`, () => {
    const kept = captureFrom(message, { inProject: true });
    assert.deepEqual(
      kept.map(({ text }) => text),
      texts,
    );
  });

test("a sentence with must, never, always or should is a rule, also after a wish", () => {
  const types = ["must sign tags", "never sign tags", "should sign tags", "the tags are signed"].map(
    (said) => captureFrom(`remember: we ${said}`.replace("we the", "the"), { inProject: true })[0]?.type,
  );
  assert.deepEqual(types, ["policy", "preference", "preference", "fact"]);
});

for (const { name, pattern, example } of PASTES) {
  test(`a pasted ${name} is found in its example`, () => {
    assert.match(example, pattern);
  });
}

for (const [wish, statement] of [
  ["Merk dir: Staging läuft auf Port 8443", "Staging läuft auf Port 8443"],
  ["Souviens-toi que la base est partagée", "la base est partagée"],
  ["Recuerda que la base es compartida", "la base es compartida"],
  ["Lembre-se de que o banco é compartilhado", "o banco é compartilhado"],
  ["メモ：ステージングは外に出られない", "ステージングは外に出られない"],
  ["请记住，测试环境没有外网", "测试环境没有外网"],
] as const) {
  test(`${wish}: the wish is kept, and a question is not`, () => {
    assert.equal(wishInLanguage(wish), statement);
    assert.equal(wishInLanguage(`${wish}?`), undefined);
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
  ["one thing of the task", "The header must be blue"],
  ["a report of the person's own", "No, the page is empty and the list is too"],
  ["choice", "I prefer option 2"],
  ["description of a thing", "write a list of things that should always be in context"],
];

for (const [why, sentence] of LEFT) {
  test(`"${sentence}" is not kept: ${why}`, () => {
    assert.deepEqual(captureFrom(sentence, { inProject: true }), []);
  });
}
