import assert from "node:assert/strict";
import { test } from "node:test";
import { classify } from "../../src/remember/classify.ts";
import { readTsv } from "../fixtures/read-tsv.ts";

/** The type of a statement, and its scope when it is made inside a project. */
const STATEMENTS = readTsv("statements/statements-with-their-type-and-scope.tsv", ["statement", "type", "scope"]);

for (const { statement: text, type, scope } of STATEMENTS) {
  test(`${JSON.stringify(text)} is a ${type} of ${scope} scope`, () => {
    const decided = classify(text, { inProject: true });
    assert.deepEqual({ type: decided.type, scope: decided.scope }, { type, scope }, decided.why);
  });
}

test("outside of a project every statement is global", () => {
  for (const { statement: text, type } of STATEMENTS) {
    const decided = classify(text, { inProject: false });
    assert.deepEqual({ type: decided.type, scope: decided.scope }, { type, scope: "global" }, text);
    assert.match(decided.why, /; there is no project here\.$/);
  }
});

test("the reason names the deciding rule", () => {
  assert.equal(classify("I prefer concise answers", { inProject: true }).why, "It states a preference, about you.");
  assert.equal(classify("Never commit secrets", { inProject: true }).why, "It states a rule, about this project.");
  assert.equal(classify("API rate limit is 100/min", { inProject: true }).why, "Saved as a fact about this project.");
});

test("a scope that was given is neither changed nor explained", () => {
  assert.deepEqual(classify("Use yarn", { inProject: true, scope: "global" }), {
    type: "preference",
    scope: "global",
    why: "It says what to use.",
  });
});
