-- What each session was about, and what a model kept of it; derived, so it can be made again.
CREATE TABLE synopses (
  session TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  maker TEXT NOT NULL CHECK (maker IN ('model', 'rules')),
  text TEXT NOT NULL,
  memories TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- When an agent said that a session is over: no longer wait is needed then.
CREATE TABLE session_ends (
  session TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How a model last worded a project's memory, and from which state of which records.
CREATE TABLE wordings (
  project TEXT PRIMARY KEY,
  input TEXT NOT NULL,
  versions TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
