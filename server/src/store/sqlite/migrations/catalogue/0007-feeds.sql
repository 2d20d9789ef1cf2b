-- Feeds that the service fetches on a schedule.
CREATE TABLE feeds (
  id             TEXT PRIMARY KEY, -- the feed name of its products
  url            TEXT NOT NULL,    -- may contain a key, so it is always shown shortened
  mode           TEXT NOT NULL,
  every_ms       INTEGER NOT NULL,
  options        TEXT NOT NULL,    -- the operator's settings as JSON
  is_paused      INTEGER NOT NULL,
  is_wanted      INTEGER NOT NULL, -- a requested run
  etag           TEXT,
  last_modified  TEXT,
  next_run_at_ms INTEGER NOT NULL,
  failures       INTEGER NOT NULL, -- consecutive
  created_at_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
