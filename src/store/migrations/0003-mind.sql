CREATE INDEX counters_by_use ON counters (last_used_ms);

-- Events worth telling: what happened and how it ended.
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

-- Since when a record no longer agrees with its repository.
CREATE TABLE stale (
  record TEXT PRIMARY KEY,
  since_ms INTEGER NOT NULL,
  why TEXT NOT NULL
) STRICT, WITHOUT ROWID;
