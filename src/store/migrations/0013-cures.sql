-- Where a command's result is in the transcript of its session.
ALTER TABLE events ADD COLUMN place INTEGER;

-- Commands that failed, and what made them work; they outlive the text of their sessions.
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
