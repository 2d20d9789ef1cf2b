-- When each key was last used. A table of its own: a use is not a change of the keys, which every instance reloads.
CREATE TABLE key_uses (
  key_id     TEXT PRIMARY KEY,
  used_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
