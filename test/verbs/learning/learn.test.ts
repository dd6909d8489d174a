import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import { planPipeline } from "../../../src/verbs/nominations/read-by-model.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { modelServer } from "../../models/model-server.ts";

const RULE: readonly Said[] = [{ person: "You must never push to main." }];

/** A project with one imported session that ended this long ago. */
async function desk(t: TestContext, { overMs = 13 * HOUR_MS, settings = {} as Record<string, string> } = {}) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const file = claudeSession({ folder, id: "one", cwd: project, startMs: home.env().clock(), said: RULE });
  const memory = await home.open(project);
  for (const [key, value] of Object.entries(settings)) await memory.set(key, value);
  await memory.importSessions({ agent: "claude-code", file });
  home.wait(overMs);
  return { home, project, open: () => home.open(project) };
}

test("learning extracts ended sessions and writes the memory of their project", async (t) => {
  const { open } = await desk(t);
  const memory = await open();
  const { extracted, written } = await memory.learn();
  assert.equal(extracted.remembered, 1);
  assert.deepEqual(
    written.map(({ outcome, project }) => [outcome, project]),
    [["written", memory.project!.id]],
  );
  assert.match(await memory.resource("memory://root"), /never push to main/);
});

test("nothing is extracted automatically until that is enabled, and then in the background of a command", async (t) => {
  const { home, open } = await desk(t);
  assert.deepEqual(await (await open()).list({ status: "all" }), []);
  await (await open()).set("memories.enabled", "true");
  home.wait(HOUR_MS);
  const memory = await open();
  assert.equal((await memory.list({ status: "all" })).length, 1);
  assert.match(await memory.startBlock("s1"), /never push to main/);
});

test("in the background no model is called, and its part stays pending", async (t) => {
  const answer = { memories: [], synopsis: "A rule was set.", slug: null };
  const server = await modelServer(t, [{ text: JSON.stringify(answer) }, { text: "{}" }, { text: "{}" }]);
  const settings = {
    "models.default": server.setting("ollama"),
    "models.dailyTokenCap": "1000000",
    "memories.enabled": "true",
  };
  const { home, open } = await desk(t, { settings });
  const memory = await open();
  assert.equal((await memory.list({ status: "all" })).length, 1);
  assert.equal(server.requests.length, 0);
  home.wait(HOUR_MS);
  const later = await open();
  assert.equal((await later.extract()).sessions, 1);
  assert.equal(server.requests.length, 1);
  assert.equal(later.sessions()[0]?.synopsis, "A rule was set.");
});

test("a dry run names the sessions and what a model would need, calls nobody and changes nothing", async (t) => {
  const server = await modelServer(t, []);
  const settings = { "models.default": server.setting("ollama"), "models.dailyTokenCap": "1000000" };
  const { home, open } = await desk(t, { settings });
  const memory = await open();
  const dump = () =>
    readdirSync(home.path)
      .filter((name) => name.endsWith(".db"))
      .map((name) => readFileSync(join(home.path, name), "hex"));
  const before = dump();
  const { sessions, estimate } = planPipeline(memory.inside.context);
  assert.deepEqual(
    sessions.map(({ agent, byModel, tokens }) => [agent, byModel, tokens > 500]),
    [["claude-code", true, true]],
  );
  assert.deepEqual([estimate.sessions, estimate.calls, estimate.mostOutputTokens], [1, 1, 2048]);
  assert.ok(estimate.inputTokens > 500);
  assert.deepEqual(dump(), before);
  assert.deepEqual([server.requests.length, await memory.list({ status: "all" })], [0, []]);
});

test("doctor reports sessions that are pending for more than seven days, until they are extracted", async (t) => {
  const { open } = await desk(t, { overMs: 8 * DAY_MS });
  const memory = await open();
  const check = () => memory.doctor().checks.find(({ name }) => name === "learning");
  assert.equal(check()?.ok, false);
  assert.match(check()?.detail ?? "", /^1 session ended more than 7 days ago/);
  await memory.learn();
  assert.equal(check()?.ok, true);
});

test("doctor reports nothing if no session is pending, or not for long", async (t) => {
  const { open } = await desk(t);
  const check = (await open()).doctor().checks.find(({ name }) => name === "learning");
  assert.deepEqual(check, { name: "learning", ok: true, detail: "no session has been unread for long" });
});
