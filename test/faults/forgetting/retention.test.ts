/** Session text expires by age and size, byte for byte, and the records learned from it stay. */
import assert from "node:assert/strict";
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { expireTranscripts } from "../../../src/verbs/session/transcripts/expire-transcripts.ts";
import { type Cleaning, makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { claudeLines, write } from "../../fixtures/transcripts/write.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RULE = "We never restart the gauge by hand.";

type Here = { readonly home: MemoryHome; readonly repo: string; readonly file: (n: number) => string };

/** Sessions of some hundred kilobytes each, imported one after another, and extracted. */
async function withSessions(t: Cleaning, count: number): Promise<Here> {
  const home = memoryHome(t, { on: "memory" });
  const repo = makeRepo(t);
  // A day after the session.
  home.wait(65 * DAY_MS);
  const file = (n: number): string => join(home.outside, `talk-${n}.jsonl`);
  for (let n = 0; n < count; n++) {
    const memory = await home.open(repo);
    write(file(n), claudeLines(repo, talk(n), `5b0c6d1e-8a43-4c58-9d0f-00000000000${n}`));
    await memory.importSessions({ agent: "claude-code", file: file(n) });
    home.wait(HOUR_MS);
  }
  return { home, repo, file };
}

function talk(n: number) {
  return Array.from({ length: 120 }, (_, at) => ({
    asked: at === 0 ? `${RULE} Why is gauge ${n} stuck?` : `And mark ${at} of gauge ${n}?`,
    answered: `Mark ${at} of gauge ${n} is worn. ${`The float of basin${n}x${at} was read again. `.repeat(30)}`,
  }));
}

const bytesOf = ({ path }: MemoryHome): number =>
  ["state.db", "state.db-wal", "index.db", "index.db-wal"].reduce(
    (sum, name) => sum + (statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

const turnsIn = async (memory: Memory, id: string) => (await memory.conversation(id, { skip: 0, limit: 1000 })).turns;

async function kept(memory: Memory): Promise<string[]> {
  const found = await Promise.all(
    memory.sessions().map(async ({ id, nativeId }) => ({ nativeId, turns: await turnsIn(memory, id) })),
  );
  return found
    .filter(({ turns }) => turns.some(({ text }) => text !== ""))
    .map(({ nativeId }) => nativeId.slice(-1))
    .sort();
}

/** Expiry needs two calls that agree on the time. */
async function later(here: Here, ms: number): Promise<Memory> {
  here.home.wait(ms);
  await (await here.home.open(here.repo)).expireTranscripts();
  here.home.wait(2 * HOUR_MS);
  const memory = await here.home.open(here.repo);
  await memory.expireTranscripts();
  return memory;
}

test("after thirty days session text is gone, rows and bytes, and the records learned from it stay", async (t) => {
  const here = await withSessions(t, 4);
  await (await here.home.open(here.repo)).extract();
  const first = await later(here, DAY_MS);
  const [records, before] = [await first.list({ status: "all" }), bytesOf(here.home)];
  assert.deepEqual(await kept(first), ["0", "1", "2", "3"]);
  const memory = await later(here, 31 * DAY_MS);
  assert.deepEqual(await kept(memory), []);
  const { results } = await memory.recall({ query: "float of the gauge", format: "json" });
  assert.deepEqual([results.map(({ kind, text }) => [kind, text])], [[["record", RULE.slice(0, -1)]]]);
  assert.deepEqual(
    (await memory.list({ status: "all" })).map(({ id }) => id),
    records.map(({ id }) => id),
  );
  const after = bytesOf(here.home);
  t.diagnostic(`${before} bytes, then ${after}`);
  assert.ok(after < before / 3, `${before} bytes, then ${after}`);
  const [session] = memory.sessions();
  assert.deepEqual(
    [memory.session(session!.id).session.expired?.why, (await memory.sessionCounts()).expired],
    ["it was older than 30 days", 4],
  );
});

test("the text of a pinned session stays until it is unpinned", async (t) => {
  const here = await withSessions(t, 2);
  const memory = await here.home.open(here.repo);
  const pinned = memory.sessions().find(({ nativeId }) => nativeId.endsWith("1"))!;
  memory.pinSession(pinned.id, "pinned");
  assert.deepEqual(await kept(await later(here, 31 * DAY_MS)), ["1"]);
  (await here.home.open(here.repo)).pinSession(pinned.id, "free");
  assert.deepEqual(await kept(await later(here, HOUR_MS)), []);
});

test("over the size limit the oldest session expires first, none that is still to be extracted, and none of who keeps more than 30 days", async (t) => {
  const here = await withSessions(t, 7);
  const all = ["0", "1", "2", "3", "4", "5", "6"];
  assert.deepEqual(await kept(await overOneMegabyte(here)), all);
  const memory = await here.home.open(here.repo);
  await memory.extract();
  await memory.set("sessions.keepDays", "31");
  assert.deepEqual(await kept(await overOneMegabyte(here)), all);
  await (await here.home.open(here.repo)).set("sessions.keepDays", "30");
  assert.deepEqual(await kept(await overOneMegabyte(here)), all.slice(1));
});

async function overOneMegabyte(here: Here): Promise<Memory> {
  const limits = { mostSlices: Number.POSITIVE_INFINITY, mostMegabytes: 1 };
  for (let again = 0; again < 2; again++) {
    here.home.wait(2 * HOUR_MS);
    const call = await openForWriting(here.home.env(), { note: () => {} });
    await expireTranscripts(call, limits);
    call.store.close();
  }
  return here.home.open(here.repo);
}

test("a later import does not bring expired text back, imports new text, and imports all of it on request", async (t) => {
  const here = await withSessions(t, 1);
  const memory = await later(here, 31 * DAY_MS);
  const ask = { agent: "claude-code", file: here.file(0) };
  assert.equal((await memory.importSessions(ask)).imported, 0);
  const more = claudeLines(
    here.repo,
    [{ asked: "Who winds the clock?", answered: "Nobody." }],
    "5b0c6d1e-8a43-4c58-9d0f-000000000000",
  );
  appendFileSync(here.file(0), `${more.join("\n")}\n`);
  await memory.importSessions(ask);
  const few = (await turnsIn(memory, memory.sessions()[0]!.id)).filter(({ text }) => text !== "").length;
  assert.ok(few >= 1 && few <= 3, `${few} pieces`);
  await memory.importSessions({ ...ask, all: true });
  const { session } = memory.session(memory.sessions()[0]!.id);
  const turns = await turnsIn(memory, session.id);
  assert.deepEqual([turns.length > 100, session.expired], [true, undefined]);
});

test("a clock that jumped once expires nothing", async (t) => {
  const here = await withSessions(t, 1);
  await (await here.home.open(here.repo)).expireTranscripts();
  here.home.wait(400 * DAY_MS);
  const memory = await here.home.open(here.repo);
  assert.deepEqual(await kept(memory), ["0"]);
});

test("a state.db from before it could shrink is converted once", async (t) => {
  const here = await withSessions(t, 2);
  here.home.close();
  const db = new DatabaseSync(join(here.home.path, "state.db"));
  db.exec("PRAGMA journal_mode=DELETE; PRAGMA auto_vacuum=NONE; VACUUM;");
  db.close();
  await later(here, DAY_MS);
  const before = statSync(join(here.home.path, "state.db")).size;
  await later(here, 31 * DAY_MS);
  assert.ok(statSync(join(here.home.path, "state.db")).size < before / 2);
});
