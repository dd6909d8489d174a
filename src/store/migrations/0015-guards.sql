-- What guards said before an agent's act, and what the agent did next.
CREATE TABLE guard_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  command TEXT NOT NULL,
  record TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('warn', 'ask', 'deny', 'late')),
  reason TEXT NOT NULL,
  next TEXT
) STRICT;
CREATE INDEX guard_log_by_session ON guard_log (session, record);

-- What a session ran and edited lately, for guards that want something done first.
CREATE TABLE session_acts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  cwd TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('command', 'edit')),
  command TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'failed', 'unknown'))
) STRICT;
CREATE INDEX session_acts_by_session ON session_acts (session, seq);
