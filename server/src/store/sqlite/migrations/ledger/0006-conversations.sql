-- The current state of a conversation. Its turns are events of the trace.
CREATE TABLE conversations (
  convo_id      TEXT PRIMARY KEY,
  state         TEXT NOT NULL, -- JSON: the search, and the products shown
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
