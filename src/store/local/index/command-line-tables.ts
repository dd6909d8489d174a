/** The tables of command lines in index.db. */

/** Stands for all projects together. */
export const EVERYWHERE = "*";

export const LINE_TABLES = `
CREATE TABLE lines (
  project TEXT NOT NULL, family TEXT NOT NULL, mark TEXT NOT NULL, cwd TEXT NOT NULL, command TEXT NOT NULL,
  n INTEGER NOT NULL, successes INTEGER NOT NULL, last_at INTEGER NOT NULL, last_exit INTEGER,
  PRIMARY KEY (project, family, mark, cwd)
) STRICT, WITHOUT ROWID;
CREATE INDEX lines_by_use ON lines (project, family, n, last_at);
CREATE INDEX lines_by_mark ON lines (mark);
CREATE TABLE families (
  project TEXT NOT NULL, family TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (project, family)
) STRICT, WITHOUT ROWID;
CREATE INDEX families_by_use ON families (project, n);
CREATE INDEX families_by_name ON families (family, n);
CREATE TABLE asked (
  event TEXT NOT NULL, answer TEXT NOT NULL, request TEXT NOT NULL, command TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (event, answer)
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_by_time ON asked (at);
`;
