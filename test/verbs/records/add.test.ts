import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { BORN } from "../../fixtures/records.ts";

test("an added record is a readable file, and is shown with all its fields", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const { outcome, record, reason } = await memory.add({ text: "The API allows 100 calls a minute", tags: ["api"] });
  assert.equal(outcome, "remembered");
  assert.equal(reason, "Saved as a fact; there is no project here.");
  assert.deepEqual(record, {
    id: record!.id,
    type: "fact",
    category: "facts",
    scope: "global",
    key: "the-api-allows-100-calls-a-minute",
    text: "The API allows 100 calls a minute",
    priority: "normal",
    confidence: 1,
    origin: "told",
    trust: "person",
    status: "active",
    tags: ["api"],
    paths: [],
    aliases: [],
    keywords: [],
    createdAt: BORN,
    updatedAt: BORN,
    source: "cli",
    strength: 0.9,
    reinforcement: 1,
    file: record!.file,
  });
  assert.match(
    relative(home.path, record!.file),
    /^records\/facts\/the-api-allows-100-calls-a-minute-[0-9a-z]{8}\.md$/,
  );
  const file = readFileSync(record!.file, "utf8");
  assert.match(file, /^---\nid: rec_\w+\ntype: fact\n/);
  assert.ok(file.endsWith("\n---\n\nThe API allows 100 calls a minute\n"));
  assert.deepEqual(await memory.get(record!.id), record);
});

test("inside a project a statement has project scope, a personal preference global scope", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  const ours = await memory.add({ text: "Use pnpm, not npm" });
  const mine = await memory.add({ text: "I prefer concise answers" });
  assert.deepEqual([ours.record!.type, ours.record!.scope], ["preference", "project"]);
  assert.equal(ours.record!.projectRoot, repo);
  assert.equal(ours.record!.project, memory.projects.show().id);
  assert.deepEqual([mine.record!.type, mine.record!.scope, mine.record!.project], ["preference", "global", undefined]);
  const elsewhere = await home.open();
  assert.deepEqual(
    (await elsewhere.list({ status: "all" })).map(({ text }) => text),
    ["I prefer concise answers"],
  );
});

test("project scope outside of a project is refused with what to do", async (t) => {
  const memory = await memoryHome(t).open();
  await assert.rejects(memory.add({ text: "x y z", scope: "project" }), {
    code: "not-found",
    message: /There is no project here\..+ or use --scope global\.$/,
  });
});

test("a plain directory becomes a project when a person confirms it", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  assert.equal(memory.project, undefined);
  const { openMemory } = await import("../../../src/main/memory.ts");
  const asked = await openMemory(home.env(), { settle: "all", note: () => {}, asProject: true });
  const { record } = await asked.add({ text: "Sources are in src", scope: "project" });
  assert.equal(record!.projectRoot, home.outside);
  asked.close();
  assert.equal((await home.open()).project?.root, home.outside);
});

test("a near-duplicate is merged, and the answer says with which", async (t) => {
  const memory = await memoryHome(t).open();
  const first = await memory.add({ text: "Integration tests need docker running", tags: ["ci"] });
  const again = await memory.add({ text: "The integration tests need docker running here.", tags: ["docker"] });
  assert.equal(again.outcome, "merged");
  assert.equal(again.reason, `It says the same as ${first.record!.id}.`);
  assert.deepEqual(again.record!.tags, ["ci", "docker"]);
  assert.equal((await memory.list({ status: "all" })).length, 1);
});

test("a contradiction on a topic supersedes, and the old record stays as history", async (t) => {
  const memory = await memoryHome(t).open();
  const old = await memory.add({ text: "Use npm" });
  const next = await memory.add({ text: "Use pnpm, not npm" });
  assert.equal(next.outcome, "superseded");
  assert.deepEqual(next.record!.supersedes, [old.record!.id]);
  const before = await memory.get(old.record!.id);
  assert.deepEqual([before.status, before.statusReason], ["superseded", `superseded by ${next.record!.id}`]);
  assert.deepEqual(
    (await memory.list({ status: "active" })).map(({ text }) => text),
    ["Use pnpm, not npm"],
  );
  assert.deepEqual(
    (await memory.list({ status: "superseded" })).map(({ text }) => text),
    ["Use npm"],
  );
});

test("a fact about a command is not a choice and supersedes nothing", async (t) => {
  const memory = await memoryHome(t).open();
  await memory.add({ text: "Use pnpm" });
  assert.equal((await memory.add({ text: "npm audit is noisy" })).outcome, "remembered");
  assert.equal((await memory.add({ text: "npm run build fails on Windows" })).outcome, "remembered");
  assert.equal((await memory.list({ status: "active" })).length, 3);
});

