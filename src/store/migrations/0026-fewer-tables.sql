-- Sessions are read by their messages; a session that a very old version stored in chunks only gets them as messages.
INSERT INTO turns (session, place, ord, role, at_ms, text, files)
  SELECT session, ordinal, 0, CASE trust WHEN 'tool' THEN 'tool' WHEN 'person' THEN 'person' ELSE 'agent' END,
    at_ms, text, files
  FROM chunk_texts WHERE session NOT IN (SELECT session FROM turns);
DROP VIEW chunk_texts;
DROP TABLE chunks;

-- With row numbers, a long message needs no table of its own.
CREATE TABLE turns_new (
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
INSERT INTO turns_new (session, place, ord, role, at_ms, text, files, tool, act)
  SELECT session, place, ord, role, at_ms, text, files, tool, act FROM said ORDER BY session, place, ord;
DROP VIEW said;
DROP TABLE turns;
DROP TABLE texts;
ALTER TABLE turns_new RENAME TO turns;
