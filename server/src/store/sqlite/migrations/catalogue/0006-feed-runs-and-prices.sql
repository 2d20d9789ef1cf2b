ALTER TABLE products ADD COLUMN added_at_ms INTEGER NOT NULL DEFAULT 0; -- 0: before this was kept

-- What a product cost and whether it was there, from each change on. The first row is what it was before the first change.
CREATE TABLE price_changes (
  id             TEXT NOT NULL, -- of the product: a product that goes and comes back keeps its history
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

-- The rows of a full feed, put aside until its file is read to the end.
CREATE TABLE staged_products (
  no     INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL,
  id     TEXT NOT NULL, -- as in products; of a merchant that is not known yet: its key and the feed's id
  data   TEXT,          -- the product and its merchant as JSON; NULL when the catalogue has it so already
  UNIQUE (run_id, id)
) STRICT;
