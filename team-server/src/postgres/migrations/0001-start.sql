-- Spaces, who belongs to them, and what they hold. Every row belongs to one space, and a transaction sees the rows of the
-- space that it named with set_config('oldhand.space', …, true), or none. Times are milliseconds since 1970.

CREATE FUNCTION oldhand.current_space() RETURNS text LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('oldhand.space', true), '') $$;

-- The hash of a token or an invitation that was shown: whoever has it sees its row, which names the space.
CREATE FUNCTION oldhand.shown_secret() RETURNS text LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('oldhand.secret', true), '') $$;

CREATE TABLE oldhand.spaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  review boolean NOT NULL DEFAULT false,
  -- The number of the last change.
  seq bigint NOT NULL DEFAULT 0,
  -- After how many days; NULL: never.
  revisions_days integer,
  proposals_days integer,
  tombstones_days integer,
  cleaned_ms bigint NOT NULL DEFAULT 0,
  created_ms bigint NOT NULL
);

CREATE TABLE oldhand.members (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  id text NOT NULL,
  name text NOT NULL,
  machine text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'writer', 'maintainer')),
  joined_ms bigint NOT NULL,
  left_ms bigint,
  PRIMARY KEY (space_id, id)
);

CREATE TABLE oldhand.tokens (
  space_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,
  used_ms bigint,
  revoked_ms bigint,
  PRIMARY KEY (space_id, id),
  FOREIGN KEY (space_id, member_id) REFERENCES oldhand.members (space_id, id)
);

CREATE TABLE oldhand.invitations (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  id text NOT NULL,
  hash text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'writer', 'maintainer')),
  -- NULL: made on the server's machine.
  made_by text,
  created_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  used_ms bigint,
  PRIMARY KEY (space_id, id)
);

-- How a project is recognised on other machines: never by paths.
CREATE TABLE oldhand.projects (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  id text NOT NULL,
  name text NOT NULL,
  root_commits text[] NOT NULL,
  remotes text[] NOT NULL,
  PRIMARY KEY (space_id, id)
);

CREATE TABLE oldhand.records (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  id text NOT NULL,
  version text NOT NULL,
  text text NOT NULL,
  project_id text,
  seq bigint NOT NULL,
  created_by text NOT NULL,
  author_id text NOT NULL,
  changed_ms bigint NOT NULL,
  PRIMARY KEY (space_id, id)
);
CREATE INDEX records_by_seq ON oldhand.records (space_id, seq);

-- Records that are gone. Hashes only: enough to know a statement again, too little to read it.
CREATE TABLE oldhand.tombstones (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  record_id text NOT NULL,
  -- '' if it leaves none.
  hash text NOT NULL,
  why text NOT NULL CHECK (why IN ('delete', 'erase')),
  seq bigint NOT NULL,
  created_by text NOT NULL,
  author_id text NOT NULL,
  removed_ms bigint NOT NULL,
  PRIMARY KEY (space_id, record_id)
);
CREATE INDEX tombstones_by_seq ON oldhand.tombstones (space_id, seq);
CREATE INDEX tombstones_by_hash ON oldhand.tombstones (space_id, hash);

CREATE TABLE oldhand.revisions (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  seq bigint NOT NULL,
  record_id text NOT NULL,
  verb text NOT NULL,
  author_id text NOT NULL,
  changed_ms bigint NOT NULL,
  before text,
  before_project text,
  after text,
  after_project text,
  PRIMARY KEY (space_id, seq)
);
CREATE INDEX revisions_by_record ON oldhand.revisions (space_id, record_id, seq);

-- One row a change. A cursor is a number and its mark, so that a cursor from before a restore is recognised.
CREATE TABLE oldhand.changes (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  seq bigint NOT NULL,
  mark text NOT NULL,
  PRIMARY KEY (space_id, seq)
);

-- How far each token has read.
CREATE TABLE oldhand.cursors (
  space_id text NOT NULL,
  token_id text NOT NULL,
  seq bigint NOT NULL,
  read_ms bigint NOT NULL,
  PRIMARY KEY (space_id, token_id),
  FOREIGN KEY (space_id, token_id) REFERENCES oldhand.tokens (space_id, id)
);

CREATE TABLE oldhand.proposals (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  id text NOT NULL,
  op text NOT NULL CHECK (op IN ('put', 'remove')),
  record_id text NOT NULL,
  base text,
  text text,
  project_id text,
  author_id text NOT NULL,
  created_ms bigint NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected')),
  decided_by text,
  decided_ms bigint,
  PRIMARY KEY (space_id, id)
);
CREATE INDEX proposals_by_status ON oldhand.proposals (space_id, status, id);

-- Answers to commits by idempotency key: ids, versions and numbers, no contents.
CREATE TABLE oldhand.answers (
  space_id text NOT NULL,
  member_id text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  answer jsonb NOT NULL,
  answered_ms bigint NOT NULL,
  PRIMARY KEY (space_id, member_id, key),
  FOREIGN KEY (space_id, member_id) REFERENCES oldhand.members (space_id, id)
);
CREATE INDEX answers_by_time ON oldhand.answers (space_id, answered_ms);

