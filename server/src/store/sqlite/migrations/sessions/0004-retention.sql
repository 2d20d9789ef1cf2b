CREATE INDEX search_events_by_age ON search_events (at_ms);

-- The highest number of a purged search. New searches get higher numbers, so that cursors stay valid.
CREATE TABLE purged_searches (
  one       INTEGER PRIMARY KEY CHECK (one = 1),
  search_no INTEGER NOT NULL
) STRICT;
INSERT INTO purged_searches (one, search_no) VALUES (1, 0);
