-- What became of records and cures that a session was given and followed, or that a person confirmed (no session then).
CREATE TABLE advice (
  session TEXT NOT NULL,
  record TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('worked', 'failed', 'corrected', 'confirmed')),
  command TEXT NOT NULL,
  gone INTEGER NOT NULL CHECK (gone IN (0, 1)),
  error TEXT,
  instead TEXT,
  PRIMARY KEY (session, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX advice_by_record ON advice (record, at_ms);
