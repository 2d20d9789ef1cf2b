-- When each key was last used. A table of its own: a use is not a change of the keys, which every instance reloads.
CREATE TABLE finderfee.key_uses (
  key_id     text COLLATE "C" PRIMARY KEY,
  used_at_ms bigint NOT NULL
);
