-- The migration of an embedded installation into this database. Without finished_at_ms, no instance starts.
CREATE TABLE finderfee.migration (
  one            integer PRIMARY KEY CHECK (one = 1),
  source         text COLLATE "C" NOT NULL, -- identifies the installation
  run            text NOT NULL,             -- the process that migrates: others may not change anything
  finished_at_ms bigint
);

-- How far its tables are copied, in the transaction of the rows.
CREATE TABLE finderfee.migrated_tables (
  name        text COLLATE "C" PRIMARY KEY,
  last_key    text,            -- JSON array; NULL if there are no rows yet
  rows        bigint NOT NULL,
  is_complete boolean NOT NULL
);
