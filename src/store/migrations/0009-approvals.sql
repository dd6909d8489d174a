-- Commands that were proposed, exactly as they would run, each with the one approval that a person gave it last.
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

-- The latest commands of a project, which every plan is told: without it, one that has few is looked for among all.
CREATE INDEX events_by_project ON events (project, is_timed, at);
