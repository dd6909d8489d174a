import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const BLAMES = [
  "why are you editing files in the main workspace, not the session workspace?",
  "you are editing files in the main workspace again, not the session workspace!",
];

/** A home whose sessions contain one message of the person each. */
async function afterSessions(t: TestContext, messages: readonly string[]) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  for (const [at, person] of messages.entries()) {
    const said: Said[] = [{ person }, { agent: "I will change that." }];
    const file = claudeSession({ folder, id: `s${at}`, cwd: project, startMs: home.env().clock(), said });
    home.wait(13 * HOUR_MS);
    const memory = await home.open(project);
    await memory.importSessions({ agent: "claude-code", file });
    await memory.extract();
  }
  return { home, project, memory: await home.open(project) };
}

test("what a person tells agents in two sessions is suggested with its quotes, and is no record", async (t) => {
  const { memory } = await afterSessions(t, BLAMES);
  assert.deepEqual(await memory.list({ status: "all" }), []);
  const [only, ...more] = await memory.suggestions("pending");
  assert.deepEqual(more, []);
  assert.match(only!.label, /^You told agents this 2 times: /);
  assert.deepEqual(only!.evidence, { count: 2, sessions: 2, examples: BLAMES.toReversed() });
  assert.deepEqual([only!.origin, only!.trust, only!.scope], ["captured", "person", "project"]);
});

test("an accepted demand is the person's record, with the quote and when it was said, and is not suggested again", async (t) => {
  const { memory } = await afterSessions(t, BLAMES);
  const [only] = await memory.suggestions("pending");
  const { record } = await memory.accept(only!.id);
  assert.deepEqual([record!.trust, record!.accepted, record!.scope], ["person", true, "project"]);
  assert.ok(BLAMES.includes(record!.quote!));
  assert.ok(record!.saidAt! < record!.createdAt);
  assert.deepEqual(await memory.suggestions("pending"), []);
});

test("a dismissed demand stays dismissed when it is said again", async (t) => {
  const { home, project, memory } = await afterSessions(t, BLAMES);
  const [only] = await memory.suggestions("pending");
  await memory.dismiss(only!.id);
  const folder = tempDir(t, "later");
  const said = [{ person: "don't edit files in the main workspace, use the session workspace!" }];
  const file = claudeSession({ folder, id: "later", cwd: project, startMs: home.env().clock(), said });
  home.wait(13 * HOUR_MS);
  const later = await home.open(project);
  await later.importSessions({ agent: "claude-code", file });
  await later.extract();
  assert.deepEqual(await later.suggestions("pending"), []);
});

test("when a session is forgotten, what was said in it counts no longer", async (t) => {
  const { memory } = await afterSessions(t, BLAMES);
  const [first] = memory.sessions();
  await memory.forget([], undefined, { session: first!.id });
  const left = await memory.suggestions();
  assert.ok(left.every(({ evidence }) => evidence.sessions === 1));
});

test("the confidence in a demand has two places, however often it was said", async (t) => {
  const { memory } = await afterSessions(t, [BLAMES[0]!, BLAMES[1]!, BLAMES[0]!]);
  const [only] = await memory.suggestions("pending");
  assert.deepEqual([only!.evidence.sessions, only!.confidence], [3, 0.7]);
});

test("what was said to last in two sessions is found with its record, until that or its project is gone", async (t) => {
  const said = ["always run the linter before you commit", "please always run the linter before you commit"];
  const { home, project, memory } = await afterSessions(t, said);
  const [found] = await memory.findings();
  assert.deepEqual([found?.kind, found?.isKept], ["told", true]);
  assert.deepEqual(found!.command, ["record", "get", found!.id]);
  assert.match((await memory.get(found!.id!)).text, /linter/);
  assert.deepEqual(await memory.findings({ toDo: true }), []);
  rmSync(project, { recursive: true });
  const elsewhere = await home.open(makeRepo(t));
  assert.deepEqual(await elsewhere.findings(), []);
});
