-- No session goes without memory any more: what was withheld was not given.
DELETE FROM briefed WHERE receipt IN (SELECT receipt FROM briefings WHERE held_out = 1);
DELETE FROM briefings WHERE held_out = 1;
ALTER TABLE briefings DROP COLUMN one_in;
ALTER TABLE briefings DROP COLUMN held_out;
DELETE FROM guard_log WHERE withheld = 1;
ALTER TABLE guard_log DROP COLUMN withheld;
DROP TABLE session_signs;
