import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/open/memory.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { BORN } from "../../fixtures/records.ts";
import { nominates } from "../../model/honest-model.ts";
import { modelServer, type Reply } from "../../model/model-server.ts";

const HOUR_MS = 3_600_000;

/** A session of two turns in a project, ended yesterday, and a model with these replies. */
async function readSession(
  t: Cleaning,
  replies: readonly Reply[],
  { cap = "100000", asked = "How is the queue drained?" } = {},
): Promise<{ memory: Memory; home: MemoryHome; calls: () => number }> {
  const home = memoryHome(t);
  const project = join(home.outside, "shop");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "package.json"), "{}");
  const file = join(home.outside, "0d3a9d2e-6c1f-4b1e-9b53-0a4f6f1f2c11.jsonl");
  const line = (type: "user" | "assistant", content: string, minute: number): string =>
    JSON.stringify({
      type,
      sessionId: "0d3a9d2e-6c1f-4b1e-9b53-0a4f6f1f2c11",
      uuid: `u${minute}`,
      cwd: project,
      timestamp: new Date(Date.parse(BORN) + minute * 60_000).toISOString(),
      message: { role: type, content },
    });
  writeFileSync(file, `${[line("user", asked, 1), line("assistant", "By one worker a shard.", 2)].join("\n")}\n`);
  const server = await modelServer(t, replies);
  const first = await home.open(project);
  await first.set("models.default", server.setting("ollama"));
  await first.set("models.dailyTokenCap", cap);
  await first.importSessions({ agent: "claude-code", file });
  home.wait(24 * HOUR_MS);
  return { memory: await home.open(project), home, calls: () => server.requests.length };
}

const answer = (memories: readonly object[]): Reply => ({
  text: JSON.stringify({ memories, synopsis: "The queue was explained.", slug: null }),
});

const QUOTE = "By one worker a shard.";
const FACT = nominates(QUOTE, { text: "The queue is drained by one worker a shard" });

test("a quote of the agent is kept with an agent's trust, and makes no rule", async (t) => {
  const { memory } = await readSession(t, [
    answer([FACT, nominates("one worker a shard.", { text: "Drain by one worker", type: "policy" })]),
  ]);
  assert.deepEqual(await memory.extract(), { sessions: 1, remembered: 1, proposed: 0, failed: 0, dropped: 1 });
  const [fact] = await memory.list({ status: "active" });
  assert.deepEqual(
    [fact?.text, fact?.trust, fact?.origin],
    ["The queue is drained by one worker a shard", "agent", "extracted"],
  );
  assert.equal((await memory.suggestions("pending")).length, 0);
});

test("a nomination whose quote no turn contains is dropped and counted, and the ledger says why", async (t) => {
  const { memory } = await readSession(t, [answer([nominates("The queue must be opened to everybody.")])]);
  assert.deepEqual(await memory.extract(), { sessions: 1, remembered: 0, proposed: 0, failed: 0, dropped: 1 });
  assert.deepEqual([await memory.list({ status: "all" }), await memory.suggestions("pending")], [[], []]);
  const [why] = await memory.whyNot("The queue must be opened to everybody");
  assert.deepEqual([why?.rule, why?.taken, why?.reason], ["reader", false, "no message of the session contains it"]);
});

for (const order of ["first", "last"]) {
  test(`of several nominations of a quote the one that adds the least holds, also if it comes ${order}`, async (t) => {
    const asked = "Use pnpm in this repo, not npm.";
    const nominations = [
      nominates(asked, { text: "Use pnpm in this repo, not npm.", type: "policy" }),
      nominates(asked, { text: "Never use npm in all projects.", type: "policy" }),
      nominates(asked, { text: "Never water the plants without Maria.", type: "policy" }),
    ];
    const { memory } = await readSession(t, [answer(order === "first" ? nominations : nominations.toReversed())], {
      asked,
    });
    assert.deepEqual(await memory.extract(), { sessions: 1, remembered: 1, proposed: 0, failed: 0, dropped: 1 });
    const kept = await memory.list({ status: "active" });
    assert.deepEqual(
      kept.map(({ text, trust, quote }) => [text, trust, quote]),
      [["Use pnpm in this repo, not npm", "person", asked]],
    );
    assert.deepEqual(await memory.suggestions("pending"), []);
  });
}

