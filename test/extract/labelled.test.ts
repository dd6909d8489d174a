import assert from "node:assert/strict";
import { test } from "node:test";
import { captureFrom } from "../../src/extract/message.ts";
import { labelOf, messagesLabelled, score, scoreOfTalk, sentencesLabelled } from "../fixtures/messages/labelled.ts";

/** Read otherwise than labelled, and known: a pattern for one sentence alone would help nobody. */
const KNOWN_FAULTS = [
  "correction, read as none: Actually, the parser was rewritten in Rust last year.",
  "correction, read as none: The customer id is a number, not a uuid.",
  "none, read as correction: Not correct, 2 + 2 is 4.",
];

for (const label of ["remember", "constraint", "correction", "preference", "none"]) {
  test(`every sentence to tune by that is labelled ${label} is read so, but for the known faults`, () => {
    const faults = sentencesLabelled("tuning")
      .filter((row) => row.label === label)
      .map((row) => ({ ...row, found: labelOf(row.text) }))
      .filter(({ found }) => found !== label)
      .map(({ text, found }) => `${label}, read as ${found}: ${text}`);
    assert.deepEqual(
      faults,
      KNOWN_FAULTS.filter((fault) => fault.startsWith(label)),
    );
  });
}

for (const part of ["tuning", "aside"] as const) {
  for (const { message, captured } of messagesLabelled(part)) {
    test(`of the message ${JSON.stringify(message.slice(0, 60))} are kept ${captured.length}`, () => {
      const found = captureFrom(message, { inProject: true }).map(({ rule, text }) => ({ rule, text }));
      assert.deepEqual(found, captured);
    });
  }
}

for (const part of ["aside", "late"] as const) {
  test(`of the sentences kept ${part} 19 of 20 captures are right, and 4 of 5 statements are captured`, () => {
    const { precision, recall } = score(sentencesLabelled(part));
    assert.ok(precision >= 0.95, `precision ${precision}`);
    assert.ok(recall >= 0.8, `recall ${recall}`);
  });
}

test("of whole messages in seven languages 97 of 100 captures are right, and 19 of 20 statements are captured", () => {
  const { precision, recall, traps, sentences, madeUp, notFound } = scoreOfTalk();
  assert.ok(precision >= 0.97, madeUp.join("\n"));
  assert.ok(recall >= 0.95, notFound.join("\n"));
  assert.ok(traps * 2 >= sentences, `${traps} of ${sentences}`);
});

test("half of the sentences and more are traps", () => {
  for (const part of ["tuning", "aside", "late"] as const) {
    const { sentences, traps } = score(sentencesLabelled(part));
    assert.ok(traps * 2 >= sentences, `${part}: ${traps} of ${sentences}`);
  }
});

test("no sentence stands in two parts", () => {
  const texts = (["tuning", "aside", "late"] as const).flatMap((part) =>
    sentencesLabelled(part).map(({ text }) => text),
  );
  assert.equal(new Set(texts).size, texts.length);
});
