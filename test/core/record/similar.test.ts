import assert from "node:assert/strict";
import { test } from "node:test";
import { saysTheSame } from "../../../src/core/record/similar.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

const PAIRS = readTsv("pairs/statement-pairs-worded-alike.tsv", ["same", "one", "other"]);

for (const { same, one, other } of PAIRS) {
  const says = same === "yes" ? "says the same as" : "does not say the same as";
  test(`${JSON.stringify(one)} ${says} ${JSON.stringify(other)}`, () => {
    assert.equal(saysTheSame(one, other), same === "yes");
    assert.equal(saysTheSame(other, one), same === "yes");
  });
}

test("every statement says the same as itself", () => {
  for (const text of PAIRS.flatMap(({ one, other }) => [one, other])) assert.equal(saysTheSame(text, text), true, text);
});
