CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row a change of a record; the rows of one commit share a batch and are undone together.
CREATE TABLE revisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  batch TEXT NOT NULL,
  record TEXT NOT NULL,
  folder TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  verb TEXT NOT NULL,
  by TEXT NOT NULL,
  before TEXT,
  after TEXT,
  undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;
CREATE INDEX revisions_by_record ON revisions (record, seq);
CREATE INDEX revisions_by_batch ON revisions (batch);

-- What tombstones.jsonl says, for look-up by hash; the file is the truth.
CREATE TABLE tombstones (
  hash TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('id', 'text', 'part')),
  line TEXT NOT NULL,
  PRIMARY KEY (hash, what)
) STRICT, WITHOUT ROWID;

-- Contents of repository records that a person accepted on this machine.
CREATE TABLE accepted (
  project TEXT NOT NULL,
  hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (project, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  record TEXT PRIMARY KEY,
  reinforcement INTEGER NOT NULL DEFAULT 1 CHECK (reinforcement >= 1),
  last_used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE uses (
  session TEXT NOT NULL,
  record TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (session, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE suggestions (
  id TEXT PRIMARY KEY,
  record TEXT NOT NULL,
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'dismissed')),
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Forgetting that was begun; a row stays until every sink has done its part.
CREATE TABLE forgetting (
  seq INTEGER PRIMARY KEY,
  what TEXT NOT NULL
) STRICT;
