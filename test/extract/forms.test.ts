import assert from "node:assert/strict";
import { test } from "node:test";
import { type Captured, captureFrom } from "../../src/extract/message.ts";
import { readTsv } from "../fixtures/read-tsv.ts";

/** Ways to give a lasting instruction: an example that is kept, and a sentence that sounds like it and is not. */
const FORMS = readTsv("messages/instructions-and-near-misses.tsv", ["form", "kept", "nearMiss"]);

for (const { form, kept, nearMiss } of FORMS) {
  test(`${form}: "${kept}" is kept, "${nearMiss}" is not`, () => {
    assert.equal(captured(kept).length, 1);
    assert.deepEqual(captured(nearMiss), []);
  });
}

/** Openings that limit any of them to the current task. */
const FOR_NOW = ["for now, ", "just this once, ", "in this commit, ", "for this PR only, ", "just for the demo, "];

for (const opening of FOR_NOW) {
  test(`"${opening.trim()}" limits an instruction to the current task`, () => {
    const orders = FORMS.map(({ kept }) => kept).filter((kept) =>
      /^(?:always|never|don'?t|use|keep|write|run|scripts)\b/i.test(kept),
    );
    assert.deepEqual(
      orders.filter((kept) => captured(opening + kept).length > 0),
      [],
    );
  });
}

test("two statements joined in one sentence are split, unless the second refers to the first", () => {
  const texts = (message: string): string[] => captured(message).map(({ text }) => text);
  assert.deepEqual(texts("Always sign off commits with `-s` and never add a trailer."), [
    "Always sign off commits with `-s`",
    "Never add a trailer",
  ]);
  assert.deepEqual(texts("Always wrap errors and never discard them."), ["Always wrap errors and never discard them"]);
  assert.deepEqual(texts("Never touch the header and always keep the footer in this commit."), []);
});

test("an item in a list of tasks is kept if it says that it lasts", () => {
  const items = "- rename `a`\n- never abbreviate class names from here on\n- always return a sorted list";
  assert.deepEqual(
    captured(`Please do these:\n${items}`).map(({ text }) => text),
    ["Never abbreviate class names from here on"],
  );
  assert.deepEqual(captured("The reviewer said:\n- never use else from now on"), []);
});

test("a typing mistake is kept as typed", () => {
  assert.deepEqual(
    captured("Ok, pleas alwasy use tabs, dont use spaces, thx").map(({ text }) => text),
    ["Alwasy use tabs, dont use spaces"],
  );
});

/** The type that a form is kept as. */
const KINDS: readonly (readonly [message: string, kind: Partial<Captured>])[] = [
  ["It's our policy that all logs are JSON", { rule: "constraint", type: "policy", scope: "project" }],
  ["We pin exact versions, no carets", { rule: "preference", type: "preference", scope: "project" }],
  ["I want you to always show me the plan", { rule: "preference", type: "preference", scope: "global" }],
  ["From now on, write the docs in English", { rule: "remember", type: "preference", priority: "medium" }],
  ["Note for later sessions: staging has three nodes", { rule: "remember", type: "fact", scope: "project" }],
];

for (const [message, kind] of KINDS) {
  test(`"${message}" is kept as ${kind.type}`, () => {
    const [found] = captured(message);
    assert.deepEqual({ ...found, ...kind }, found);
  });
}

function captured(message: string): Captured[] {
  return captureFrom(message, { inProject: true });
}
