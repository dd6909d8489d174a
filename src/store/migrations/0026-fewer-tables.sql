-- Sessions are read by their messages; a session that a very old version stored in chunks only gets them as messages.
INSERT INTO turns (session, place, ord, role, at_ms, text, files)
  SELECT session, ordinal, 0, CASE trust WHEN 'tool' THEN 'tool' WHEN 'person' THEN 'person' ELSE 'agent' END,
    at_ms, text, files
  FROM chunk_texts WHERE session NOT IN (SELECT session FROM turns);
DROP VIEW chunk_texts;
DROP TABLE chunks;

-- With row numbers, a long message needs no table of its own.
CREATE TABLE turns_new (
  session TEXT NOT NULL,
  place INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('person', 'agent', 'tool', 'machine')),
  at_ms INTEGER,
  text TEXT NOT NULL,
  files TEXT NOT NULL,
  tool TEXT,
  act TEXT CHECK (act IN ('run', 'edit', 'other')),
  UNIQUE (session, place, ord)
) STRICT;
INSERT INTO turns_new (session, place, ord, role, at_ms, text, files, tool, act)
  SELECT session, place, ord, role, at_ms, text, files, tool, act FROM said ORDER BY session, place, ord;
DROP VIEW said;
DROP TABLE turns;
DROP TABLE texts;
ALTER TABLE turns_new RENAME TO turns;

-- How far sources were read, and what is being forgotten.
INSERT INTO meta (key, value) SELECT 'cursor/' || name, value FROM cursors;
INSERT INTO meta (key, value) SELECT 'forgetting/' || seq, what FROM forgetting;
DROP TABLE cursors;
DROP TABLE forgetting;

-- The uses of a record: by session, and in all (session '*').
CREATE TABLE uses_new (
  session TEXT NOT NULL,
  record TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 1 CHECK (count >= 1),
  PRIMARY KEY (session, record)
) STRICT, WITHOUT ROWID;
INSERT INTO uses_new (session, record, at_ms) SELECT session, record, at_ms FROM uses;
INSERT INTO uses_new (session, record, at_ms, count) SELECT '*', record, last_used_ms, reinforcement FROM counters;
DROP TABLE uses;
DROP TABLE counters;
ALTER TABLE uses_new RENAME TO uses;
CREATE INDEX uses_latest ON uses (at_ms) WHERE session = '*';

-- What a person decided: contents of others' files that are accepted (by project or space), contents of own files that are
-- confirmed or were declined (by record), and suggestions that were accepted or dismissed.
CREATE TABLE decisions_new (
  kind TEXT NOT NULL CHECK (kind IN ('accepted', 'confirmed', 'declined', 'suggestion')),
  subject TEXT NOT NULL,
  value TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  made TEXT,
  PRIMARY KEY (kind, subject, value)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX decisions_latest ON decisions_new (kind, subject) WHERE kind <> 'accepted';
INSERT INTO decisions_new (kind, subject, value, at_ms) SELECT 'accepted', project, hash, at_ms FROM accepted;
INSERT INTO decisions_new (kind, subject, value, at_ms) SELECT 'confirmed', record, hash, at_ms FROM confirmed;
INSERT INTO decisions_new (kind, subject, value, at_ms) SELECT 'declined', record, hash, at_ms FROM declined;
INSERT INTO decisions_new (kind, subject, value, at_ms, made)
  SELECT 'suggestion', suggestion, status, at_ms, made FROM decisions;
DROP TABLE accepted;
DROP TABLE confirmed;
DROP TABLE declined;
DROP TABLE decisions;
ALTER TABLE decisions_new RENAME TO decisions;

-- What sessions were given: each briefing (record '') and its records.
CREATE TABLE briefed_new (
  receipt TEXT NOT NULL,
  record TEXT NOT NULL,
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (receipt, record)
) STRICT, WITHOUT ROWID;
INSERT INTO briefed_new SELECT receipt, '', session, at_ms, tokens FROM briefings;
INSERT INTO briefed_new (receipt, record, session, at_ms)
  SELECT receipt, record, briefed.session, at_ms FROM briefed JOIN briefings USING (receipt);
DROP TABLE briefed;
DROP TABLE briefings;
ALTER TABLE briefed_new RENAME TO briefed;
CREATE INDEX briefed_by_session ON briefed (session, at_ms);

-- What happened in agents' sessions: commands and edits, what guards said, and the reported end.
CREATE TABLE acts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('command', 'edit', 'guard', 'end')),
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  command TEXT NOT NULL DEFAULT '',
  cwd TEXT,
  outcome TEXT CHECK (outcome IN ('ok', 'failed', 'unknown')),
  agent TEXT,
  record TEXT,
  action TEXT CHECK (action IN ('warn', 'ask', 'deny', 'late')),
  reason TEXT,
  next TEXT
) STRICT;
INSERT INTO acts (kind, session, at_ms, command, agent, record, action, reason, next)
  SELECT 'guard', session, at_ms, command, agent, record, action, reason, next FROM guard_log ORDER BY seq;