test("a secret is refused, named by its kind, and reaches no file", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  for (const statement of [{ text: `Our token is ${secret}` }, { text: "A token", tags: [secret] }]) {
    const { outcome, record, reason } = await memory.add(statement);
    assert.deepEqual([outcome, record], ["refused", undefined]);
    assert.match(reason!, /^It contains a secret \(.*GitHub.*\)/i);
    assert.ok(!reason!.includes(secret));
  }
  assert.deepEqual(await memory.list({ status: "all" }), []);
});

test("the refusal of a stated secret shows the words around it, and not the secret", async (t) => {
  const memory = await memoryHome(t).open();
  const said = ["wifi password is correct horse battery staple", "password Winter2026", "login is root / toor"];
  const reasons = await Promise.all(said.map(async (text) => (await memory.add({ text })).reason));
  assert.deepEqual(reasons, [
    'It contains a secret (told-password): "wifi password is [secret:told-password]". Remove the secret and try again.',
    'It contains a secret (told-password): "password [secret:told-password]". Remove the secret and try again.',
    'It contains a secret (told-password): "login is root / [secret:told-password]". Remove the secret and try again.',
  ]);
});

test("empty text, text that is too long and an invalid date are refused with what to do", async (t) => {
  const memory = await memoryHome(t).open();
  await assert.rejects(memory.add({ text: " \n " }), { code: "invalid", message: /The text is empty/ });
  await assert.rejects(memory.add({ text: "word ".repeat(20_000) }), {
    code: "invalid",
    message: /at most 64 KB; this text has 98 KB\. Shorten it/,
  });
  await assert.rejects(memory.add({ text: "x", expires: "soon" }), {
    code: "usage",
    message: /--expires expects a date like 2027-01-31/,
  });
});

const AS_AGENT = { isAgent: true };

for (const [text, type, outcome] of [
  ["The API allows 100 calls a minute", "fact", "remembered"],
  ["We went with Hono because it is small", "decision", "remembered"],
  ["The build fails when NODE_ENV is unset", "pitfall", "remembered"],
  ["first build, then push", "workflow", "proposed"],
  ["Never commit secrets", "policy", "proposed"],
  ["Use pnpm", "preference", "proposed"],
  ["Auth is a separate service", "architecture", "proposed"],
] as const) {
  test(`an agent's ${type} is ${outcome}`, async (t) => {
    const memory = await memoryHome(t).open(undefined, AS_AGENT);
    const done = await memory.add({ text });
    assert.equal(done.outcome, outcome);
    const record = done.record ?? done.suggestion!;
    assert.deepEqual([record.type, record.trust, record.source], [type, "agent", "cli:agent"]);
    assert.equal((await memory.list({ status: "all" })).length, outcome === "remembered" ? 1 : 0);
    assert.equal((await memory.suggestions("pending")).length, outcome === "remembered" ? 0 : 1);
  });
}

test("an agent never replaces a person's statement", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "The limit is 100", key: "limit", type: "fact" });
  const agent = await home.open(undefined, AS_AGENT);
  const done = await agent.add({ text: "The limit is 900", key: "limit", type: "fact" });
  assert.equal(done.outcome, "proposed");
  assert.match(done.reason!, /which comes from a person/);
  assert.deepEqual(
    (await agent.list({ status: "active" })).map(({ text }) => text),
    ["The limit is 100"],
  );
});

test("with review set to all, a person's statements are pending too, and accepting makes them records", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).set("review", "all");
  const memory = await home.open();
  const { outcome, suggestion } = await memory.add({ text: "Deploys are on Friday" });
  assert.equal(outcome, "proposed");
  const { record } = await memory.accept(suggestion!.id);
  assert.deepEqual([record!.text, record!.trust, record!.accepted], ["Deploys are on Friday", "person", true]);
});

test("transient incidents get 30 days, then they are archived with the reason", async (t) => {
  const home = memoryHome(t);
  const { record } = await (await home.open()).add({ text: "The registry is down today" });
  assert.equal(record!.expires, "2026-03-31T10:00:00.000Z");
  home.wait(29 * 86_400_000);
  assert.equal((await (await home.open()).get(record!.id)).status, "active");
  home.wait(86_400_000);
  const memory = await home.open();
  const later = await memory.get(record!.id);
  assert.deepEqual([later.status, later.statusReason], ["archived", "expired on 2026-03-31"]);
  assert.deepEqual(
    (await memory.history(record!.id)).revisions.map(({ why }) => why.verb),
    ["add", "expire"],
  );
});

test("an expired statement that is added again is active again", async (t) => {
  const home = memoryHome(t);
  const statement = { text: "The registry is down today", expires: "2026-03-05" };
  const { record } = await (await home.open()).add(statement);
  home.wait(10 * 86_400_000);
  const memory = await home.open();
  assert.equal((await memory.get(record!.id)).status, "archived");
  assert.equal((await memory.add({ text: statement.text })).outcome, "merged");
  const again = await (await home.open()).get(record!.id);
  assert.deepEqual([again.status, again.expires], ["active", "2026-04-10T10:00:00.000Z"]);
});
