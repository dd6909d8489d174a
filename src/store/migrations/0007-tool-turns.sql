-- Which tool printed a turn's text, and whether it ran a command or changed the files of the turn.
ALTER TABLE turns ADD COLUMN tool TEXT;
ALTER TABLE turns ADD COLUMN act TEXT CHECK (act IN ('run', 'edit', 'other'));
