import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { pendingIn } from "../../../src/store/forget/pending.ts";
import { acceptancesOf } from "../../../src/store/rows/acceptances.ts";
import { usesBySession } from "../../../src/store/rows/activity-counts.ts";
import { adviceOf } from "../../../src/store/rows/advice.ts";
import { briefingsOf } from "../../../src/store/rows/briefings.ts";
import { ledgerOf } from "../../../src/store/rows/derived-texts.ts";
import { eventsOf } from "../../../src/store/rows/events.ts";
import { guardLogOf, sessionActsOf } from "../../../src/store/rows/guard-log.ts";
import { countersOf, staleSinceMs } from "../../../src/store/rows/record-facts.ts";
import { sessionsOf } from "../../../src/store/rows/sessions.ts";
import { statementsOf } from "../../../src/store/rows/statements.ts";
import { decisionsOf } from "../../../src/store/rows/suggestions.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { emptyStateOf } from "../../fixtures/homes/state-of-version.ts";

const LONG = "It was read at noon. ".repeat(100);

test("a state of an earlier version, with more tables, is known entirely after it is opened", async (t) => {
  const home = homeFrom({ oldhandHome: tempDir(t) });
  mkdirSync(dirname(home.stateFile), { recursive: true });
  const old = emptyStateOf(home.stateFile, 25);
  old.prepare("INSERT INTO texts (no, text) VALUES (7, ?)").run(LONG);
  old.exec(`INSERT INTO turns (session, place, ord, role, at_ms, text, files, tool, act, text_no) VALUES
      ('ses_a', 0, 0, 'person', 5, 'Read the gauge.', '[]', NULL, NULL, NULL),
      ('ses_a', 9, 0, 'tool', NULL, '', '["a.ts"]', 'Edit', 'edit', 7);
    INSERT INTO chunks (id, session, ordinal, at_ms, text, files, trust, shelf, parts) VALUES
      ('ses_a.0', 'ses_a', 0, 5, '', '[]', 'person', 'nowhere', '[[0,0,1,15]]'),
      ('ses_b.0', 'ses_b', 0, 6, 'Only in a chunk.', '[]', 'agent', 'nowhere', NULL);
    INSERT INTO cursors VALUES ('spool/one', '12'), ('session/pi/two', '{"bytes":1}');
    INSERT INTO forgetting (what) VALUES ('{"ids":["rec_a"],"texts":[]}');
    INSERT INTO counters VALUES ('rec_a', 4, 90), ('rec_b', 1, 95);
    INSERT INTO uses VALUES ('ses_a', 'rec_a', 80), ('ses_b', 'rec_a', 90);
    INSERT INTO accepted VALUES ('prj_a', 'h1', 1), ('prj_a', 'h2', 2), ('spc_a', 'h3', 3);
    INSERT INTO confirmed VALUES ('rec_a', 'h4', 4);
    INSERT INTO declined VALUES ('rec_b', 'h5', 5);
    INSERT INTO decisions VALUES ('sug_a', 'accepted', 6, 'rec_c'), ('sug_b', 'dismissed', 7, NULL);
    INSERT INTO briefings VALUES ('rcp_a', 'ses_a', 10, 120), ('rcp_b', 'ses_a', 20, 50), ('rcp_c', 'ses_b', 30, 9);
    INSERT INTO briefed VALUES ('rcp_a', 'rec_a', 'ses_a'), ('rcp_a', 'rec_b', 'ses_a'), ('rcp_b', 'rec_a', 'ses_a');
    INSERT INTO guard_log VALUES (3, 11, 'claude-code', 'ses_a', 'rm -r x', 'rec_a', 'warn', 'It is shared.', NULL),
      (8, 12, 'codex', 'ses_b', 'git push', 'rec_b', 'deny', 'No.', 'git fetch');
    INSERT INTO session_acts VALUES (2, 'ses_a', 13, '/app', 'command', 'make', 'ok'), (4, 'ses_a', 14, '/app', 'edit', '', 'unknown');
    INSERT INTO session_ends VALUES ('ses_a', 15);
    INSERT INTO advice VALUES ('ses_a', 'rec_a', 16, 'failed', 'make', 0, 'It broke.', NULL);
    INSERT INTO stale VALUES ('rec_b', 17, 'The file is gone');
    INSERT INTO ledger VALUES (5, 'ses_a', 18, 'always', 'Always read it.', 1, 'kept'), (6, 'ses_a', 18, 'none', 'Hm.', 0, 'weak');
    INSERT INTO statements VALUES ('ses_a', 0, 'always read it', 19, 'prj_a', 1), ('ses_b', 2, 'hm', 20, NULL, 0.4);`);
  old.close();

  const state = openState(home, { at: () => {}, note: () => {} });
  t.after(() => state.close());
  const sessions = sessionsOf(state);
  const said = (session: string) =>
    sessions.turnsOf(session).map(({ role, text, files, tool }) => [role, text, files, tool]);
  assert.deepEqual(said("ses_a"), [
    ["person", "Read the gauge.", [], undefined],
    ["tool", LONG, ["a.ts"], { name: "Edit", act: "edit" }],
  ]);
  assert.deepEqual(said("ses_b"), [["agent", "Only in a chunk.", [], undefined]]);
  assert.deepEqual([...sessions.ends()], [["ses_a", 15]]);
  const events = eventsOf(state, (prefix) => `${prefix}_1` as never);
  assert.deepEqual([await events.cursor("spool/one"), await events.cursor("session/pi/two")], ["12", '{"bytes":1}']);
  assert.deepEqual(pendingIn(state), ["forgetting/1"]);

  const counters = countersOf(state, () => 100);
  assert.deepEqual(counters.latest(9), [
    { record: "rec_b", reinforcement: 1, lastUsedMs: 95 },
    { record: "rec_a", reinforcement: 4, lastUsedMs: 90 },
  ]);
  assert.deepEqual(usesBySession(state), [
    { session: "ses_a", record: "rec_a", atMs: 80 },
    { session: "ses_b", record: "rec_a", atMs: 90 },
  ]);
  const accepted = acceptancesOf(state);
  const has = (place: object, hash: string, id = "rec_x") =>
    accepted.has(place as never, { id, version: "v", hash } as never);
  const [repo, own] = [{ fromRepo: true, project: "prj_a" }, { fromRepo: false }];
  assert.deepEqual(
    [has(repo, "h1"), has(repo, "h2"), has(repo, "h3"), has({ space: "spc_a" }, "h3")],
    [true, true, false, true],
  );
  assert.deepEqual([has(own, "h4", "rec_a"), has(own, "h5", "rec_a"), has(own, "h5", "rec_b")], [true, false, false]);
  assert.deepEqual([[...accepted.confirmed()], [...accepted.declined()]], [[["rec_a", "h4"]], [["rec_b", "h5"]]]);
  assert.deepEqual(decisionsOf(state).all(), [
    { suggestion: "sug_a", status: "accepted", atMs: 6, made: "rec_c" },
    { suggestion: "sug_b", status: "dismissed", atMs: 7 },
  ]);

  assert.deepEqual(briefingsOf(state).all(), [
    { session: "ses_a", atMs: 10, tokens: 120, records: ["rec_a", "rec_b"] },
    { session: "ses_a", atMs: 20, tokens: 50, records: ["rec_a"] },
    { session: "ses_b", atMs: 30, tokens: 9, records: [] },
  ]);
  assert.deepEqual(
    [...briefingsOf(state).givenTo("ses_a")],
    [
      ["rec_a", 10],
      ["rec_b", 10],
    ],
  );
  const warned = {
    agent: "claude-code",
    session: "ses_a",
    command: "rm -r x",
    record: "rec_a",
    action: "warn",
  } as const;
  const denied = { agent: "codex", session: "ses_b", command: "git push", record: "rec_b", action: "deny" } as const;
  assert.deepEqual(guardLogOf(state).list(9), [
    { atMs: 12, ...denied, reason: "No.", next: "git fetch" },
    { atMs: 11, ...warned, reason: "It is shared." },
  ]);
  assert.deepEqual(sessionActsOf(state).of("ses_a"), [
    { session: "ses_a", atMs: 13, cwd: "/app", kind: "command", command: "make", outcome: "ok" },
    { session: "ses_a", atMs: 14, cwd: "/app", kind: "edit", command: "", outcome: "unknown" },
  ]);
  assert.deepEqual(
    [...adviceOf(state).against()],
    [["rec_a", [{ outcome: "failed", atMs: 16, command: "make", isGone: false, error: "It broke." }]]],
  );
  assert.equal(staleSinceMs(state, "rec_b"), 17);

  assert.deepEqual(ledgerOf(state).all(), [
    { session: "ses_a", rule: "always", text: "Always read it.", taken: true, reason: "kept" },
    { session: "ses_a", rule: "none", text: "Hm.", taken: false, reason: "weak" },
  ]);
  assert.deepEqual(statementsOf(state).latest(9), [
    { session: "ses_a", turn: 0, text: "always read it", atMs: 19, project: "prj_a", isKept: true },
    { session: "ses_b", turn: 2, text: "hm", atMs: 20, isKept: false },
  ]);
  const tables = state.sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  assert.equal(tables.length, 25);
});
