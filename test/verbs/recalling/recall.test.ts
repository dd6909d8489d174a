import assert from "node:assert/strict";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import type { RecallAsk, RecallFormat } from "../../../src/verbs/recalling/recall.ts";
import { countTokensExactly } from "../../fixtures/exact-tokens.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const DAY = 86_400_000;

async function found(memory: Memory, ask: Partial<RecallAsk> & { query: string }): Promise<string[]> {
  return (await memory.recall({ format: "json", ...ask })).results.map(({ text }) => text);
}

test("a query finds matching records, with their source and relevance", async (t) => {
  const memory = await memoryHome(t).open();
  const { record } = await memory.add({ text: "The API allows 100 calls a minute" });
  await memory.add({ text: "Builds need Node 24" });
  const { query, results, receipt } = await memory.recall({ query: "how many API calls per minute?", format: "json" });
  assert.equal(query, "how many API calls per minute?");
  assert.match(receipt, /^rcp_/);
  const [best] = results;
  assert.deepEqual(
    { ...best, relevance: 0 },
    {
      kind: "record",
      id: record!.id,
      text: "The API allows 100 calls a minute",
      relevance: 0,
      source: record!.file,
      record,
    },
  );
  assert.ok(best!.relevance > 0 && best!.relevance <= 1);
});

test("a workflow is returned once, as a workflow", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "Deploy: first build, then push" });
  const { results } = await memory.recall({ query: "deploy", format: "json" });
  assert.deepEqual(
    results.map(({ kind }) => kind),
    ["workflow"],
  );
});

test("archived records are found only on request, superseded ones never", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "Use npm" });
  await memory.add({ text: "Use pnpm" });
  const { record } = await memory.add({ text: "The pnpm cache is on drive D" });
  await memory.archive(record!.id);
  assert.deepEqual(await found(memory, { query: "npm pnpm use cache" }), ["Use pnpm"]);
  assert.deepEqual((await found(memory, { query: "npm pnpm use cache", archived: true })).sort(), [
    "The pnpm cache is on drive D",
    "Use pnpm",
  ]);
});

test("filters by type, scope, time and path narrow the results", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.add({ text: "The deploy server is called atlas", type: "fact" });
  await memory.add({ text: "Never deploy on Friday", type: "policy", scope: "global" });
  await memory.add({ text: "The deploy scripts of the shop use make", type: "fact", paths: ["shop/**"] });
  home.wait(10 * DAY);
  await memory.add({ text: "The deploy key is rotated in March", type: "fact" });
  const query = "deploy";
  assert.deepEqual(await found(memory, { query, types: ["policy"] }), ["Never deploy on Friday"]);
  assert.deepEqual(await found(memory, { query, scopes: ["global"] }), ["Never deploy on Friday"]);
  assert.equal((await found(memory, { query, scopes: ["project"] })).length, 3);
  const sinceMs = Date.parse("2026-03-05T00:00:00Z");
  assert.deepEqual(await found(memory, { query, sinceMs }), ["The deploy key is rotated in March"]);
  assert.equal((await found(memory, { query, path: "shop/src/index.ts" })).length, 4);
  assert.equal((await found(memory, { query, path: "docs/index.md" })).length, 3);
  assert.equal((await found(memory, { query, limit: 2 })).length, 2);
});

test("the project's choice shadows the person's, and the receipt says so", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const mine = await (await home.open()).add({ text: "Use pnpm" });
  const memory = await home.open(repo);
  await memory.add({ text: "Use yarn" });
  assert.deepEqual(await found(memory, { query: "use pnpm yarn" }), ["Use yarn"]);
  const records = (await memory.why()).omitted.filter(({ id }) => id.startsWith("rec_"));
  assert.deepEqual(records, [{ id: mine.record!.id, reason: "shadowed" }]);
  assert.deepEqual(await found(await home.open(), { query: "use pnpm yarn" }), ["Use pnpm"]);
});

test("a choice for one part of the project shadows only there", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await (await home.open()).add({ text: "Use pnpm" });
  const memory = await home.open(repo);
  await memory.add({ text: "Use yarn", paths: ["legacy/**"] });
  assert.deepEqual(await found(memory, { query: "use pnpm yarn", path: "legacy/a.ts" }), ["Use yarn"]);
  assert.deepEqual(await found(memory, { query: "use pnpm yarn", path: "src/a.ts" }), ["Use pnpm"]);
});

