import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { BORN } from "../../fixtures/records.ts";
import { nominates, textOf } from "../../models/honest-model.ts";
import { type Body, modelServer, type Reply, type Replying } from "../../models/model-server.ts";

const HOUR_MS = 3_600_000;

/** A session of two turns in a project, ended yesterday, and a model with these replies. */
async function readSession(
  t: Cleaning,
  replies: readonly Replying[],
  { cap = "100000", asked = "How is the queue drained?", known = [] as readonly string[] } = {},
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
  home.wait(-HOUR_MS);
  for (const text of known) await first.add({ text, type: "policy", scope: "project" });
  home.wait(HOUR_MS);
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

const QUOTED = "Use pnpm in this repo, not npm.";
const LESSON = answer([nominates(QUOTED, { text: "This repo uses pnpm, not npm.", type: "preference" })]);

/** How each bad answer ends, and when the reader is asked again. */
const BAD: readonly (readonly [what: string, replies: readonly Reply[], reason: RegExp, pauseMs: number])[] = [
  ["garbage", [{ text: "no JSON" }, { text: "again none" }], /is invalid, also after a retry/, 24 * HOUR_MS],
  ["an answer that was cut", [{ text: '{"memories": [{"quo' }, { text: '{"mem' }], /is invalid/, 24 * HOUR_MS],
  ["a 401", [{ status: 401, raw: "no" }], /401/, 0],
];

for (const [what, replies, reason, pauseMs] of BAD)
  test(`after ${what} the session stays unread, with its reason, and nothing is lost`, async (t) => {
    const { memory, home, calls } = await readSession(t, [...replies, LESSON], { asked: QUOTED });
    const { byRulesAlone, sessions } = await memory.extract();
    assert.equal(sessions, 1);
    assert.match(byRulesAlone?.[0]?.reason ?? "", reason);
    assert.equal(calls(), replies.length);
    assert.deepEqual(await memory.list({ status: "all" }), []);
    const [why] = await memory.whyNot("shop");
    assert.equal(why?.taken ?? false, false);
    home.wait(pauseMs);
    const later = await home.open(memory.project!.root);
    assert.equal((await later.extract()).remembered, 1);
    assert.equal(calls(), replies.length + 1);
    assert.equal((await later.extract()).sessions, 0, "it is read once");
  });

test("the reader's sentence is the record, and the quote its proof", async (t) => {
  const { memory } = await readSession(t, [LESSON], { asked: QUOTED });
  await memory.extract();
  const [kept] = await memory.list({ status: "active" });
  assert.deepEqual(
    [kept?.text, kept?.quote, kept?.trust, kept?.type],
    ["This repo uses pnpm, not npm", QUOTED, "person", "preference"],
  );
  assert.match(readFileSync(kept!.file!, "utf8"), /^quote: "?Use pnpm in this repo, not npm\.?"?$/m);
});

test("words that neither the quote nor the talk around it has are taken out, or the sentence waits", async (t) => {
  const asked = "Use pnpm in this repo for the installs of the shop. Ask before a migration of the shop.";
  const { memory } = await readSession(
    t,
    [
      answer([
        nominates("Use pnpm in this repo for the installs of the shop.", {
          text: "Use pnpm for the installs of the shop (version 9.1).",
          type: "preference",
        }),
        nominates("Ask before a migration of the shop.", { text: "Ask Maria before a migration.", type: "policy" }),
      ]),
    ],
    { asked },
  );
  assert.deepEqual(await memory.extract(), { sessions: 1, remembered: 1, proposed: 1, failed: 0 });
  const [kept] = await memory.list({ status: "active" });
  assert.equal(kept?.text, "Use pnpm for the installs of the shop");
  const [waits] = await memory.suggestions("pending");
  assert.deepEqual([waits?.text, waits?.reason], ["Ask Maria before a migration", 'Nothing in the talk says "Maria".']);
});

test("a reader is shown what is remembered, and can say that it is said again, or replaced", async (t) => {
  const asked = "We deploy the shop on Mondays. Deploys of the shop need a ticket!";
  const idOf = (body: Body, words: string): string =>
    new RegExp(`"id":"(rec_\\w+)","text":"${words}`).exec(textOf(body))![1]!;
  const reply = (body: Body): Reply =>
    answer([
      nominates("We deploy the shop on Mondays.", {
        ...{ text: "The shop is deployed on Mondays.", type: "policy" },
        supersedes: idOf(body, "The shop is deployed on Fridays"),
      }),
      nominates("Deploys of the shop need a ticket!", {
        ...{ text: "A ticket is needed for each deploy of the shop.", type: "policy" },
        again: idOf(body, "Every deploy has a ticket"),
      }),
    ]);
  const { memory } = await readSession(t, [reply], {
    asked,
    known: ["The shop is deployed on Fridays", "Every deploy has a ticket"],
  });
  await memory.extract();
  const active = (await memory.list({ status: "active" })).map(({ text }) => text).sort();
  assert.deepEqual(active, ["Every deploy has a ticket", "The shop is deployed on Mondays"]);
  const [gone] = await memory.list({ status: "superseded" });
  assert.equal(gone?.text, "The shop is deployed on Fridays");
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
