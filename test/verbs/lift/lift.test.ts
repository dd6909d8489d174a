import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { sessionId } from "../../../src/core/session/session.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const RULE = "Always use pnpm in this repo.";
const FAILS = { run: "make check", printed: "Error: Cannot find module 'codegen/client'", exit: 1 };
const CURED: readonly Said[] = [
  { person: "Check it." },
  FAILS,
  { run: "make codegen", printed: "" },
  { run: "make check", printed: "ok" },
];

async function desk(t: TestContext, sessions: readonly (readonly Said[])[]) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  for (const [n, said] of sessions.entries()) {
    const file = claudeSession({ folder, id: `s${n}`, cwd: project, startMs: home.env().clock(), said });
    await (await home.open(project)).importSessions({ agent: "claude-code", file });
    home.wait(13 * HOUR_MS);
    await (await home.open(project)).learn();
  }
  return { home, project, open: () => home.open(project) };
}

test("the replay gives each session only what was known before it, and sees what it needed", async (t) => {
  const { open } = await desk(t, [
    [{ person: RULE }, ...CURED],
    [
      { person: "Use the package manager of this repo." },
      { run: "npm test", printed: "ok" },
      { person: RULE },
      ...CURED,
    ],
  ]);
  const { replay, sessions, withMemory, without, outcomes } = await (await open()).lift();
  assert.deepEqual({ sessions, withMemory, without }, { sessions: 2, withMemory: 0, without: 0 });
  assert.ok(outcomes.every(({ difference, enough }) => difference === null && !enough));
  assert.deepEqual(replay.needs, [
    { kind: "instruction said again", total: 1, known: 1, met: 1 },
    { kind: "error again", total: 1, known: 1, met: 1 },
    { kind: "guard broken", total: 0, known: 0, met: 0 },
  ]);
  assert.deepEqual([replay.causal, replay.prompts, replay.failures, replay.needed], [false, 5, 2, 2]);
});

test("a replay writes nothing: no receipt, no use", async (t) => {
  const { open } = await desk(t, [[{ person: RULE }], [{ person: "Run the tests with pnpm." }]]);
  const memory = await open();
  await assert.rejects(memory.why());
  await memory.lift();
  await assert.rejects(memory.why());
  assert.deepEqual(
    (await (await open()).list({ status: "active" })).map(({ reinforcement }) => reinforcement),
    [1],
  );
});

test("the memory of another project gives nothing and meets nothing", async (t) => {
  const { home } = await desk(t, [[{ person: RULE }]]);
  const [other, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const said: Said[] = [{ person: "Run the tests." }, { run: "npm test", printed: "ok" }, { person: RULE }];
  const file = claudeSession({ folder, id: "other", cwd: other, startMs: home.env().clock(), said });
  await (await home.open(other)).importSessions({ agent: "claude-code", file });
  home.wait(13 * HOUR_MS);
  await (await home.open(other)).learn();
  const { replay } = await (await home.open(other)).lift();
  assert.deepEqual([replay.sessions, replay.lines, replay.needs.map(({ met }) => met)], [1, 0, [0, 0, 0]]);
});

test("a session that had memory is compared and its records judged, not replayed", async (t) => {
  const { home, open } = await desk(t, [[{ person: RULE }]]);
  const memory = await open();
  const [rule] = await memory.list({ status: "active" });
  await memory.update(rule!.id, { guards: [{ instead: { npm: "pnpm" } }] });
  await memory.set("lift.holdOut", "2");
  const project = memory.project!.root;
  const folder = tempDir(t, "more");
  for (const [n, run] of ["pnpm test", "npm test", "pnpm test"].entries()) {
    const session = sessionId("claude-code", `m${n}`);
    const coin = { oneIn: 2, heldOut: n === 2 };
    const { openForHook } = await import("../../../src/open/open-for-hook.ts");
    const { brief } = await import("../../../src/verbs/recalling/brief.ts");
    const hook = openForHook(home.env({ cwd: project, isAgent: true, session }))!;
    await brief(hook, { session, prompt: "Run the tests with pnpm.", coin });
    hook.close();
    const said: Said[] = [{ person: "Run the tests." }, { run, printed: "ok" }];
    const file = claudeSession({ folder, id: `m${n}`, cwd: project, startMs: home.env().clock() + 1000, said });
    await (await open()).importSessions({ agent: "claude-code", file });
    home.wait(HOUR_MS);
  }
  const found = await (await open()).lift();
  assert.deepEqual([found.sessions, found.withMemory, found.without, found.holdOut], [4, 2, 1, 2]);
  const { text, moments, ...counts } = found.records[0]!;
  assert.deepEqual(counts, { id: rule!.id, given: 2, followed: 1, ignored: 1, contradicted: 0, unknown: 0 });
  assert.deepEqual(
    moments.map(({ verdict, by }) => [verdict, by]),
    [
      ["ignored", "npm test"],
      ["followed", "pnpm test"],
    ],
  );
  assert.equal(text, rule!.text);
  const broken = found.outcomes.find(({ name }) => name === "guards-broken")!;
  assert.deepEqual([broken.withMemory.mean, broken.without.mean, broken.enough], [0.5, 0, false]);
  assert.deepEqual([found.replay.sessions, found.replay.skipped], [2, 2]);
});

test("errors and corrections outlive the text of their sessions", async (t) => {
  const { home, open } = await desk(t, [CURED, [...CURED, { person: "No, that is wrong." }]]);
  home.wait(100 * 24 * HOUR_MS);
  const memory = await open();
  await memory.expireTranscripts();
  home.wait(HOUR_MS);
  const later = await open();
  await later.expireTranscripts();
  const { sessions, replay } = await later.lift();
  assert.deepEqual([sessions, replay.sessions, replay.skipped], [2, 0, 2]);
});
