ALTER TABLE products ADD COLUMN added_at_ms INTEGER NOT NULL DEFAULT 0; -- 0: added before this column existed

-- Price and stock of a product from each change on. The first row is the state before the first change.
CREATE TABLE price_changes (
  id             TEXT NOT NULL, -- of the product: one that is deleted and imported again keeps its history
  at_ms          INTEGER NOT NULL,
  currency       TEXT,
  regular_amount INTEGER,
  final_amount   INTEGER,
  in_stock       INTEGER,
  stock_quantity INTEGER,
  PRIMARY KEY (id, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE feed_runs (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  feed           TEXT NOT NULL,
  mode           TEXT NOT NULL,
  source         TEXT NOT NULL,
  state          TEXT NOT NULL,
  started_at_ms  INTEGER NOT NULL,
  seen_at_ms     INTEGER NOT NULL,
  finished_at_ms INTEGER,
  message        TEXT NOT NULL,
  report         TEXT NOT NULL -- the counts as JSON
) STRICT;

CREATE INDEX feed_runs_by_feed ON feed_runs (feed, id);

CREATE TABLE rejected_rows (
  no     INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES feed_runs (id) ON DELETE CASCADE,
  line   INTEGER NOT NULL,
  field  TEXT NOT NULL,
  value  TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE INDEX rejected_rows_by_run ON rejected_rows (run_id, no);

-- The rows of a full feed, staged until its whole file is read.
CREATE TABLE staged_products (
  no     INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL,
  id     TEXT NOT NULL, -- as in products; while the merchant has no id: its key and the feed's id
  data   TEXT,          -- the product and its merchant as JSON; NULL if unchanged
  UNIQUE (run_id, id)
) STRICT;
