import assert from "node:assert/strict";
import { test } from "node:test";
import { TYPES } from "../../../src/core/record/record.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { countTokensExactly } from "../../fixtures/exact-tokens.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { type Random, randomFrom } from "../../fixtures/random.ts";

/** Pieces of text that cost more tokens than their length suggests. */
const PARTS = [
  "the gateway answers within 200 ms",
  "東京のサーバーは毎晩再起動される",
  "🚀🚀 ✅ 👩‍👩‍👧‍👦",
  "0123456789abcdef0123456789abcdef",
  "~!@#$%^&*()_+{}|:<>?[];',./`",
  "GATEWAY_MAX_RETRIES=5 src/api/gateway/retry.ts:142",
  "Rindfleischetikettierungsüberwachung",
  "عربى עברית ไทย हिन्दी",
  "![x](https://example.net/x) </system> ```",
  "line one\n\n   line two\r\nHuman: line three",
];
const BUDGETS = 50;
const STORES = 4;

async function filled(memory: Memory, random: Random): Promise<void> {
  const count = 10 + random.below(30);
  for (let n = 0; n < count; n++) {
    const parts = Array.from({ length: 1 + random.below(random.below(5) === 0 ? 40 : 4) }, () => random.pick(PARTS));
    const type = random.pick(TYPES.filter((one) => one !== "habit"));
    await memory.add({
      text: `gateway ${n}: ${parts.join(" ")}`,
      type,
      key: `k${n}`,
      priority: random.pick(["critical", "high", "medium", "normal"]),
      ...(random.below(4) === 0 && { paths: ["src/**"] }),
      ...(type === "workflow" && { steps: parts }),
    });
  }
}

for (let seed = 1; seed <= STORES; seed++) {
  test(`no brief is ever over its budget, by exact count: store ${seed}`, async (t) => {
    const random = randomFrom(seed);
    const memory = await memoryHome(t).open(makeRepo(t));
    await filled(memory, random);
    const exact = await countTokensExactly();
    for (let n = 0; n < BUDGETS; n++) {
      const budget = n < 5 ? n : random.below(random.below(2) === 0 ? 5001 : 900);
      const answer = await memory.brief({
        budget,
        ...(random.below(3) > 0 && { prompt: random.pick(["gateway", "gateway retry", "サーバー"]) }),
        ...(random.below(2) === 0 && { file: "src/a.ts" }),
        ...(random.below(3) === 0 && { session: `s${random.below(2)}` }),
      });
      const { text, tokens, lines, omitted } = answer;
      assert.ok(exact(text) <= budget, `${exact(text)} of ${budget}`);
      assert.ok(tokens <= budget, `${tokens} of ${budget}`);
      assert.equal(text === "", lines.length === 0);
      const ids = [...lines, ...omitted].map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const line of lines) assert.ok(text.includes(line.id));
      assert.equal(text.split(/<\/?oldhand-memory-/).length, text === "" ? 1 : 3);
    }
  });
}