-- That something was done or refused, never what it contained. Each row has a hash of itself and of the row before.
CREATE TABLE oldhand.audit (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  seq bigint NOT NULL,
  done_ms bigint NOT NULL,
  act text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  member_id text,
  subject text,
  detail text,
  hash text NOT NULL,
  PRIMARY KEY (space_id, seq)
);

CREATE FUNCTION oldhand.audit_hash(previous text, entry oldhand.audit) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT encode(sha256(convert_to(jsonb_build_array(
    previous, entry.space_id, entry.seq, entry.done_ms, entry.act, entry.outcome, entry.member_id, entry.subject, entry.detail
  )::text, 'UTF8')), 'hex') $$;

CREATE FUNCTION oldhand.chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE previous record;
BEGIN
  -- One writer of a space's audit at a time, until its transaction ends.
  PERFORM pg_advisory_xact_lock(hashtextextended('oldhand audit ' || NEW.space_id, 0));
  SELECT seq, hash INTO previous FROM oldhand.audit WHERE space_id = NEW.space_id ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(previous.seq, 0) + 1;
  NEW.hash := oldhand.audit_hash(coalesce(previous.hash, ''), NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER chain_audit BEFORE INSERT ON oldhand.audit FOR EACH ROW EXECUTE FUNCTION oldhand.chain_audit();

CREATE FUNCTION oldhand.refuse_change() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'the audit is append only'; END $$;
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE OR TRUNCATE ON oldhand.audit
  FOR EACH STATEMENT EXECUTE FUNCTION oldhand.refuse_change();

-- FORCE: the owner of the tables is bound as well.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['members', 'projects', 'records', 'tombstones', 'revisions', 'changes', 'cursors', 'proposals',
    'answers', 'audit'] LOOP
    EXECUTE format('CREATE POLICY own_space ON oldhand.%I USING (space_id = oldhand.current_space())', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['tokens', 'invitations'] LOOP
    EXECUTE format('CREATE POLICY own_space ON oldhand.%I
      USING (space_id = oldhand.current_space() OR hash = oldhand.shown_secret())
      WITH CHECK (space_id = oldhand.current_space())', name);
  END LOOP;
  CREATE POLICY own_space ON oldhand.spaces USING (id = oldhand.current_space());
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'oldhand' LOOP
    EXECUTE format('ALTER TABLE oldhand.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE oldhand.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;

-- Names the space of a token for the rest of the transaction. The caller checks whether the token still counts.
CREATE FUNCTION oldhand.sign_in(token_hash text) RETURNS TABLE (
  space_id text, space_name text, review boolean, member_id text, member_name text, role text, left_ms bigint,
  token_id text, prefix text, scopes text[], expires_ms bigint, used_ms bigint, revoked_ms bigint
) LANGUAGE plpgsql AS $$
DECLARE found_space text;
BEGIN
  PERFORM set_config('oldhand.space', '', true), set_config('oldhand.secret', token_hash, true);
  SELECT token.space_id INTO found_space FROM oldhand.tokens token WHERE token.hash = token_hash;
  PERFORM set_config('oldhand.secret', '', true), set_config('oldhand.space', coalesce(found_space, ''), true);
  RETURN QUERY SELECT space.id, space.name, space.review, member.id, member.name, member.role, member.left_ms,
    token.id, token.prefix, token.scopes, token.expires_ms, token.used_ms, token.revoked_ms
    FROM oldhand.tokens token
    JOIN oldhand.members member ON member.space_id = token.space_id AND member.id = token.member_id
    JOIN oldhand.spaces space ON space.id = token.space_id
    WHERE token.hash = token_hash;
END $$;

-- The same for an invitation, which is locked so that it is used once.
CREATE FUNCTION oldhand.open_invitation(code_hash text) RETURNS TABLE (
  space_id text, space_name text, review boolean, id text, role text, expires_ms bigint, used_ms bigint
) LANGUAGE plpgsql AS $$
DECLARE found_space text;
BEGIN
  PERFORM set_config('oldhand.space', '', true), set_config('oldhand.secret', code_hash, true);
  SELECT invitation.space_id INTO found_space FROM oldhand.invitations invitation WHERE invitation.hash = code_hash;
  PERFORM set_config('oldhand.secret', '', true), set_config('oldhand.space', coalesce(found_space, ''), true);
  RETURN QUERY SELECT space.id, space.name, space.review, invitation.id, invitation.role, invitation.expires_ms,
    invitation.used_ms
    FROM oldhand.invitations invitation JOIN oldhand.spaces space ON space.id = invitation.space_id
    WHERE invitation.hash = code_hash FOR UPDATE OF invitation;
END $$;
