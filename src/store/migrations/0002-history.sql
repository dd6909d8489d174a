-- One row a command, whoever ran it and wherever it was read. `at` is when it began in milliseconds, or, where the
-- source has no times, its place in the order of its session.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  at INTEGER NOT NULL,
  is_timed INTEGER NOT NULL CHECK (is_timed IN (0, 1)),
  source TEXT NOT NULL,
  shell TEXT NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('person', 'agent')),
  command TEXT NOT NULL,
  mark TEXT NOT NULL,
  cwd TEXT,
  project TEXT,
  duration_ms INTEGER,
  exit_code INTEGER,
  status TEXT NOT NULL CHECK (status IN ('success', 'failure', 'interrupted', 'rejected', 'unknown')),
  request TEXT,
  proposed TEXT,
  plan TEXT,
  -- Found in a history file without times, so that the next import does not take it for another one.
  is_filed INTEGER NOT NULL DEFAULT 0 CHECK (is_filed IN (0, 1))
) STRICT;
CREATE INDEX events_by_session ON events (session, at);
CREATE INDEX events_by_mark ON events (mark, at);
CREATE INDEX events_by_time ON events (is_timed, at);

-- How far a source was read; moves in the transaction that takes in what was read.
CREATE TABLE cursors (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A person's word on a habit; dismissals stand among the tombstones as well.
CREATE TABLE decisions (
  suggestion TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('accepted', 'dismissed')),
  at_ms INTEGER NOT NULL,
  made TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  workflow TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  status TEXT NOT NULL CHECK (status IN ('running', 'success', 'failure', 'interrupted')),
  steps TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_workflow ON runs (workflow, started_ms);
