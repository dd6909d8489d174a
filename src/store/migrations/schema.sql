-- The tables after all migrations; a test checks that a new state is made the same as a migrated one.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
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
, actor TEXT NOT NULL DEFAULT 'person'
  CHECK (actor IN ('person', 'agent', 'oldhand', 'repair', 'machine', 'member'))) STRICT;
CREATE INDEX revisions_by_record ON revisions (record, seq);
CREATE INDEX revisions_by_batch ON revisions (batch);
CREATE TABLE tombstones (
  hash TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('id', 'text', 'part')),
  line TEXT NOT NULL,
  PRIMARY KEY (hash, what)
) STRICT, WITHOUT ROWID;
CREATE TABLE suggestions (
  id TEXT PRIMARY KEY,
  record TEXT NOT NULL,
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'dismissed')),
  created_at TEXT NOT NULL
, change TEXT) STRICT, WITHOUT ROWID;
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
, place INTEGER, inferred TEXT CHECK (inferred IN ('cd', 'path', 'script', 'live')), purpose TEXT) STRICT;
CREATE INDEX events_by_session ON events (session, at);
CREATE INDEX events_by_mark ON events (mark, at);
CREATE INDEX events_by_time ON events (is_timed, at);
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  workflow TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  status TEXT NOT NULL CHECK (status IN ('running', 'success', 'failure', 'interrupted')),
  steps TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_workflow ON runs (workflow, started_ms);
CREATE TABLE episodes (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('success', 'failure', 'partial')),
  tags TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('global', 'project')),
  project TEXT,
  trust TEXT NOT NULL,
  session TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX episodes_by_time ON episodes (at_ms);
CREATE TABLE jobs (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('wanted', 'running', 'failed', 'done')),
  token TEXT,
  lease_until_ms INTEGER NOT NULL DEFAULT 0,
  lease_ms INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at_ms INTEGER NOT NULL DEFAULT 0,
  input_mark INTEGER NOT NULL,
  done_mark INTEGER,
  cooldown_until_ms INTEGER NOT NULL DEFAULT 0,
  cooldown_ms INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  wanted_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, key),
  CHECK ((status = 'running') = (token IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_wish ON jobs (kind, wanted_ms, key);
CREATE TABLE spending (
  day TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL DEFAULT 0 CHECK (input_tokens >= 0),
  output_tokens INTEGER NOT NULL DEFAULT 0 CHECK (output_tokens >= 0),
  calls INTEGER NOT NULL DEFAULT 0 CHECK (calls >= 0),
  reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (day, model)
) STRICT, WITHOUT ROWID;
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
, read_ms INTEGER, let_go_ms INTEGER, let_go_why TEXT, is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1))) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_time ON sessions (ended_ms);
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
CREATE TABLE synopses (
  session TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  maker TEXT NOT NULL CHECK (maker IN ('model', 'rules')),
  text TEXT NOT NULL,
  memories TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE wordings (
  project TEXT PRIMARY KEY,
  input TEXT NOT NULL,
  versions TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE approvals (
  action TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  hash TEXT NOT NULL,
  proposed_ms INTEGER NOT NULL,
  approval TEXT UNIQUE,
  given_ms INTEGER,
  taken_ms INTEGER,
  CHECK ((approval IS NULL) = (given_ms IS NULL)),
  CHECK (taken_ms IS NULL OR approval IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_project ON events (project, is_timed, at);
CREATE TABLE cures (
  session TEXT NOT NULL,
  family TEXT NOT NULL,
  mark TEXT NOT NULL,
  turn INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  project TEXT,
  trust TEXT NOT NULL CHECK (trust IN ('person', 'agent', 'tool')),
  error TEXT NOT NULL,
  failed TEXT NOT NULL,
  fix_by TEXT NOT NULL CHECK (fix_by IN ('command', 'preparation', 'variant', 'edit')),
  fix TEXT NOT NULL,
  did_not_help TEXT NOT NULL,
  PRIMARY KEY (session, family, mark)
) STRICT, WITHOUT ROWID;
CREATE INDEX cures_by_mark ON cures (mark);
CREATE TABLE "remotes" (
  remote TEXT PRIMARY KEY,
  cursor TEXT NOT NULL,
  accepted_ms INTEGER,
  last_ms INTEGER,
  arrived INTEGER NOT NULL,
  problem TEXT
, waiting INTEGER NOT NULL DEFAULT 0, alarms TEXT NOT NULL DEFAULT '[]', projects TEXT NOT NULL DEFAULT '[]') STRICT, WITHOUT ROWID;
CREATE TABLE "agreed" (
  remote TEXT NOT NULL,
  record TEXT NOT NULL,
  version TEXT,
  sha TEXT,
  revision INTEGER NOT NULL,
  project TEXT,
  state TEXT NOT NULL CHECK (state IN ('here', 'waiting', 'gone', 'refused')),
  PRIMARY KEY (remote, record)
) STRICT, WITHOUT ROWID;
CREATE TABLE "outbox" (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  remote TEXT NOT NULL,
  record TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('put', 'remove', 'erase')),
  key TEXT NOT NULL,
  base TEXT,
  text TEXT,
  project TEXT,
  sha TEXT,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'proposed', 'refused')),
  reason TEXT, proposal TEXT, told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
  UNIQUE (remote, record)
) STRICT;
CREATE TABLE "turns" (
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
CREATE TABLE "uses" (
  session TEXT NOT NULL,
  record TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 1 CHECK (count >= 1),
  PRIMARY KEY (session, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX uses_latest ON uses (at_ms) WHERE session = '*';
CREATE TABLE "decisions" (
  kind TEXT NOT NULL CHECK (kind IN ('accepted', 'confirmed', 'declined', 'suggestion')),
  subject TEXT NOT NULL,
  value TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  made TEXT,
  PRIMARY KEY (kind, subject, value)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX decisions_latest ON "decisions" (kind, subject) WHERE kind <> 'accepted';
CREATE TABLE "briefed" (
  receipt TEXT NOT NULL,
  record TEXT NOT NULL,
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (receipt, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX briefed_by_session ON briefed (session, at_ms);
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
CREATE INDEX acts_by_session ON acts (session, seq);
CREATE INDEX acts_of_guards ON acts (seq) WHERE kind = 'guard';
CREATE UNIQUE INDEX acts_ends ON acts (session) WHERE kind = 'end';
CREATE TABLE "advice" (
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
CREATE INDEX advice_by_record ON advice (record, at_ms);
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
CREATE INDEX sentences_by_session ON sentences (session);
CREATE INDEX sentences_by_time ON sentences (at_ms) WHERE kind = 'said';
CREATE UNIQUE INDEX sentences_said ON sentences (session, turn, text) WHERE kind = 'said';
CREATE INDEX events_asked ON events (project, at) WHERE request IS NOT NULL;
