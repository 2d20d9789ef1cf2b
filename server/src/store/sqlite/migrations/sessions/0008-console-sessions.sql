-- Who is signed in to the console.
CREATE TABLE console_sessions (
  digest        BLOB PRIMARY KEY, -- SHA-256 of the token in the cookie
  key_digest    BLOB NOT NULL,    -- of the API key that it acts for
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_sessions_by_expiry ON console_sessions (expires_at_ms, digest);
