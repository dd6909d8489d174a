-- Who made a change decides who may undo it and whether it travels: before, that was read from the words in `by`.
ALTER TABLE revisions ADD COLUMN actor TEXT NOT NULL DEFAULT 'person'
  CHECK (actor IN ('person', 'agent', 'oldhand', 'repair', 'machine', 'member'));
UPDATE revisions SET actor = CASE
  WHEN by GLOB 'an agent*' THEN 'agent'
  WHEN by = 'oldhand' THEN 'oldhand'
  WHEN by = 'oldhand, to finish an interrupted deletion' THEN 'repair'
  WHEN by GLOB 'your machine *' THEN 'machine'
  WHEN by GLOB 'team member *' THEN 'member'
  ELSE 'person'
END;
