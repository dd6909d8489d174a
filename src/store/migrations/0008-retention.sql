-- What was said is kept for a while: when it was last taken in, when it was let go and why, and what is to stay.
ALTER TABLE sessions ADD COLUMN read_ms INTEGER;
ALTER TABLE sessions ADD COLUMN let_go_ms INTEGER;
ALTER TABLE sessions ADD COLUMN let_go_why TEXT;
ALTER TABLE sessions ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1));
-- What is there already has its whole time from now on.
UPDATE sessions SET read_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER);
