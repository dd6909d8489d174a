/** The tables of command lines in index.db. */

export const LINE_TABLES = `
CREATE TABLE lines (
  row INTEGER PRIMARY KEY,
  mark TEXT NOT NULL, command TEXT NOT NULL, project TEXT NOT NULL, cwd TEXT NOT NULL, family TEXT NOT NULL,
  n INTEGER NOT NULL, successes INTEGER NOT NULL, last_at INTEGER NOT NULL, last_exit INTEGER,
  UNIQUE (mark, project, cwd, command)
) STRICT;
CREATE INDEX lines_by_use ON lines (project, n);
CREATE VIRTUAL TABLE line_words USING fts5(words, tokenize = "porter unicode61 remove_diacritics 2");
INSERT INTO line_words(line_words, rank) VALUES ('secure-delete', 1);
CREATE TABLE asked (
  event TEXT NOT NULL, answer TEXT NOT NULL, request TEXT NOT NULL, command TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (event, answer)
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_by_time ON asked (at);
`;
