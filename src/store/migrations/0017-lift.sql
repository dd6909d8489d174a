-- The briefs that hooks gave to sessions, or withheld: the journal keeps only the latest. `one_in` is 0 if no coin was thrown.
CREATE TABLE briefings (
  receipt TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  one_in INTEGER NOT NULL CHECK (one_in >= 0),
  held_out INTEGER NOT NULL CHECK (held_out IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX briefings_by_session ON briefings (session, at_ms);

-- The records in them, also if they were withheld.
CREATE TABLE briefed (
  receipt TEXT NOT NULL,
  record TEXT NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (receipt, record)
) STRICT, WITHOUT ROWID;

-- A warning that a session was not given, because it goes without memory.
ALTER TABLE guard_log ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1));

-- How sessions went, as read from their text; it outlives the text.
CREATE TABLE session_signs (
  session TEXT PRIMARY KEY,
  corrections INTEGER NOT NULL,
  errors TEXT NOT NULL
) STRICT, WITHOUT ROWID;
