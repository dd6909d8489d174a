-- Each space that this person joined: how far its changes were read, and when the person accepted it.
CREATE TABLE team_spaces (
  space TEXT PRIMARY KEY,
  cursor TEXT NOT NULL,
  accepted_ms INTEGER,
  last_ms INTEGER,
  arrived INTEGER NOT NULL,
  problem TEXT
) STRICT, WITHOUT ROWID;

-- The projects of a space, by the id that the space gave them; the local one is missing until it is known here.
CREATE TABLE team_projects (
  space TEXT NOT NULL,
  project TEXT NOT NULL,
  local TEXT,
  evidence TEXT NOT NULL,
  PRIMARY KEY (space, project)
) STRICT, WITHOUT ROWID;

-- What the space and this machine last agreed on for each record: the space's version, and the hash of the file here.
CREATE TABLE team_records (
  space TEXT NOT NULL,
  record TEXT NOT NULL,
  version TEXT,
  sha TEXT,
  revision INTEGER NOT NULL,
  project TEXT,
  state TEXT NOT NULL CHECK (state IN ('here', 'waiting', 'gone', 'refused')),
  PRIMARY KEY (space, record)
) STRICT, WITHOUT ROWID;

-- Changes on their way to a space. A change is sent again under the same key until the server has answered.
CREATE TABLE team_outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  space TEXT NOT NULL,
  record TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('put', 'remove', 'erase')),
  key TEXT NOT NULL,
  base TEXT,
  text TEXT,
  project TEXT,
  sha TEXT,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'proposed', 'refused')),
  reason TEXT,
  UNIQUE (space, record)
) STRICT;
