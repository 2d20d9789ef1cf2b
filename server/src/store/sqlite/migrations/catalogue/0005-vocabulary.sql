-- The catalogue's vocabulary by field, used by the assistant. Computed from the products, and stored so that it is
-- available right after a start.
CREATE TABLE vocabulary (
  field     TEXT PRIMARY KEY,
  change_no INTEGER NOT NULL, -- the last change that it includes
  entries   TEXT NOT NULL     -- JSON: [value, number of products][], the most frequent first
) STRICT, WITHOUT ROWID;
