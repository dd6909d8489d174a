/** The messages of a session as they are stored. */
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
import { type PlacedTurn, sessionsOf } from "../../../src/store/rows/sessions.ts";
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

const count = (state: Database, table: string) => state.sql(`SELECT count(*) AS n FROM ${table}`).get()?.n;

test("a long message is read as it was written, and replaced or deleted with all of its bytes", (t) => {
  const { state, sessions, bytes } = opened(t);
  sessions.putTurns([turn("Short.", 1), turn(LONG, 2)]);
  assert.deepEqual(
    sessions.turnsOf(session).map(({ text }) => text),
    ["Short.", LONG],
  );
  sessions.putTurns([turn(`${LONG} Twice.`, 2)]);
  assert.deepEqual([sessions.turn(session, { place: 2, ord: 0 })?.text, count(state, "turns")], [`${LONG} Twice.`, 2]);
  truncateLog(state);
  assert.match(bytes(), /xyloquartz/);
  sessions.empty(session);
  truncateLog(state);
  assert.equal(count(state, "turns"), 0);
  assert.doesNotMatch(bytes(), /xyloquartz/);
});
