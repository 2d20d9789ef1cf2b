CREATE TABLE ranking_sessions (
  id            TEXT PRIMARY KEY,
  query         TEXT NOT NULL,
  criteria      TEXT NOT NULL, -- JSON array
  convo_id      TEXT,
  per_page      INTEGER NOT NULL,
  product_nos   BLOB NOT NULL, -- ranked product numbers, four bytes each, little-endian
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX ranking_sessions_by_expiry ON ranking_sessions (expires_at_ms);
CREATE INDEX ranking_sessions_by_creation ON ranking_sessions (created_at_ms);
CREATE INDEX ranking_sessions_by_conversation ON ranking_sessions (convo_id, created_at_ms) WHERE convo_id IS NOT NULL;
