-- Who brought a record in an import, and as whose; and where the audit ends, so that a removed end shows.

ALTER TABLE oldhand.records ADD COLUMN imported_as text;
ALTER TABLE oldhand.revisions ADD COLUMN imported_as text;

-- Follows the audit row by row, and never goes back.
CREATE TABLE oldhand.audit_ends (
  space_id text PRIMARY KEY REFERENCES oldhand.spaces (id),
  seq bigint NOT NULL,
  hash text NOT NULL
);

ALTER TABLE oldhand.audit NO FORCE ROW LEVEL SECURITY;
INSERT INTO oldhand.audit_ends (space_id, seq, hash)
  SELECT DISTINCT ON (space_id) space_id, seq, hash FROM oldhand.audit ORDER BY space_id, seq DESC;
ALTER TABLE oldhand.audit FORCE ROW LEVEL SECURITY;

CREATE POLICY own_space ON oldhand.audit_ends USING (space_id = oldhand.current_space());
ALTER TABLE oldhand.audit_ends ENABLE ROW LEVEL SECURITY;
ALTER TABLE oldhand.audit_ends FORCE ROW LEVEL SECURITY;

-- The next row follows the end that was noted: after a removal the numbers and the hashes have a gap for ever.
CREATE OR REPLACE FUNCTION oldhand.chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE previous record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('oldhand audit ' || NEW.space_id, 0));
  SELECT seq, hash INTO previous FROM oldhand.audit_ends WHERE space_id = NEW.space_id;
  NEW.seq := coalesce(previous.seq, 0) + 1;
  NEW.hash := oldhand.audit_hash(coalesce(previous.hash, ''), NEW);
  RETURN NEW;
END $$;

CREATE FUNCTION oldhand.end_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO oldhand.audit_ends (space_id, seq, hash) VALUES (NEW.space_id, NEW.seq, NEW.hash)
    ON CONFLICT (space_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
  RETURN NULL;
END $$;
CREATE TRIGGER end_audit AFTER INSERT ON oldhand.audit FOR EACH ROW EXECUTE FUNCTION oldhand.end_audit();

CREATE FUNCTION oldhand.keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.space_id <> OLD.space_id OR NEW.seq <> OLD.seq + 1 THEN
    RAISE EXCEPTION 'the end of the audit only moves forward';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_end BEFORE UPDATE ON oldhand.audit_ends FOR EACH ROW EXECUTE FUNCTION oldhand.keep_end();
CREATE TRIGGER keep_ends BEFORE DELETE OR TRUNCATE ON oldhand.audit_ends
  FOR EACH STATEMENT EXECUTE FUNCTION oldhand.refuse_change();
