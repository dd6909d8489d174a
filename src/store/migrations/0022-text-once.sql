-- Long messages, apart from their rows: a table without row numbers stores a row over a quarter of a page mostly in another
-- page that it fills by half.
CREATE TABLE texts (no INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
ALTER TABLE turns ADD COLUMN text_no INTEGER;
CREATE TRIGGER turns_delete_text AFTER DELETE ON turns WHEN OLD.text_no IS NOT NULL BEGIN
  DELETE FROM texts WHERE no = OLD.text_no;
END;

-- The turns with their text, wherever it is.
CREATE VIEW said AS
  SELECT session, place, ord, role, at_ms, coalesce(texts.text, turns.text) AS text, files, tool, act
  FROM turns LEFT JOIN texts ON texts.no = turns.text_no;

-- What a chunk consists of: for each piece, the place and ord of its turn, and the first character and number of characters.
-- NULL: the chunk has its text itself.
ALTER TABLE chunks ADD COLUMN parts TEXT;
CREATE VIEW chunk_texts AS
  SELECT id, session, ordinal, at_ms,
    CASE WHEN parts IS NULL THEN text ELSE coalesce((
      SELECT group_concat(substr(said.text, part.value ->> 2, part.value ->> 3), char(10, 10) ORDER BY part.key)
      FROM json_each(parts) AS part
      JOIN said ON said.session = chunks.session AND said.place = part.value ->> 0 AND said.ord = part.value ->> 1), '')
    END AS text,
    files, trust, shelf
  FROM chunks;
