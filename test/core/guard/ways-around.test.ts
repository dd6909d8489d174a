import assert from "node:assert/strict";
import { test } from "node:test";
import { whatRuns } from "../../../src/core/command/what-runs.ts";
import { matchGuards } from "../../../src/core/guard/match.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

test("a guard is not slipped past by writing the command in another way, and speaks about nothing else", () => {
  const rows = readTsv("guards/ways-around.tsv", ["guard", "command", "expected"]);
  const wrong = rows.filter(({ guard, command, expected }) => {
    const runs = whatRuns(command, {
      isThorough: true,
      cwd: "/p",
      home: "/home/ann",
      scripts: { find: () => undefined },
    });
    const place = { cwd: "/p", root: "/p", home: "/home/ann" };
    const found = matchGuards([JSON.parse(guard)], { kind: "command", runs }, place);
    return (found.length > 0 ? "stop" : "pass") !== expected;
  });
  assert.ok(rows.length >= 300);
  assert.deepEqual(wrong, []);
});
