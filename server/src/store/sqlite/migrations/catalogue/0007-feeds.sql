-- Feeds that the service fetches by itself.
CREATE TABLE feeds (
  id             TEXT PRIMARY KEY, -- the name under which its products are kept
  url            TEXT NOT NULL,    -- may hold a key: shown shortened everywhere
  mode           TEXT NOT NULL,
  every_ms       INTEGER NOT NULL,
  options        TEXT NOT NULL,    -- what the operator says of it, as JSON
  is_paused      INTEGER NOT NULL,
  is_wanted      INTEGER NOT NULL, -- somebody asked for a run now
  etag           TEXT,
  last_modified  TEXT,
  next_run_at_ms INTEGER NOT NULL,
  failures       INTEGER NOT NULL, -- one after the other, up to now
  created_at_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
