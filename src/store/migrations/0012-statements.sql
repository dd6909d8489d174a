-- Sentences of the person that may state a lasting demand, as they were said; they outlive the text of their sessions.
CREATE TABLE statements (
  session TEXT NOT NULL,
  turn INTEGER NOT NULL,
  text TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  project TEXT,
  score REAL NOT NULL,
  PRIMARY KEY (session, turn, text)
) STRICT, WITHOUT ROWID;
