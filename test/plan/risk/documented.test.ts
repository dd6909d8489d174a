import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { RULES } from "../../../src/plan/risk/rules/all.ts";

const PAGE = readFileSync(new URL("../../../docs/planning.md", import.meta.url), "utf8");

test("docs/planning.md lists every rule with its risk, and no other", () => {
  const listed = ["High", "Medium", "Low"].flatMap((risk) => {
    const [, part = ""] = PAGE.split(`\n${risk}:\n\n`);
    const rows = (part.split("\n\n")[0] ?? "").split("\n").slice(2);
    return rows.map(
      (row) =>
        `${risk.toLowerCase()} ${row
          .split("|")
          .map((cell) => cell.trim())
          .join("|")}`,
    );
  });
  const expected = ["high", "medium", "low"].flatMap((risk) =>
    RULES.filter((rule) => rule.risk === risk).map(
      ({ name, touches, says }) => `${risk} |\`${name}\`|${touches.join(", ")}|${says}|`,
    ),
  );
  assert.deepEqual(listed, expected);
});
