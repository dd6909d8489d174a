import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../src/core/base/clock.ts";
import type { Priority, RecordType } from "../../src/core/record/record.ts";
import { archivedByDecay, strength } from "../../src/core/record/strength.ts";
import type { Memory } from "../../src/main/memory.ts";
import type { BriefAsk } from "../../src/verbs/recalling/brief.ts";
import { approvedRun } from "../fixtures/approved-run.ts";
import { makeRepo } from "../fixtures/git-repo.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

/** The table of types: what each is for by its example, its priority, and the layer that it is given in. */
const TYPES: readonly (readonly [type: RecordType, priority: Priority, example: string, layer: "A" | "B" | "C"])[] = [
  ["policy", "critical", "Never commit secrets", "A"],
  ["workflow", "high", "Deploy in steps: test, build, push", "C"],
  ["pitfall", "high", "Don't use the ORM for bulk inserts", "B"],
  ["architecture", "high", "Auth is a separate service", "A"],
  ["decision", "medium", "Chose SQLite over Postgres for the index", "B"],
  ["preference", "medium", "Prefers the standard library over dependencies", "B"],
  ["fact", "normal", "The API rate limit is 100 a minute", "B"],
];

async function briefed(memory: Memory, ask: BriefAsk = {}): Promise<Record<string, string[]>> {
  const layers: Record<string, string[]> = {};
  for (const { layer, id } of (await memory.brief(ask)).lines) {
    layers[layer] = [...(layers[layer] ?? []), (await memory.get(id)).text];
  }
  return layers;
}

for (const [type, priority, text, layer] of TYPES) {
  test(`${type} has priority ${priority} and is given in layer ${layer}`, async (t) => {
    const memory = await memoryHome(t).open();
    const { record } = await memory.add({ text, type });
    assert.equal(record!.priority, priority);
    assert.deepEqual(await briefed(memory), { [layer]: [text] });
  });
}

test("layer A is always there: policy, architecture and preference of priority high or over, the highest first", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "Auth is a separate service", type: "architecture" });
  await memory.add({ text: "Prefers tabs", type: "preference", priority: "high" });
  await memory.add({ text: "Prefers dark mode", type: "preference" });
  await memory.add({ text: "A rule of medium weight about tabs", type: "policy", priority: "medium" });
  await memory.add({ text: "Never commit secrets", type: "policy" });
  assert.deepEqual(await briefed(memory, { prompt: "something quite unrelated: bananas" }), {
    A: ["Never commit secrets", "Auth is a separate service", "Prefers tabs"],
  });
});

test("layer B is scored, and only records over the threshold are given", async (t) => {
  const home = memoryHome(t);
  const old = await (await home.open()).add({ text: "The gateway limit is 100 a minute", type: "fact" });
  home.wait(200 * DAY_MS);
  const memory = await home.open();
  const pitfall = await memory.add({ text: "The gateway needs a token", type: "pitfall" });
  const decision = await memory.add({ text: "The gateway was chosen for its speed", type: "decision" });
  const { lines, omitted } = await memory.brief({ prompt: "gateway token speed" });
  assert.deepEqual(
    lines.map(({ layer, id }) => [layer, id]),
    [
      ["B", pitfall.record!.id],
      ["B", decision.record!.id],
    ],
  );
  assert.deepEqual(omitted, [{ id: old.record!.id, reason: "below threshold" }]);
});

test("layer C is the three workflows that fit the task, proven ones first", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  for (const name of ["deploy-a", "deploy-b", "deploy-c", "deploy-d"]) {
    await memory.saveWorkflow({ name, steps: ["true", `true deploy ${name}`] });
  }
  await approvedRun(memory, "deploy-d");
  const { lines, omitted } = await (await home.open()).brief({ prompt: "deploy" });
  assert.deepEqual(
    lines.map(({ layer }) => layer),
    ["C", "C", "C"],
  );
  assert.match(lines[0]!.text, /^- deploy-d: true → true deploy deploy-d/);
  assert.deepEqual(
    omitted.map(({ reason }) => reason),
    ["over limit"],
  );
});

