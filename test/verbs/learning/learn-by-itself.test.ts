import assert from "node:assert/strict";
import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS, systemClock } from "../../../src/core/base/clock.ts";
import { memoryPool } from "../../../src/main/memory-pool.ts";
import { learnAfterStart } from "../../../src/main/take-notes-at-start.ts";
import { planPipeline } from "../../../src/verbs/nominations/read-by-model.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

/** A machine where Claude Code keeps transcripts that nobody imported. */
async function machine(t: TestContext, { isEnabled = true } = {}) {
  const home = memoryHome(t);
  const [project, person] = [makeRepo(t), tempDir(t, "person")];
  const folder = join(person, ".claude/projects/app");
  mkdirSync(folder, { recursive: true });
  const env = { variables: { PATH: process.env.PATH, HOME: person } };
  const open = () => home.open(project, env);
  const memory = await open();
  if (isEnabled) await memory.set("memories.enabled", "true");
  return {
    ...{ home, project, open },
    env: () => home.env({ cwd: project, ...env }),
    /** A session that ended this long ago. */
    session(id: string, text: string, agoMs: number): void {
      const startMs = home.env().clock() - agoMs;
      const file = claudeSession({ folder, id, cwd: project, startMs, said: [{ person: text }] });
      utimesSync(file, startMs / 1000, startMs / 1000);
    },
    texts: async () => (await (await open()).list({ status: "all" })).map(({ text }) => text),
  };
}

test("sessions are imported and learned from in the background of a command", async (t) => {
  const { home, session, texts } = await machine(t);
  session("one", "You must never push to main.", DAY_MS);
  home.wait(HOUR_MS);
  assert.deepEqual(await texts(), ["You must never push to main"]);
});

test("nothing is imported in the background until that is enabled", async (t) => {
  const { home, session, texts, open } = await machine(t, { isEnabled: false });
  session("one", "You must never push to main.", DAY_MS);
  home.wait(HOUR_MS);
  assert.deepEqual(await texts(), []);
  assert.deepEqual(await (await open()).sessions({}), []);
});

test("in the background, active sessions and those older than 30 days are left alone", async (t) => {
  const { home, session, texts, open } = await machine(t);
  session("active", "You must never push to main.", HOUR_MS);
  session("old", "You must never rewrite history.", 40 * DAY_MS);
  home.wait(HOUR_MS);
  assert.deepEqual(await texts(), []);
  assert.deepEqual(await (await open()).sessions({}), []);
  home.wait(12 * HOUR_MS);
  assert.deepEqual(await texts(), ["You must never push to main"]);
});

test("a run imports at most as many sessions as the setting allows, and commands soon after continue", async (t) => {
  const { home, session, texts, open } = await machine(t);
  await (await open()).set("memories.maxRolloutsPerStartup", "2");
  const rules = ["push to main", "rewrite history", "skip the tests", "merge on Fridays", "edit the changelog"];
  for (const [at, rule] of rules.entries()) session(`s${at}`, `You must never ${rule}.`, (9 - at) * DAY_MS);
  home.wait(HOUR_MS);
  const counts: number[] = [];
  for (let run = 0; run < 4; run++) {
    counts.push((await texts()).length);
    home.wait(60_000);
  }
  assert.deepEqual(counts, [2, 4, 5, 5]);
});

test("a session that continued is imported again", async (t) => {
  const { home, session, texts } = await machine(t);
  session("one", "You must never push to main.", 2 * DAY_MS);
  home.wait(HOUR_MS);
  await texts();
  session("one", "You must never rewrite history.", DAY_MS);
  home.wait(HOUR_MS);
  assert.deepEqual((await texts()).toSorted(), ["You must never push to main", "You must never rewrite history"]);
});

test("the start of a session learns from finished ones", async (t) => {
  const { home, session, env, texts } = await machine(t);
  home.close();
  home.wait(HOUR_MS);
  session("one", "You must never push to main.", DAY_MS);
  await learnAfterStart(env(), { withinMs: 150 });
  assert.deepEqual(await texts(), ["You must never push to main"]);
});

test("a server learns from finished sessions soon after its start", async (t) => {
  const { home, project, session, env, texts } = await machine(t);
  home.close();
  // The thread that learns has the clock of the machine.
  home.wait(systemClock() - home.env().clock());
  session("one", "You must never push to main.", DAY_MS);
  const notes: string[] = [];
  const memories = memoryPool(env(), (text) => void notes.push(text), { startMs: 1 });
  memories.learnAtStart({ dir: project });
  let active = 0;
  while (active === 0 && notes.length === 0) {
    active = (await memories.lend({ dir: project }, (one) => one.list({ status: "active" }))).length;
    await sleep(20);
  }
  await memories.close();
  assert.deepEqual({ notes, texts: await texts() }, { notes: [], texts: ["You must never push to main"] });
});

test("older sessions are read by `learn --since` and by setup, and by nothing else", async (t) => {
  const { home, session, open } = await machine(t, { isEnabled: false });
  session("old", "You must never rewrite history.", 400 * DAY_MS);
  home.wait(HOUR_MS);
  const memory = await open();
  const { extracted } = await memory.learn();
  const since = new Date(home.env().clock() - 400 * DAY_MS - HOUR_MS).toISOString().slice(0, 10);
  assert.deepEqual([extracted.sessions, extracted.tooOld], [0, { count: 1, since }]);
  const sinceMs = home.env().clock() - 300 * DAY_MS;
  assert.equal((await memory.learn({ sinceMs })).extracted.sessions, 0);
  assert.equal(planPipeline(memory.inside.context, { sinceMs: 0 }).sessions.length, 1);
  assert.deepEqual((await memory.learn({ sinceMs: 0 })).extracted.remembered, 1);
  assert.equal((await memory.learn()).extracted.tooOld, undefined);
});

test("setup reads sessions of any age", async (t) => {
  const { session, open } = await machine(t, { isEnabled: false });
  session("old", "You must never rewrite history.", 400 * DAY_MS);
  const memory = await open();
  const { extracted } = await memory.learnFromMachine(await memory.survey(), () => {});
  assert.deepEqual(extracted, { sessions: 1, remembered: 1, proposed: 0, failed: 0 });
});
