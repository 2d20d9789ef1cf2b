-- What the ranking has learned from the catalogue, by kind. One process learns it, all use the same generation.
CREATE TABLE artefacts (
  kind       TEXT NOT NULL,
  generation INTEGER NOT NULL,
  bytes      BLOB NOT NULL,
  PRIMARY KEY (kind, generation)
) STRICT;
