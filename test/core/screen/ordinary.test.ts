import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { findSecrets } from "../../../src/core/screen/secrets.ts";
import { ordinaryLines } from "./ordinary-lines.ts";

const FOLDER = new URL("../../fixtures/benign/", import.meta.url);

test("of the ordinary lines written by hand, hardly one is taken for a secret", (t) => {
  const lines = handWritten();
  assert.ok(lines.length >= 300);
  assertHardlyAny(lines, (report) => t.diagnostic(report));
});

test("of five thousand ordinary lines, hardly one is taken for a secret", (t) => {
  assertHardlyAny(ordinaryLines(5000), (report) => t.diagnostic(report));
});

test("ordinary files are left alone", () => {
  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(new URL(name, FOLDER), "utf8");
    const found = findSecrets(text).map(({ rule, start, end }) => `${rule}: ${text.slice(start, end)}`);
    assert.deepEqual(found, [], name);
  }
});

function handWritten(): string[] {
  return readdirSync(FOLDER).flatMap((name) =>
    readFileSync(new URL(name, FOLDER), "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  );
}

function assertHardlyAny(lines: readonly string[], report: (text: string) => void): void {
  const taken = lines.filter((line) => findSecrets(line).length > 0);
  report(`${taken.length} of ${lines.length} lines taken for secrets`);
  assert.ok(taken.length <= lines.length * 0.01, taken.join("\n"));
}
