CREATE TABLE api_keys (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  digest        BLOB NOT NULL UNIQUE,
  scopes        TEXT NOT NULL, -- JSON array
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT;

CREATE TABLE criteria_sets (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  query         TEXT,
  exclude_query TEXT,
  criteria      TEXT NOT NULL, -- JSON array of criteria
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
