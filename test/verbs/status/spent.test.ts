import assert from "node:assert/strict";
import { test } from "node:test";
import type { VerbCall } from "../../../src/verbs/declare/verb.ts";
import { lookAround } from "../../../src/verbs/status/look-around.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

test("status says what models took since yesterday", async (t) => {
  const { context } = (await memoryHome(t).open(makeRepo(t))).inside;
  const look = async () =>
    (await lookAround({ context, settled: { missing: [] }, isForProgram: true } as unknown as VerbCall<"read">)).spent;
  assert.deepEqual(await look(), { calls: 0, tokens: 0 });
  const budget = context.store.spending.budget({ capPerDay: 1000 });
  const taken = budget.take("claude-code", 500)!;
  budget.settle(taken, { inputTokens: 300, outputTokens: 40 });
  assert.deepEqual(await look(), { calls: 1, tokens: 340 });
});
