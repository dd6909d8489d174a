-- What accepting a suggestion does, who asks for it, and the record as it was then; NULL in suggestions of older versions.
ALTER TABLE suggestions ADD COLUMN change TEXT;
