-- Failed runs whose event is not in the ledger yet.
CREATE TABLE feed_events (
  run_id INTEGER PRIMARY KEY REFERENCES feed_runs (id) ON DELETE CASCADE,
  id     TEXT NOT NULL UNIQUE,
  type   TEXT NOT NULL,
  at_ms  INTEGER NOT NULL,
  data   TEXT NOT NULL -- JSON
) STRICT;
