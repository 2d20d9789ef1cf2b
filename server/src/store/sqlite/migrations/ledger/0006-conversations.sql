-- What a conversation has come to. Its turns are events of the trace.
CREATE TABLE conversations (
  convo_id      TEXT PRIMARY KEY,
  state         TEXT NOT NULL, -- JSON: what is asked for, and what was shown
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
