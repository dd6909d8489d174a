import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionOfSource, sessionSource } from "../../../src/core/record/record.ts";

const CASES: readonly (readonly [source: string, session: string | undefined])[] = [
  ["session ses_0123abc#4-9", "ses_0123abc"],
  ["session ses_0123abc", "ses_0123abc"],
  ["session x", "x"],
  ["session ", undefined],
  ["import:session ses_0123abc", undefined],
  ["cli", undefined],
];

test("the source of a record names the session that it came from", () => {
  for (const [source, session] of CASES) assert.equal(sessionOfSource(source), session, source);
  assert.equal(sessionSource("ses_1", { from: 4, to: 9 }), "session ses_1#4-9");
  assert.equal(sessionOfSource(sessionSource("ses_1")), "ses_1");
});
