-- Signing in at an issuer (OpenID Connect): whose account a membership belongs to, and sign-ins that are under way.

CREATE TABLE oldhand.identities (
  space_id text NOT NULL,
  member_id text NOT NULL,
  -- Lower case. Decides only until the account is known.
  email text NOT NULL,
  -- The account: set by the first sign-in.
  issuer text,
  subject text,
  bound_ms bigint NOT NULL,
  PRIMARY KEY (space_id, member_id),
  UNIQUE (space_id, email),
  UNIQUE (space_id, issuer, subject),
  CHECK ((issuer IS NULL) = (subject IS NULL)),
  FOREIGN KEY (space_id, member_id) REFERENCES oldhand.members (space_id, id)
);

CREATE TABLE oldhand.sign_ins (
  space_id text NOT NULL REFERENCES oldhand.spaces (id),
  -- Of what the browser brings back, and of what only the client knows.
  state_hash text NOT NULL,
  secret_hash text NOT NULL,
  verifier text NOT NULL,
  nonce text NOT NULL,
  name text NOT NULL,
  machine text NOT NULL,
  status text NOT NULL DEFAULT 'started' CHECK (status IN ('started', 'returned', 'verified', 'refused')),
  -- Once it is verified: the member, and the code that the person types into the client.
  member_id text,
  code_hash text,
  wrong_codes integer NOT NULL DEFAULT 0,
  expires_ms bigint NOT NULL,
  PRIMARY KEY (space_id, state_hash),
  UNIQUE (space_id, secret_hash),
  FOREIGN KEY (space_id, member_id) REFERENCES oldhand.members (space_id, id)
);

CREATE POLICY own_space ON oldhand.identities USING (space_id = oldhand.current_space());
CREATE POLICY own_space ON oldhand.sign_ins USING (space_id = oldhand.current_space());
ALTER TABLE oldhand.identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE oldhand.identities FORCE ROW LEVEL SECURITY;
ALTER TABLE oldhand.sign_ins ENABLE ROW LEVEL SECURITY;
ALTER TABLE oldhand.sign_ins FORCE ROW LEVEL SECURITY;
