import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const BLAMES = [
  "why are you editing files in the main workspace, not the session workspace?",
  "you are editing files in the main workspace again, not the session workspace!",
];

async function twoSessions(t: TestContext) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  for (const [at, person] of BLAMES.entries()) {
    const startMs = home.env().clock();
    const file = claudeSession({
      folder,
      id: `s${at}`,
      cwd: project,
      startMs,
      said: [{ person }, { agent: "Sorry." }],
    });
    home.wait(13 * HOUR_MS);
    const memory = await home.open(project);
    await memory.importSessions({ agent: "claude-code", file });
    await memory.extract();
  }
  return { home, project, open: () => home.open(project) };
}

/** Which of the person's sentences any file of the home still contains. */
function found(home: string): string[] {
  const files = filesUnder(home);
  return BLAMES.filter((text) => files.some(({ bytes }) => bytes.includes(text)));
}

test("what a person told agents keeps its quote, date and session after the text of the session is deleted", async (t) => {
  const { home, open } = await twoSessions(t);
  const [before] = await (await open()).suggestions("pending");
  home.wait(400 * DAY_MS);
  const memory = await open();
  await memory.expireTranscripts();
  await memory.expireTranscripts();
  assert.ok(memory.sessions().every(({ expired }) => expired !== undefined));
  const [after] = await memory.suggestions("pending");
  assert.deepEqual(after, before);
  assert.deepEqual(after!.evidence.examples, BLAMES.toReversed());
  const { record } = await memory.accept(after!.id);
  assert.match(record!.source, /^session ses_/);
  assert.match(record!.saidAt!, /^2026-03-0[12]T/);
});

test("forgetting a session removes what was said in it to the last byte, and the count with it", async (t) => {
  const { home, open } = await twoSessions(t);
  const memory = await open();
  const [latest] = memory.sessions();
  await memory.forget([], undefined, { session: latest!.id });
  const left = await memory.suggestions("pending");
  assert.ok(left.every(({ evidence }) => evidence.sessions === 1));
  home.close();
  assert.deepEqual(found(home.path), [BLAMES[0]]);
});

test("forgetting a text removes it from the tallies to the last byte", async (t) => {
  const { home, open } = await twoSessions(t);
  const memory = await open();
  await memory.forget([], "main workspace");
  assert.deepEqual(await memory.suggestions("pending"), []);
  home.close();
  assert.deepEqual(found(home.path), []);
});
