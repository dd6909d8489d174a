/** The text of a session is stored once: long messages apart from their rows, and chunks as pieces of messages. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { screen } from "../../../src/core/screen/clean.ts";
import { sessionId } from "../../../src/core/session/session.ts";
import type { Database } from "../../../src/store/databases/database.ts";
import { truncateLog } from "../../../src/store/databases/repair.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { type KeptChunk, type PlacedTurn, sessionsOf } from "../../../src/store/rows/sessions.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";

const session = sessionId("pi", "s1");
const LONG = `The gauge xyloquartz sticks. ${"It was read again at noon. ".repeat(60)}`.trim();

function opened(t: Cleaning) {
  const path = mkdtempSync(join(tmpdir(), "oldhand-rows-"));
  const state = openState(homeFrom({ oldhandHome: path }), { at: () => {}, note: () => {} });
  t.after(() => {
    state.close();
    rmSync(path, { recursive: true });
  });
  return { state, sessions: sessionsOf(state), bytes: () => readFileSync(join(path, "state.db"), "latin1") };
}

function turn(text: string, place: number, ord = 0): PlacedTurn {
  return { session, role: "agent", text: screen(text).text, files: [], span: { from: place, to: place }, ord };
}

function chunk(text: string, pieces?: KeptChunk["pieces"]): KeptChunk {
  const facts = { id: `${session}.0`, session, ordinal: 0, files: [], trust: "agent", scopeKey: "nowhere" } as const;
  return { ...facts, text: screen(text).text, ...(pieces !== undefined && { pieces }) };
}

/** The text of all chunks as they are stored, and as they are read. */
function chunks(state: Database) {
  const stored = state.sql("SELECT text FROM chunks").all();
  return [
    stored.map(({ text }) => text),
    sessionsOf(state)
      .chunksOf(session)
      .map(({ text }) => text),
  ];
}

const count = (state: Database, table: string) => state.sql(`SELECT count(*) AS n FROM ${table}`).get()?.n;

test("a long message is read as it was written, and replaced or deleted with all of its bytes", (t) => {
  const { state, sessions, bytes } = opened(t);
  sessions.putTurns([turn("Short.", 1), turn(LONG, 2)]);
  assert.deepEqual(
    sessions.turnsOf(session).map(({ text }) => text),
    ["Short.", LONG],
  );
  sessions.putTurns([turn(`${LONG} Twice.`, 2)]);
  assert.deepEqual([sessions.turn(session, { place: 2, ord: 0 })?.text, count(state, "texts")], [`${LONG} Twice.`, 1]);
  truncateLog(state);
  assert.match(bytes(), /xyloquartz/);
  sessions.empty(session);
  truncateLog(state);
  assert.deepEqual([count(state, "turns"), count(state, "texts")], [0, 0]);
  assert.doesNotMatch(bytes(), /xyloquartz/);
});

test("a chunk has the text of its messages, also if one is cut, has emoji, or shares its line", (t) => {
  const { state, sessions } = opened(t);
  sessions.putTurns([turn("first 🙂 word", 1), turn("🙂🙂 second 🙂 end", 1, 1), turn(LONG, 2)]);
  const pieces = [
    { place: 1, from: 0, to: 13 },
    { place: 1, from: 5, to: 14 },
    { place: 2, from: 4, to: 900 },
  ];
  const text = `first 🙂 word\n\nsecond 🙂\n\n${LONG.slice(4, 900)}`;
  sessions.putChunks([chunk(text, pieces)]);
  assert.deepEqual(chunks(state), [[""], [text]]);
  sessions.putChunks([chunk("first 🙂 word", pieces.slice(0, 1))]);
  assert.deepEqual(chunks(state), [[""], ["first 🙂 word"]]);
});

test("a chunk whose messages are not stored, or say something else, has its own text", (t) => {
  const { state, sessions } = opened(t);
  sessions.putTurns([turn("first", 1)]);
  for (const pieces of [undefined, [{ place: 7, from: 0, to: 5 }], [{ place: 1, from: 0, to: 4 }]]) {
    sessions.putChunks([chunk("other", pieces)]);
    assert.deepEqual(chunks(state), [["other"], ["other"]]);
  }
});
