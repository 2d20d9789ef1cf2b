-- Who is signed in to the console.
CREATE TABLE finderfee.console_sessions (
  digest        bytea PRIMARY KEY, -- SHA-256 of the token in the cookie
  key_digest    bytea NOT NULL,    -- of the API key that it acts for
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX console_sessions_by_expiry ON finderfee.console_sessions (expires_at_ms, digest);
