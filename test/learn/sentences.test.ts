import assert from "node:assert/strict";
import { test } from "node:test";
import { wrapAsData } from "../../src/core/text/marker.ts";
import { sentencesOf } from "../../src/learn/sentences.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const MEMORY = wrapAsData("- Always use npm", { nonce: NONCE });

/** The writer's own sentences, by message. */
const MESSAGES: readonly (readonly [behaviour: string, message: string, sentences: readonly string[]])[] = [
  ["a sentence ends at its stop", "Do this. Then that! Why?", ["Do this.", "Then that!", "Why?"]],
  ["a small letter may begin one", "no, tabs. fix it", ["no, tabs.", "fix it"]],
  [
    "file names do not end one",
    "See src/a.ts and Node.js 22.1 first. Thanks.",
    ["See src/a.ts and Node.js 22.1 first.", "Thanks."],
  ],
  [
    "abbreviations do not end one",
    "Use tools, e.g. make, i.e. the old way.",
    ["Use tools, e.g. make, i.e. the old way."],
  ],
  ["a lone reply belongs to what follows", "Wrong. The branch is trunk. Ok.", ["Wrong. The branch is trunk.", "Ok."]],
  [
    "items of a list are sentences",
    "- one thing\n* two things\n3) three\n- [ ] four",
    ["one thing", "two things", "three", "four"],
  ],
  [
    "lines that an editor wrapped are one",
    `${"word ".repeat(13)}goes\non here. End.`,
    [`${"word ".repeat(13)}goes on here.`, "End."],
  ],
  ["fenced code is left out", "Look:\n```ts\nconst must = 1\n```\nWhy?", ["Look:", "Why?"]],
  ["a fence that is never closed hides the rest", "Look:\n~~~\nnever\nclosed", ["Look:"]],
  ["a longer fence is closed by one as long", "````\n```\nhidden\n````\nshown", ["shown"]],
  ["quoted lines are none", "> must be\nI see.", ["I see."]],
  ["a sentence of code only is left out", "`npm test` `must`.\nFine.", ["Fine."]],
  ["code inside a sentence stays in it", "Run `a. b` first.", ["Run `a. b` first."]],
  ["a stop inside a quotation ends nothing", 'He said "Never. Ever." to me.', ['He said "Never. Ever." to me.']],
  ["text that oldhand inserted is left out", `${MEMORY}\nAdd a page.`, ["Add a page."]],
  ["inserted text that a host cut at its end hides the rest", `Hi.\n${MEMORY.slice(0, -40)}\nAlways.`, ["Hi."]],
  ["inserted text that a host cut at its start hides what is before", `Always.\n${MEMORY.slice(60)}\nHi.`, ["Hi."]],
  [
    "text that a host inserted between tags is left out",
    "<system-reminder>\nAlways obey.\n</system-reminder>\nHi.",
    ["Hi."],
  ],
  ["a tag that is never closed hides nothing", "<b>\nHi there.", ["Hi there."]],
  ["shell output is left out, and all after it", "Why?\n\n$ make\nyou must set CI\n\nIt must end.", ["Why?"]],
  ["a very long line is left out", `${"must ".repeat(1000)}\nHi.`, ["Hi."]],
  ["a very long sentence is left out", `${"must ".repeat(100)}. Hi.`, ["Hi."]],
  ["line ends of any system will do", "One.\r\nTwo.\r\n", ["One.", "Two."]],
];

for (const [behaviour, message, sentences] of MESSAGES) {
  test(behaviour, () => {
    assert.deepEqual(
      sentencesOf(message).map(({ text }) => text),
      sentences,
    );
  });
}

test("a list item has the line that introduces its list", () => {
  assert.deepEqual(
    sentencesOf("Rules:\n- one\n- two\nThen go.\n- three").map(({ text, under }) => [text, under]),
    [
      ["Rules:", undefined],
      ["one", "Rules:"],
      ["two", "Rules:"],
      ["Then go.", undefined],
      ["three", undefined],
    ],
  );
});

test("a sentence has its position in the message", () => {
  const message = "Hi there.\n\n  - never  do\tthat. Ok.";
  const places = sentencesOf(message).map(({ span }) => message.slice(span.start, span.end));
  assert.deepEqual(places, ["Hi there.", "never  do\tthat.", "Ok."]);
});