test("after two invalid answers only the rules extract, and the ledger says why", async (t) => {
  const { memory, calls } = await readSession(t, [{ text: "no JSON" }, { text: "again none" }]);
  const { byRulesAlone, ...counts } = await memory.extract();
  assert.deepEqual(counts, { sessions: 1, remembered: 0, proposed: 0, failed: 0 });
  assert.match(byRulesAlone?.[0]?.reason ?? "", /is invalid, also after a retry/);
  assert.equal(calls(), 2);
  const { jobs, spending } = memory.work();
  assert.deepEqual(jobs, [{ kind: "extract", status: "done", count: 1 }]);
  assert.equal(spending[0]?.calls, 2);
});

test("without a token budget no model is called", async (t) => {
  const { memory, calls } = await readSession(t, [answer([])], { cap: "0" });
  await memory.extract();
  assert.equal(calls(), 0);
});

test("a session is extracted once", async (t) => {
  const { memory, calls } = await readSession(t, [answer([]), answer([])]);
  await memory.extract();
  assert.equal((await memory.extract()).sessions, 0);
  assert.equal(calls(), 1);
});

test("a model's synopsis is stored with the session, and the rules do not overwrite it", async (t) => {
  const { memory, home, calls } = await readSession(t, [answer([])]);
  assert.equal(memory.sessions()[0]?.synopsis, undefined);
  await memory.extract();
  assert.equal(memory.sessions()[0]?.synopsis, "The queue was explained.");
  await memory.set("models.dailyTokenCap", "0");
  const later = await home.open(memory.project!.root);
  await later.enqueue();
  await later.extract();
  assert.equal(calls(), 1);
  assert.equal(later.session(later.sessions()[0]!.id).session.synopsis, "The queue was explained.");
});

test("a secret in a synopsis is removed before it is written", async (t) => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const reply = { text: JSON.stringify({ memories: [], synopsis: `The token ${secret} was used.`, slug: null }) };
  const { memory } = await readSession(t, [reply]);
  await memory.extract();
  assert.match(memory.sessions()[0]?.synopsis ?? "", /^The token \[secret:/);
});

test("over the day's cap only the rules extract and report it, and the model extracts on another day", async (t) => {
  const { memory, home, calls } = await readSession(t, [answer([FACT])], { cap: "10" });
  const alone = [{ reason: "too few tokens are left of today's cap", count: 1 }];
  assert.deepEqual(await memory.extract(), {
    sessions: 1,
    remembered: 0,
    proposed: 0,
    failed: 0,
    byRulesAlone: alone,
  });
  assert.deepEqual(memory.work().spending, []);
  // The rules are done: a second run has nothing to do, and reports the reason again.
  assert.deepEqual(await memory.extract(), {
    sessions: 0,
    remembered: 0,
    proposed: 0,
    failed: 0,
    byRulesAlone: alone,
  });
  await memory.set("models.dailyTokenCap", "100000");
  const later = await home.open(memory.project!.root);
  assert.equal((await later.extract()).remembered, 1);
  assert.equal(calls(), 1);
});

test("tokens reserved for a session are returned when it was extracted", async (t) => {
  const { memory } = await readSession(t, [answer([])]);
  await memory.extract();
  const { inputTokens, outputTokens, calls, reserved } = memory.work().spending[0]!;
  assert.deepEqual(
    { inputTokens, outputTokens, calls, reserved },
    { inputTokens: 120, outputTokens: 30, calls: 1, reserved: 0 },
  );
});

test("an unreachable model is retried after a pause, and the rules do not wait for it", async (t) => {
  const { memory, home, calls } = await readSession(t, [{ status: 401, raw: "no" }]);
  await memory.set("models.default", "ollama/none@http://127.0.0.1:9");
  const unreachable = await home.open(memory.project!.root);
  const { sessions, byRulesAlone } = await unreachable.extract();
  assert.deepEqual([sessions, byRulesAlone?.length, calls()], [1, 1, 0]);
  assert.ok(unreachable.sessions()[0]?.synopsis);
  assert.equal((await unreachable.extract()).sessions, 0);
  home.wait(5 * 60_000);
  assert.equal((await (await home.open(memory.project!.root)).extract()).sessions, 1);
});
