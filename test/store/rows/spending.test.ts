import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { type Spending, spendingOf } from "../../../src/store/rows/spending.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";

const DAY_MS = 86_400_000;
const MODEL = "ollama/small";
const line = { day: "2026-10-24", model: MODEL, inputTokens: 0, outputTokens: 0, calls: 0, reserved: 0 };

test("a cap of 0 means no calls", (t) => {
  const { spending } = ledger(t);
  assert.equal(spending.reserve({ model: MODEL, tokens: 1, capPerDay: 0 }), undefined);
  assert.equal(spending.budget({ capPerDay: 0 }).take(MODEL, 0), undefined);
  assert.deepEqual(spending.today(), []);
});

test("a call is counted before it is made, and settled with what it used", (t) => {
  const { spending } = ledger(t);
  const tokenBudget = spending.budget({ capPerDay: 1000 });
  const call = tokenBudget.take(MODEL, 700)!;
  assert.deepEqual(spending.today(), [{ ...line, calls: 1, reserved: 700 }]);
  assert.equal(tokenBudget.take(MODEL, 301), undefined);
  tokenBudget.settle(call, { inputTokens: 200, outputTokens: 50 });
  assert.deepEqual(spending.today(), [{ ...line, calls: 1, inputTokens: 200, outputTokens: 50 }]);
  assert.ok(tokenBudget.take(MODEL, 750));
  assert.equal(tokenBudget.take(MODEL, 1), undefined);
});

test("all models share the day's cap", (t) => {
  const { spending } = ledger(t);
  const tokenBudget = spending.budget({ capPerDay: 100 });
  assert.ok(tokenBudget.take("ollama/small", 60));
  assert.equal(tokenBudget.take("anthropic/large", 60), undefined);
  assert.ok(tokenBudget.take("anthropic/large", 40));
});

test("a new day starts at zero, and a late settlement counts for the day of its reservation", (t) => {
  const { spending, wait } = ledger(t);
  const tokenBudget = spending.budget({ capPerDay: 100 });
  const call = tokenBudget.take(MODEL, 100)!;
  wait(DAY_MS);
  assert.ok(tokenBudget.take(MODEL, 100));
  tokenBudget.settle(call, { inputTokens: 10, outputTokens: 5 });
  assert.deepEqual(spending.list(10), [
    { ...line, day: "2026-10-25", calls: 1, reserved: 100 },
    { ...line, calls: 1, inputTokens: 10, outputTokens: 5 },
  ]);
});

test("calls of a job use its reserved tokens first, and the rest is returned", (t) => {
  const { spending } = ledger(t);
  const held = spending.reserve({ model: MODEL, tokens: 500, capPerDay: 1000 });
  const tokenBudget = spending.budget({ capPerDay: 1000, held });
  const first = tokenBudget.take(MODEL, 300)!;
  assert.deepEqual(spending.today(), [{ ...line, calls: 1, reserved: 500 }]);
  const second = tokenBudget.take("anthropic/large", 300)!;
  assert.deepEqual(spending.today(), [
    { ...line, model: "anthropic/large", calls: 1, reserved: 300 },
    { ...line, calls: 1, reserved: 300 },
  ]);
  tokenBudget.settle(first, { inputTokens: 1, outputTokens: 2 });
  tokenBudget.settle(second, { inputTokens: 3, outputTokens: 4 });
  tokenBudget.close();
  assert.deepEqual(spending.today(), [
    { ...line, model: "anthropic/large", calls: 1, inputTokens: 3, outputTokens: 4 },
    { ...line, calls: 1, inputTokens: 1, outputTokens: 2 },
  ]);
});

test("yesterday's reservation allows nothing today", (t) => {
  const { spending, wait } = ledger(t);
  const held = spending.reserve({ model: MODEL, tokens: 500, capPerDay: 500 });
  const tokenBudget = spending.budget({ capPerDay: 500, held });
  wait(DAY_MS);
  assert.ok(spending.reserve({ model: MODEL, tokens: 400, capPerDay: 500 }));
  assert.equal(tokenBudget.take(MODEL, 300), undefined);
  tokenBudget.close();
  tokenBudget.close();
  assert.deepEqual(spending.list(10), [{ ...line, day: "2026-10-25", reserved: 400 }, line]);
});

function ledger(t: Cleaning): { spending: Spending; wait(ms: number): void } {
  const dir = mkdtempSync(join(tmpdir(), "oldhand-spending-"));
  const state = openState(homeFrom({ oldhandHome: dir }), { at: () => {}, note: () => {} });
  t.after(() => {
    state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  let nowMs = Date.UTC(2026, 9, 24, 12);
  return {
    spending: spendingOf(state, () => nowMs),
    wait(ms) {
      nowMs += ms;
    },
  };
}
