/** What the real agents wrote is understood to the last line; docs/sessions.md says how the recordings were made. */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { sessionId } from "../../../src/core/session/session.ts";
import { ASKED, ASKED_AGAIN, CHECK, HELPER_WAS_TOLD, SUMMARY } from "../../e2e/agents/story.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { type Cleaning, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { holding } from "../../fixtures/holding.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import type { Taken } from "../../fixtures/transcripts/read.ts";
import {
  type Laid,
  layRecorded,
  RECORDED_IN,
  RECORDINGS,
  type Recording,
  recordingNamed,
  takeRecorded,
} from "../../fixtures/transcripts/recorded.ts";
import { THOUGHT } from "../../fixtures/transcripts/write.ts";

/** The recordings of the story that a check fails, a setting is edited, and it passes. */
const MENDED = RECORDINGS.filter(({ file }) => /mend|script/.test(file));
const GROWN = MENDED.filter(({ first, lines }) => first < lines);

function laid(t: Cleaning, recording: Recording, how: Laid = {}): Taken {
  return takeRecorded(recording, layRecorded(tempDir(t), recording, how));
}

const textsBy = ({ turns }: Taken, role: string): string[] =>
  turns.filter((turn) => turn.role === role).map(({ text }) => text);

const ran = ({ events }: Taken): string[] =>
  events
    .filter(({ command }) => command === CHECK)
    .map(({ actor, cwd, status, exitCode }) => `${actor} ${cwd} ${status} ${exitCode}`);

test("there are recordings of Claude Code, Codex, opencode and pi", () => {
  assert.deepEqual([...new Set(MENDED.map(({ agent }) => agent))].sort(), ["claude-code", "codex", "opencode", "pi"]);
  assert.equal(GROWN.length, 4);
});

for (const recording of RECORDINGS) {
  test(`every line of ${recording.file} is understood`, (t) => {
    assert.deepEqual(laid(t, recording).skipped, []);
  });
}

test("all are imported, a second import changes nothing, and no file of the home contains thinking", async (t) => {
  const home = memoryHome(t);
  const person = join(home.outside, "person");
  for (const recording of RECORDINGS) layRecorded(person, recording);
  const variables = { PATH: process.env.PATH, HOME: person };
  const memory = await home.open(home.outside, { variables });
  const first = await memory.importSessions();
  assert.deepEqual([first.sessions, first.skipped], [RECORDINGS.length, []]);
  const before = await memory.dump();
  const { imported, duplicates, commands, skipped } = await memory.importSessions();
  assert.deepEqual(
    { imported, duplicates, commands, skipped },
    { imported: 0, duplicates: 0, commands: 0, skipped: [] },
  );
  assert.deepEqual(await memory.dump(), before);
  assert.deepEqual(holding(home.path, THOUGHT), []);
  home.close();
  assert.deepEqual(holding(home.path, THOUGHT), []);
});

for (const recording of MENDED) {
  test(`the person, the commands and the edit of ${recording.file} are seen`, (t) => {
    const taken = laid(t, recording);
    const isGrown = recording.first < recording.lines;
    const again = [`agent ${RECORDED_IN} success 0`];
    assert.deepEqual(textsBy(taken, "person"), [ASKED, ...(isGrown ? [ASKED_AGAIN] : [])]);
    assert.deepEqual(ran(taken), [`agent ${RECORDED_IN} failure 3`, ...again, ...(isGrown ? again : [])]);
    const edits = taken.turns.filter(({ tool }) => tool?.act === "edit");
    assert.deepEqual(
      edits.map(({ files }) => files),
      [["settings.conf"]],
    );
    const printed = taken.turns.filter(({ tool }) => tool?.act === "run").map(({ text }) => text);
    assert.match(printed[0]!, /(?:^|\n)Error: TAX_RATE is not set/);
    assert.equal(printed.at(-1), "12 prices are right");
  });
}

test("each of them teaches the person's rule, and the edit after which the check passed", async (t) => {
  const home = memoryHome(t);
  const lessons = MENDED.map((recording) => {
    const cwd = makeRepo(t);
    const file = layRecorded(join(home.outside, basename(cwd), recording.file), recording, { cwd });
    return { agent: recording.agent, file, endedMs: takeRecorded(recording, file).session.endedMs! };
  });
  const last = Math.max(...lessons.map(({ endedMs }) => endedMs));
  const memory = await home.open(home.outside, { clock: () => last + 13 * HOUR_MS });
  for (const { agent, file } of lessons) await memory.importSessions({ agent, file });
  assert.equal((await memory.extract()).sessions, MENDED.length);
  // Each in a project of its own, but the same command, error and edit.
  const cures = (await memory.suggestions()).filter(({ kind }) => kind === "pitfall");
  assert.deepEqual(
    cures.map(({ evidence, scope }) => ({ sessions: evidence.sessions, scope })),
    [{ sessions: MENDED.length, scope: "global" }],
  );
  const kept = filesUnder(join(home.path, "projects")).filter(({ path }) => path.endsWith(".md"));
  const texts = kept.map(({ bytes }) => bytes.toString().split("---\n").at(-1)!.trim());
  assert.deepEqual(texts.map((text) => text.replace(/\d{4}-\d\d-\d\d/, "DATE")).sort(), [
    ...MENDED.map(() => "Prices must always be integer cents"),
  ]);
});

for (const recording of GROWN) {
  test(`only the added turn of ${recording.file} is read again`, (t) => {
    const home = tempDir(t);
    const first = takeRecorded(recording, layRecorded(home, recording, { upTo: recording.first }));
    const grown = takeRecorded(recording, layRecorded(home, recording), { cursor: first.cursor });
    assert.deepEqual([grown.isRewritten, grown.lines], [false, recording.lines - recording.first]);
    assert.deepEqual(textsBy(grown, "person"), [ASKED_AGAIN]);
    assert.deepEqual(textsBy(grown, "agent"), ["It still passes: 12 prices are right."]);
    assert.deepEqual(ran(grown), [`agent ${RECORDED_IN} success 0`]);
    const complete = laid(t, recording);
    assert.deepEqual([...first.turns, ...grown.turns], complete.turns);
    assert.deepEqual([...first.events, ...grown.events], complete.events);
  });
}

for (const [parent, helper] of [
  ["claude-code/machine.jsonl", "claude-code/machine-2.jsonl"],
  ["opencode/helper.jsonl", "opencode/helper-2.jsonl"],
] as const) {
  test(`${helper} is a session of a subagent without turns of a person`, (t) => {
    const [above, below] = [recordingNamed(parent), recordingNamed(helper)];
    const started = laid(t, below);
    assert.equal(started.session.parent, sessionId(above.agent as "claude-code", laid(t, above).session.nativeId));
    assert.deepEqual([textsBy(started, "person"), textsBy(started, "machine")], [[], [HELPER_WAS_TOLD]]);
    assert.deepEqual(
      started.events.map(({ actor, command }) => `${actor}: ${command}`),
      ["agent: ls | wc -l"],
    );
  });
}

test("neither the end of a background command nor a compaction is read as a person's turn", (t) => {
  const taken = laid(t, recordingNamed("claude-code/machine.jsonl"));
  assert.deepEqual(textsBy(taken, "person"), [
    "Let somebody count the files.",
    "Start the build in the background.",
    ASKED_AGAIN,
  ]);
  assert.ok(!JSON.stringify(taken.turns).includes(SUMMARY));
  const background = taken.events.find(({ command }) => command.includes("echo built"));
  assert.deepEqual([background?.status, background?.exitCode], ["unknown", undefined]);
});
