-- Work that is due, once for each kind and key; the token says whose work counts.
CREATE TABLE jobs (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('wanted', 'running', 'failed', 'done')),
  token TEXT,
  lease_until_ms INTEGER NOT NULL DEFAULT 0,
  lease_ms INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at_ms INTEGER NOT NULL DEFAULT 0,
  input_mark INTEGER NOT NULL,
  done_mark INTEGER,
  cooldown_until_ms INTEGER NOT NULL DEFAULT 0,
  cooldown_ms INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  wanted_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, key),
  CHECK ((status = 'running') = (token IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_wish ON jobs (kind, wanted_ms, key);

-- What models used, a line for each day and model.
CREATE TABLE spending (
  day TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL DEFAULT 0 CHECK (input_tokens >= 0),
  output_tokens INTEGER NOT NULL DEFAULT 0 CHECK (output_tokens >= 0),
  calls INTEGER NOT NULL DEFAULT 0 CHECK (calls >= 0),
  reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (day, model)
) STRICT, WITHOUT ROWID;