test("an archived choice of the project shadows nothing", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  await (await home.open()).add({ text: "Use pnpm" });
  const memory = await home.open(repo);
  const { record } = await memory.add({ text: "Use yarn" });
  await memory.archive(record!.id);
  assert.deepEqual(await found(memory, { query: "use pnpm yarn" }), ["Use pnpm"]);
});

test("a recall counts one use per session for each returned record", async (t) => {
  const home = memoryHome(t);
  const { record } = await (await home.open()).add({ text: "The API allows 100 calls a minute" });
  await found(await home.open(), { query: "calls a minute" });
  await found(await home.open(), { query: "calls a minute" });
  home.wait(DAY);
  await found(await home.open(undefined, { session: "two" }), { query: "calls a minute" });
  const after = await (await home.open()).get(record!.id);
  assert.deepEqual([after.reinforcement, after.strength], [3, 2.7]);
});

test("each format names the source of a line", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { record } = await memory.add({ text: "The API allows\n100 calls a minute" });
  const ask = (format: RecallFormat) => memory.recall({ query: "API calls", format });
  const { id } = record!;
  assert.match(
    (await ask("snippets")).text,
    new RegExp(`^1\\. The API allows / 100 calls a minute\\n {3}fact, global · \\d+% relevance · ${id}$`),
  );
  assert.match(
    (await ask("prompt")).text,
    new RegExp(
      `^<oldhand-memory-([0-9a-f]{32}) role="data">\\nWhat oldhand remembers; .+\\n- The API allows / 100 calls a minute \\[fact, global; ${id}; relevance [01]\\.\\d\\d\\]\\n</oldhand-memory-\\1>$`,
    ),
  );
  assert.equal((await ask("json")).text, "The API allows\n100 calls a minute");
});

test("two prompts never carry the same marker", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "The API allows 100 calls a minute" });
  const marker = async () => /memory-(\w+)/.exec((await memory.recall({ query: "API", format: "prompt" })).text)![1];
  assert.notEqual(await marker(), await marker());
});

test("a prompt leaves out untrusted and archived records, and the receipt says why", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const external = { origin: "imported", trust: "external", source: "import:x.md" } as const;
  const web = await memory.add({ text: "The gateway limit is 900 a day" }, external);
  const agents = await memory.add(
    { text: "The gateway limit resets at noon" },
    { origin: "told", trust: "agent", source: "mcp" },
  );
  const old = await memory.add({ text: "The gateway limit was 50 a day long ago" });
  await memory.archive(old.record!.id);
  const ask = { query: "gateway limit", archived: true } as const;
  const prompt = await memory.recall({ ...ask, format: "prompt" });
  assert.deepEqual(
    prompt.results.map(({ id }) => id),
    [agents.record!.id],
  );
  assert.match(prompt.text, /\[fact, global, from an agent;/);
  assert.deepEqual(
    [...(await memory.why(prompt.receipt)).omitted].sort((a, b) => (a.reason < b.reason ? -1 : 1)),
    [
      { id: old.record!.id, reason: "archived" },
      { id: web.record!.id, reason: "not accepted" },
    ],
  );
  const snippets = await memory.recall({ ...ask, format: "snippets" });
  assert.equal(snippets.results.length, 3);
  assert.match(snippets.text, /fact, global, from an outside source ·/);
});

test("of unaccepted records a page shows the best match, after a second search for accepted ones", async (t) => {
  const memory = await memoryHome(t).open();
  const external = { origin: "imported", trust: "external", source: "import:x.md" } as const;
  for (let n = 0; n < 30; n++)
    await memory.add({ text: `gateway gateway limit ${n}`, type: "fact", key: `x${n}` }, external);
  const own = await memory.add({
    text: "The limit of our gateway is in the contract, on the third page",
    type: "fact",
  });
  const { results, receipt } = await memory.recall({ query: "gateway limit", format: "json", limit: 5 });
  assert.deepEqual(results.map(({ record }) => record!.trust).sort(), ["external", "person"]);
  assert.ok(results.some(({ id }) => id === own.record!.id));
  const { omitted } = await memory.why(receipt);
  assert.ok(omitted.length > 0 && omitted.every(({ reason }) => reason === "not accepted"));
});

