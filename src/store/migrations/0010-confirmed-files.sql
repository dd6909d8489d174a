-- The content of each own record file that oldhand wrote or a person confirmed, by hash: only the latest counts.
CREATE TABLE confirmed (
  record TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Changes of files that a person was asked about and did not confirm.
CREATE TABLE declined (
  record TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The files of a memory that was in use before this table count as confirmed once.
INSERT INTO meta (key, value)
  SELECT 'confirm_existing_files', '1'
  WHERE EXISTS (SELECT 1 FROM meta) OR EXISTS (SELECT 1 FROM revisions) OR EXISTS (SELECT 1 FROM events);
