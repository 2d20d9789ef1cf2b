-- Searches in a conversation's trace, written in the transaction of their session. They outlive it.
CREATE TABLE search_events (
  session_id    TEXT PRIMARY KEY,
  convo_id      TEXT NOT NULL,
  query         TEXT NOT NULL,
  criteria      TEXT NOT NULL, -- JSON array
  at_ms         INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL -- that of the session
) STRICT, WITHOUT ROWID;

CREATE INDEX search_events_by_conversation ON search_events (convo_id, at_ms);