test("a choice for one part of the project shadows nothing if no path is given", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "Use pnpm" });
  const memory = await home.open(makeRepo(t));
  await memory.add({ text: "Use yarn", paths: ["legacy/**"] });
  assert.deepEqual((await found(memory, { query: "use pnpm yarn" })).sort(), ["Use pnpm", "Use yarn"]);
});

test("a receipt lists included and left-out records, with the tokens that the next line would have needed", async (t) => {
  const memory = await memoryHome(t).open();
  for (const n of [1, 2, 3, 4]) await memory.add({ text: `The staging server number ${n} is called atlas${n}` });
  const answer = await memory.recall({ query: "staging server", format: "snippets", budget: 60, limit: 3 });
  const receipt = await memory.why(answer.receipt);
  assert.deepEqual(await memory.why(), receipt);
  assert.deepEqual([receipt.id, receipt.query, receipt.budget], [answer.receipt, "staging server", 60]);
  assert.deepEqual(
    receipt.included.map(({ id }) => id),
    answer.results.map(({ id }) => id),
  );
  assert.equal(receipt.included.length + receipt.omitted.length, 4);
  assert.ok(receipt.tokens <= 60);
  assert.equal(receipt.omitted.filter(({ reason }) => reason === "over limit").length, 1);
  for (const { reason, needTokens } of receipt.omitted) {
    assert.equal(typeof needTokens, reason === "over budget" ? "number" : "undefined");
  }
  assert.ok(receipt.omitted.some(({ reason }) => reason === "over budget"));
});

test("needTokens is the missing budget: with that much more, the line fits", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "The staging server is called atlas" });
  const { receipt } = await memory.recall({ query: "staging", format: "snippets", budget: 5 });
  const { needTokens } = (await memory.why(receipt)).omitted[0]!;
  const ask = (budget: number) => memory.recall({ query: "staging", format: "snippets", budget });
  assert.equal((await ask(5 + needTokens! - 1)).results.length, 0);
  assert.equal((await ask(5 + needTokens!)).results.length, 1);
});

test("a secret in a question is not kept in its receipt", async (t) => {
  const memory = await memoryHome(t).open();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const { receipt } = await memory.recall({ query: `what is ${secret}`, format: "json" });
  assert.ok(!JSON.stringify(await memory.why(receipt)).includes(secret));
});

test("before the first recall there is no receipt, and an unknown one is not found", async (t) => {
  const memory = await memoryHome(t).open();
  await assert.rejects(memory.why(), {
    code: "not-found",
    message: "Nothing was recalled yet, so there is no receipt.",
  });
  await assert.rejects(memory.why("rcp_x"), { code: "not-found", message: "rcp_x matches no receipt." });
});

/** Texts that cost more tokens than their length suggests. */
const COSTLY = [
  "The gateway speaks HTTP and answers within 200 ms on port 8080.",
  "東京のサーバーは毎晩再起動される gateway",
  "gateway 🚀🚀🚀 ✅ 👩‍👩‍👧‍👦",
  "gateway 0123456789abcdef0123456789abcdef",
  "gateway: ~!@#$%^&*()_+{}|:<>?[];',./`",
  "GATEWAY_MAX_RETRIES=5 src/api/gateway/handlers/retry.ts:142",
  "Der Gateway-Dienst läuft auf Rindfleischetikettierungsüberwachungsmaschinen.",
  "gateway عربى עברית ไทย हिन्दी",
];

for (const format of ["snippets", "prompt", "json"] as const) {
  test(`no answer as ${format} is ever over its budget, by exact count`, async (t) => {
    const memory = await memoryHome(t).open();
    for (const [n, text] of COSTLY.entries()) await memory.add({ text, type: "fact", key: `k${n}` });
    const exact = await countTokensExactly();
    for (const budget of [0, 1, 2, 5, 10, 20, 30, 40, 50, 64, 80, 100, 128, 150, 200, 256, 300, 400, 500, 800, 5000]) {
      const { text, receipt, results } = await memory.recall({ query: "gateway", format, budget });
      const { tokens } = await memory.why(receipt);
      assert.ok(exact(text) <= budget, `${exact(text)} of ${budget}`);
      assert.ok(tokens <= budget, `${tokens} of ${budget}`);
      assert.equal(text === "", results.length === 0);
      if (budget === 5000) assert.equal(results.length, COSTLY.length);
    }
  });
}
