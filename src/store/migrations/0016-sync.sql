-- What all of a person's machines last agreed on, for each record: the hash of its file, or none if it is gone.
CREATE TABLE synced (
  record TEXT PRIMARY KEY,
  sha TEXT,
  t INTEGER NOT NULL,
  machine TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
