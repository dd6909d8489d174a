-- How the project of a command without a directory was inferred; NULL if its directory says it, or if it is not known.
ALTER TABLE events ADD COLUMN inferred TEXT CHECK (inferred IN ('cd', 'path', 'script', 'live'));
