import assert from "node:assert/strict";
import { test } from "node:test";
import { ownWords } from "../../src/learn/own-words.ts";
import { DOCUMENT_MARKS, PASTE_STARTS } from "../../src/learn/tables/paste-marks.ts";

const own = (message: string): string =>
  ownWords(message)
    .map(({ start, end }) => message.slice(start, end))
    .join("")
    .trim();

for (const { name, pattern, example } of PASTE_STARTS)
  test(`what follows "${name}" is not the author's`, () => {
    assert.match(example, pattern);
    assert.equal(own(`Use pnpm here.\n\n${example}\n\nWe always use npm.`), "Use pnpm here.");
  });

for (const { name, pattern, example } of DOCUMENT_MARKS)
  test(`two marks of a document (${name}) show where it begins`, () => {
    assert.match(example, pattern);
    assert.equal(own(`Use pnpm here.\n${example}\nWe always use npm.\n${example}`), "Use pnpm here.");
  });

const KEPT = [
  "Always use pnpm. Never push to main.",
  "Rules for this repository:\n- use pnpm\n- never push to main",
  "Remember this: staging runs on arm64.",
  "Fix the parser, see\n```\nFrom: Bob\n# heading\n# heading\n```\nand always run the tests.",
  "From now on use tabs.",
  "Project Setup\n\nAlways use pnpm.",
  "Always use pnpm.\nNever push to main.\nTests go to test/.\nRun them all.\nThen commit.",
  "请用 pnpm。\n不要推送到 main！\n先跑测试。\n再提交。\n谢谢。",
  'Always use pnpm (and say "why.")\nNever push to main.\nRun the tests!)\n**Then commit.**\nAsk first.',
  "use pnpm\nnever push to main\nrun the tests",
];

for (const message of KEPT)
  test(`all of ${JSON.stringify(message)} is the author's`, () => assert.equal(own(message), message));

const BORDERS: readonly (readonly [name: string, message: string, own: string])[] = [
  ["a mail in the same line", "Use tabs. Reply to this mail: From: Bob We always deploy with X", "Use tabs."],
  ["a question below the paste", "We always deploy with X.\n\nWhat does it mean?", ""],
  ["a paragraph with a line of a log", "See\n2026-03-01T10:00:00Z ERROR x\nWe always deploy with X.", ""],
  [
    "prose that a program wrapped",
    `${"a line of a text that was wrapped at eighty columns by some editor\n".repeat(5)}`,
    "",
  ],
  [
    "titles without marks",
    "Write a guide.\n\nDocument Requirements\n\n- Be short.\n\nTesting Guidelines\n\nWe always deploy with X.",
    "Write a guide.",
  ],
  [
    "output without marks",
    "Still broken.\n\nStarting server\nServer is running\nWe always deploy with X.\nService initialized\nwaiting",
    "Still broken.",
  ],
  [
    "output in several paragraphs",
    "Still broken.\n\nStarting server\nServer is running\n\nWe always deploy with X.\n\none\ntwo\nthree\nfour",
    "Still broken.",
  ],
  [
    "broken lines above a line of a log",
    "Still broken.\n\nStarting server\nServer is running\n\nWe always deploy with X.\n\n[ERROR] stopped",
    "Still broken.",
  ],
  ["output below the line that announces it", "Use tabs. I get this: one\ntwo\nthree\nfour\nfive", "Use tabs."],
  ["a fence that the paste cut off", "Hi all,\n\nWe always deploy with X.\n```\nx\n\nBest regards,\nBob", ""],
];

for (const [name, message, expected] of BORDERS)
  test(`the border is found: ${name}`, () => assert.equal(own(message), expected));
