/** Many servers on one store at once: nothing is lost, none is locked out, no process stays. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { openMemory } from "../../../src/main/memory.ts";
import { environment } from "../../../src/verbs/call/environment.ts";
import { agent, world } from "./agent.ts";

before(build);

const PROCESSES = 20;
const EACH = 10;

test(`${PROCESSES} servers learn and recall at the same time`, async (t) => {
  const there = world(t);
  const dirs = ["one", "two", "three", "four"].map(there.project);
  const all = await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) =>
      agent(t, there, { cwd: dirs[n % dirs.length]!, era: n % 2 === 0 ? "2025-11-25" : "2026-07-28" }),
    ),
  );
  const textOf = (p: number, n: number): string => `Crate p${p}n${n} holds w${p * 1000 + n} bolts of size z${p}q${n}`;
  await Promise.all(
    all.map(async ({ call }, p) => {
      for (let n = 0; n < EACH; n++) {
        const scope = n % 2 === 0 ? "project" : "global";
        const { outcome } = await call("memory_learn", { text: textOf(p, n), type: "fact", scope });
        assert.equal(outcome, "remembered");
        const { results } = await call("memory_recall", { query: `w${p * 1000 + n} bolts z${p}q${n}` });
        assert.equal(results[0]?.text, textOf(p, n));
      }
    }),
  );
  // Each sees the writes of all others.
  const sums = await Promise.all(all.map(async ({ call }) => (await call("memory_stats")).records.byScope));
  const half = (PROCESSES * EACH) / 2;
  for (const sum of sums) assert.deepEqual(sum, { global: half, project: half / dirs.length });
  for (const { child } of all) child.stdin.end();
  assert.deepEqual(await Promise.all(all.map(({ gone }) => gone)), Array(PROCESSES).fill(0));
  assert.equal(all.map(({ noise }) => noise()).join(""), "");

  const env = { ...environment(), oldhandHome: there.home, isAgent: false };
  const kept = await Promise.all(
    dirs.map(async (cwd) => {
      const memory = await openMemory({ ...env, cwd }, { settle: "all", note: () => {} });
      const { healthy } = memory.doctor();
      const texts = (await memory.list({ status: "active" })).map(({ text }) => text);
      memory.close();
      assert.ok(healthy);
      return texts;
    }),
  );
  assert.equal(new Set(kept.flat()).size, PROCESSES * EACH);
});
