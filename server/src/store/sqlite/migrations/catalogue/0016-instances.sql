-- Instances that share the store, and when each was last seen.
CREATE TABLE instances (
  id         TEXT PRIMARY KEY,
  seen_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
