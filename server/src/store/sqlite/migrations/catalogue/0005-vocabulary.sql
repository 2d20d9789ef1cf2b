-- The catalogue's own words, by field, as the chat's reader looks them up. Computed from the products; kept so that a
-- start has them at once.
CREATE TABLE vocabulary (
  field     TEXT PRIMARY KEY,
  change_no INTEGER NOT NULL, -- the last change that it has seen
  entries   TEXT NOT NULL     -- JSON: [value, how many products][], the most frequent first
) STRICT, WITHOUT ROWID;
