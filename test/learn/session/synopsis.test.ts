import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSentences, synopsisOf } from "../../../src/learn/session/synopsis.ts";

const LONG = "Fix the login. Then add a test! Also look at the logs? And update v1.2 of the docs. Thanks.";

test("a synopsis is at most three sentences: title, first request, outcome of the commands", () => {
  const turns = [
    { ordinal: 0, role: "person" as const, text: LONG },
    { ordinal: 1, role: "agent" as const, text: "", command: { line: "npm test", status: "ok" as const } },
  ];
  assert.equal(synopsisOf(turns, { title: "Login. Tests. Logs." }), "Login. Asked first: Fix the login. 1 command.");
});

test("the first sentences of a text end at their marks, not inside a number", () => {
  assert.equal(firstSentences("Uses v1.2 now. Next.", 1), "Uses v1.2 now.");
  assert.equal(firstSentences(LONG, 3), "Fix the login. Then add a test! Also look at the logs?");
  assert.equal(firstSentences("No end", 3), "No end");
});
