-- What an agent stated that a command is for, beside the command itself; commands are found by it.
ALTER TABLE events ADD COLUMN purpose TEXT;
