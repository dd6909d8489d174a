-- Which proposal a change became, so that its author can be told what became of it, and whether the person was told.
ALTER TABLE team_outbox ADD COLUMN proposal TEXT;
ALTER TABLE team_outbox ADD COLUMN told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1));
