-- Sessions of coding agents, as far as they were read.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  native_id TEXT NOT NULL,
  file TEXT NOT NULL,
  cwd TEXT,
  project TEXT,
  title TEXT,
  parent TEXT,
  started_ms INTEGER,
  ended_ms INTEGER,
  -- The agent said that it ended, so nothing more is waited for.
  is_ended INTEGER NOT NULL DEFAULT 0 CHECK (is_ended IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_time ON sessions (ended_ms);

-- What was said, by its place in the transcript: bytes of a file, or rows of a database.
CREATE TABLE turns (
  session TEXT NOT NULL,
  place INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('person', 'agent', 'tool', 'machine')),
  at_ms INTEGER,
  text TEXT NOT NULL,
  files TEXT NOT NULL,
  PRIMARY KEY (session, place, ord)
) STRICT, WITHOUT ROWID;

CREATE TABLE chunks (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  at_ms INTEGER,
  text TEXT NOT NULL,
  files TEXT NOT NULL,
  trust TEXT NOT NULL,
  shelf TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX chunks_by_session ON chunks (session, ordinal);

CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  native_id TEXT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  priority TEXT NOT NULL,
  parent TEXT,
  notes TEXT NOT NULL,
  project TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What extraction looked at: taken or refused, by which rule and why.
CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  rule TEXT NOT NULL,
  text TEXT NOT NULL,
  is_taken INTEGER NOT NULL CHECK (is_taken IN (0, 1)),
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_by_session ON ledger (session);
