-- How often the operator has asked for a new index, and which request the service has met.
CREATE TABLE index_rebuilds (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  asked INTEGER NOT NULL,
  done  INTEGER NOT NULL
) STRICT;
INSERT INTO index_rebuilds (one, asked, done) VALUES (1, 0, 0);
