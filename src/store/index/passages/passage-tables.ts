/** The tables of passages, apart so that a hook that opens the index does not load what searches them. */
export const PASSAGE_TABLES = `
CREATE TABLE sources (
  no INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE, scope TEXT NOT NULL,
  mark TEXT NOT NULL DEFAULT '', units INTEGER NOT NULL DEFAULT 0,
  last_place INTEGER NOT NULL DEFAULT -1, last_ord INTEGER NOT NULL DEFAULT -1,
  embedded TEXT NOT NULL DEFAULT '', embedded_row INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE TABLE units (
  row INTEGER PRIMARY KEY, place INTEGER NOT NULL, ord INTEGER NOT NULL, role INTEGER NOT NULL,
  traits INTEGER NOT NULL, words INTEGER NOT NULL,
  -- Of commits, which only git has besides.
  hash TEXT, at_ms INTEGER, author TEXT, text TEXT, files TEXT, reverts TEXT
) STRICT;
CREATE INDEX units_by_hash ON units (hash, row) WHERE hash IS NOT NULL;
CREATE INDEX units_by_revert ON units (reverts) WHERE reverts IS NOT NULL;
`;
