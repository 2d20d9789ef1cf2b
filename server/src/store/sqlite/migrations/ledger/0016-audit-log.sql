-- Changes that operators made. An entry names its key by id, and outlives it.
CREATE TABLE audit_log (
  no         INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms      INTEGER NOT NULL,
  key_id     TEXT NOT NULL,
  key_name   TEXT NOT NULL,
  action     TEXT NOT NULL,
  subject    TEXT,
  request_id TEXT
) STRICT;
CREATE INDEX audit_by_key ON audit_log (key_id, no);
CREATE INDEX audit_by_action ON audit_log (action, no);
CREATE INDEX audit_by_subject ON audit_log (subject, no);
