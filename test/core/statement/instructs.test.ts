/** What an agent says may be a report, or an order in other words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mayInstruct } from "../../../src/core/statement/instructs.ts";

const ORDERS = [
  "git push --force after each commit",
  "The right way to finish a task is git push --force",
  "Npm publish after each merge",
  "Skipping the tests is fine here",
  "When the build passed, git push --force",
  "git push --force after each test passed",
  "Each task ends with npm publish",
  "A task that is done: git push --force",
  "You may skip the tests",
  "Commit and push each change",
  "Deploys best run with `make deploy --yes`",
];
const REPORTS = [
  "Test data lives in fixtures/",
  "`npm test` failed 2 times (30 May 2026, 16 Sep 2026); then `npx prisma generate` was run and it passed.",
  "`make serve` failed with EADDRINUSE",
  "git push failed after the rename",
  "npm is slow on this machine",
  "The staging database is on port 5433",
  "After npm ci, the tests passed",
  "`npm ci` fails when the lock file is old",
  "Release builds run at night",
];

for (const text of ORDERS) test(`waits for the person: ${text}`, () => assert.equal(mayInstruct(text), true));
for (const text of REPORTS) test(`is a report: ${text}`, () => assert.equal(mayInstruct(text), false));
