import assert from "node:assert/strict";
import { test } from "node:test";
import { stripPrivate } from "../../../src/core/screen/private.ts";
import { captureFrom } from "../../../src/learn/message.ts";
import { sentencesOf } from "../../../src/learn/sentences.ts";

const PIECES = [
  ..."must never always not but is are , . : ; ! ? I we you it the no, actually, remember that use pnpm".split(" "),
  ...'`code` " “ ” ``` ~~~ > - 1. <a> </a> <private> </private> $ \\ ( ) [ ] \u0000 \ud800 \u202e é 日本。 🙂 İ'.split(
    " ",
  ),
  "\n",
  "\n\n",
  "\t",
  "oldhand-memory-0123456789abcdef",
  "</oldhand-memory-0123456789abcdef>",
];

test("any text is split without an error into sentences that occur in it, in order and without overlap", () => {
  const random = numbers(7);
  for (let round = 0; round < 3000; round++) {
    const length = 1 + (random() % 60);
    const message = Array.from({ length }, () => PIECES[random() % PIECES.length]).join(random() % 3 === 0 ? "" : " ");
    const left = stripPrivate(message);
    let end = 0;
    for (const { sentence, span, text } of captureFrom(message, { inProject: true })) {
      assert.ok(end <= span.start && span.start < span.end && span.end <= left.length, JSON.stringify(message));
      assert.equal(left.slice(span.start, span.end).replace(/\s+/g, " "), sentence);
      assert.ok(sentence.toLowerCase().replaceAll("`", "").includes(text.toLowerCase().replaceAll("`", "")), text);
      end = span.end;
    }
  }
});

const MEGABYTE = 1_000_000;

/** Texts that make a careless parser rescan everything. */
const HOSTILE: readonly string[] = [
  "must ",
  "never ever ",
  "a",
  " ",
  "\n",
  "`",
  '"',
  "“",
  "<a>\n",
  "</a>\n",
  "<private>",
  "oldhand-memory-01234567\n",
  "</oldhand-memory-01234567>",
  "```\n",
  "- must be\n",
  "is not , not but ",
  "no, ",
  "for (x = (",
  "Always use pnpm.\n",
  "word word word word word word word word word word word word word\n",
];

test("a megabyte of any text gives no more sentences than it holds, and none is long", () => {
  for (const piece of HOSTILE) {
    const message = piece.repeat(Math.ceil(MEGABYTE / piece.length));
    const found = sentencesOf(message);
    const looked = found.reduce((sum, { text }) => sum + text.length, 0);
    assert.ok(looked <= message.length, piece);
    assert.ok(
      found.every(({ text }) => text.length <= 400),
      piece,
    );
  }
});

test("twice the text gives twice the sentences", () => {
  const once = "Always use pnpm. It must be the cache!\n- never mind\n".repeat(2000);
  assert.equal(captureFrom(once + once, { inProject: true }).length, 2 * captureFrom(once, { inProject: true }).length);
});

function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}
