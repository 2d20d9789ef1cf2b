-- Number of index rebuilds that the operator has requested, and the last one that the service has completed.
CREATE TABLE index_rebuilds (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  asked INTEGER NOT NULL,
  done  INTEGER NOT NULL
) STRICT;
INSERT INTO index_rebuilds (one, asked, done) VALUES (1, 0, 0);