test("800 tokens at most: A has priority, then B fills what is left, then C", async (t) => {
  const memory = await memoryHome(t).open();
  for (let n = 0; n < 10; n++) {
    await memory.add({ text: `Rule ${n}: never deploy part ${n} without its review`, type: "policy", key: `rule${n}` });
    await memory.add({ text: `Part ${n} of the deploy once failed on disk ${n}`, type: "pitfall", key: `pit${n}` });
    await memory.add({ text: `Step ${n}: deploy part ${n}, then look at it`, type: "workflow", key: `flow${n}` });
  }
  const entire = await memory.brief({ prompt: "deploy part" });
  assert.ok(entire.budget === 800 && entire.tokens <= 800);
  const layers = entire.lines.map(({ layer }) => layer).join("");
  assert.match(layers, /^A{10}B+C*$/);
  const small = await memory.brief({ prompt: "deploy part", budget: 300 });
  assert.match(small.lines.map(({ layer }) => layer).join(""), /^A+$/);
});

test("decay: half at 90 days, a quarter at 180, and under 0.1 at 299 days for weight 1 and count 1", () => {
  const after = (days: number, reinforcement = 1): number =>
    strength("preference", { lastUsedMs: 0, reinforcement }, { nowMs: days * DAY_MS, halfLifeDays: 90 });
  const dead = (days: number): boolean => archivedByDecay("preference", { strength: after(days), archiveBelow: 0.1 });
  assert.deepEqual([after(0), after(90), after(180)], [1, 0.5, 0.25]);
  assert.deepEqual([dead(298), dead(299)], [false, true]);
  assert.equal(after(90, 4), 2);
});

test("access boost: each recall adds to the count, once a session", async (t) => {
  const home = memoryHome(t);
  const { record } = await (await home.open()).add({ text: "The API rate limit is 100 a minute", type: "fact" });
  for (const session of ["one", "one", "two", "three"]) {
    await (await home.open(undefined, { session })).recall({ query: "rate limit", format: "json" });
  }
  assert.equal((await (await home.open()).get(record!.id)).reinforcement, 4);
});

test("reinforcement: adding it again resets the decay", async (t) => {
  const home = memoryHome(t);
  const text = "Prefers the standard library over dependencies";
  const { record } = await (await home.open()).add({ text, type: "preference" });
  home.wait(90 * DAY_MS);
  const memory = await home.open();
  assert.equal((await memory.get(record!.id)).strength, 0.5);
  await memory.add({ text, type: "preference" });
  const { strength: now, reinforcement } = await (await home.open()).get(record!.id);
  assert.deepEqual([now, reinforcement], [1, 1]);
});

test("archived memories are still found by search and never given", async (t) => {
  const memory = await memoryHome(t).open();
  const { record } = await memory.add({ text: "Never commit secrets", type: "policy" });
  await memory.archive(record!.id);
  const { results } = await memory.recall({ query: "commit secrets", format: "json", archived: true });
  assert.deepEqual(
    results.map(({ id }) => id),
    [record!.id],
  );
  const { lines, omitted } = await memory.brief({ prompt: "commit secrets" });
  assert.deepEqual([lines, omitted], [[], [{ id: record!.id, reason: "archived" }]]);
});

test("scoped retrieval: semanticScoped(file) gives what globs bind to the file", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  await memory.add({ text: "Components are functions", type: "fact", paths: ["src/ui/**"] });
  await memory.add({ text: "Queries go through the pool", type: "fact", paths: ["src/db/**", "*.sql"] });
  await memory.add({ text: "The office closes at six", type: "fact" });
  const bound = async (file: string) => (await memory.semanticScoped(file)).map(({ text }) => text);
  assert.deepEqual(await bound("src/ui/button.tsx"), ["Components are functions"]);
  assert.deepEqual(await bound("schema.sql"), ["Queries go through the pool"]);
  assert.deepEqual(await bound("README.md"), []);
  assert.deepEqual((await briefed(memory, { file: "src/ui/button.tsx" })).scoped, ["Components are functions"]);
});