INSERT INTO acts (kind, session, at_ms, command, cwd, outcome)
  SELECT kind, session, at_ms, command, cwd, outcome FROM session_acts ORDER BY seq;
INSERT INTO acts (kind, session, at_ms) SELECT 'end', session, at_ms FROM session_ends;
DROP TABLE guard_log;
DROP TABLE session_acts;
DROP TABLE session_ends;
CREATE INDEX acts_by_session ON acts (session, seq);
CREATE INDEX acts_of_guards ON acts (seq) WHERE kind = 'guard';
CREATE UNIQUE INDEX acts_ends ON acts (session) WHERE kind = 'end';

-- What speaks for and against a record: by session, and by its repository (session 'repository').
CREATE TABLE advice_new (
  session TEXT NOT NULL,
  record TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('worked', 'failed', 'corrected', 'confirmed', 'stale')),
  command TEXT NOT NULL,
  gone INTEGER NOT NULL CHECK (gone IN (0, 1)),
  error TEXT,
  instead TEXT,
  PRIMARY KEY (session, record)
) STRICT, WITHOUT ROWID;
INSERT INTO advice_new SELECT session, record, at_ms, outcome, command, gone, error, instead FROM advice;
INSERT INTO advice_new SELECT 'repository', record, since_ms, 'stale', '', 0, why, NULL FROM stale;
DROP TABLE advice;
DROP TABLE stale;
ALTER TABLE advice_new RENAME TO advice;
CREATE INDEX advice_by_record ON advice (record, at_ms);

-- The sentences of sessions: what the person said, to count what is said again, and what extraction made of each.
CREATE TABLE sentences (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('said', 'read')),
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  text TEXT NOT NULL,
  is_taken INTEGER NOT NULL CHECK (is_taken IN (0, 1)),
  rule TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  turn INTEGER,
  project TEXT
) STRICT;
INSERT INTO sentences (kind, session, at_ms, text, is_taken, rule, reason)
  SELECT 'read', session, at_ms, text, is_taken, rule, reason FROM ledger ORDER BY seq;
INSERT INTO sentences (kind, session, at_ms, text, is_taken, turn, project)
  SELECT 'said', session, at_ms, text, score = 1, turn, project FROM statements ORDER BY session, turn, text;
DROP TABLE ledger;
DROP TABLE statements;
CREATE INDEX sentences_by_session ON sentences (session);
CREATE INDEX sentences_by_time ON sentences (at_ms) WHERE kind = 'said';
CREATE UNIQUE INDEX sentences_said ON sentences (session, turn, text) WHERE kind = 'said';

-- Requests in plain words are looked up in the history itself.
CREATE INDEX events_asked ON events (project, at) WHERE request IS NOT NULL;
