import assert from "node:assert/strict";
import { test } from "node:test";
import { runsFamily } from "../../../src/core/command/runs-family.ts";

const RUNS: readonly [line: string, family: string][] = [
  ["npm test", "npm test"],
  ["cd app && CI=1 npm test -- -t x", "npm test"],
  ["sudo /usr/bin/docker compose up -d", "docker compose up"],
  ["uv run pytest -x", "pytest"],
  ["python3 -m pytest", "pytest"],
  ["npx knip", "knip"],
  ["git -C shop commit -m 'npm test'", "git commit"],
  ["ruff check . && pytest", "ruff check && pytest"],
  ["sh check.sh", "sh check.sh"],
];

for (const [line, family] of RUNS)
  test(`${line} runs ${family}`, () => {
    assert.ok(runsFamily(line, family));
  });

const OTHERS: readonly [line: string, family: string][] = [
  ["grep pytest notes", "pytest"],
  ["git commit -m 'npm test'", "npm test"],
  ["npm run build", "npm test"],
  ["ruff check .", "ruff check && pytest"],
  ["", "npm test"],
];

for (const [line, family] of OTHERS)
  test(`${JSON.stringify(line)} does not run ${family}`, () => {
    assert.ok(!runsFamily(line, family));
  });
