import assert from "node:assert/strict";
import { test } from "node:test";
import { TYPES } from "../../../../src/core/record/record.ts";
import { isCovered } from "../../../../src/store/replicate/team/covered-records.ts";

test("without an acceptance of the space nothing counts", () => {
  for (const type of TYPES) assert.equal(isCovered({ type }, { isSpaceAccepted: false, isChange: false }), false);
});

test("an accepted space covers everything but workflows, guards and changed policies", () => {
  for (const isChange of [false, true]) {
    const at = { isSpaceAccepted: true, isChange };
    for (const type of TYPES) {
      const expected = type !== "workflow" && !(type === "policy" && isChange);
      assert.equal(isCovered({ type }, at), expected, `${type}, changed: ${isChange}`);
      assert.equal(isCovered({ type, guards: [{ deny: ["rm"] }] }, at), false);
      assert.equal(isCovered({ type, guardProblem: "unknown" }, at), false);
    }
  }
});
