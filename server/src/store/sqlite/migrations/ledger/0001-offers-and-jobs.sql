-- The only table that holds emails; facts refer to a person. Erasing a person empties the row, so that counts stay.
CREATE TABLE people (
  person_no INTEGER PRIMARY KEY,
  email     TEXT,       -- as first sent
  email_key TEXT UNIQUE -- trimmed and lower-cased: the form in which emails are compared
) STRICT;

CREATE TABLE offers (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  convo_id        TEXT NOT NULL,
  presentation_id TEXT NOT NULL,
  click_id        TEXT NOT NULL,
  program         TEXT NOT NULL,
  person_no       INTEGER NOT NULL REFERENCES people (person_no),
  click_at_ms     INTEGER NOT NULL,
  format          TEXT NOT NULL CHECK (format IN ('single', 'carousel')),
  position        INTEGER,          -- of a carousel offer in its conversation
  direct_link     TEXT,
  detail_link     TEXT,
  product         TEXT NOT NULL,    -- the ProductInfo as JSON
  message_id      TEXT UNIQUE,      -- set if the offer was acknowledged for later processing
  is_registered   INTEGER NOT NULL,
  created_at_ms   INTEGER NOT NULL,
  UNIQUE (convo_id, presentation_id, click_id)
) STRICT;

-- Acknowledged work. A job and its fact are written in one transaction, and so are its effect and its completion.
CREATE TABLE jobs (
  id             TEXT PRIMARY KEY,
  kind           TEXT NOT NULL,
  subject        TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'dead')),
  attempts       INTEGER NOT NULL DEFAULT 0,
  due_at_ms      INTEGER NOT NULL,
  last_error     TEXT,
  created_at_ms  INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;

CREATE INDEX jobs_by_due ON jobs (due_at_ms) WHERE state = 'waiting';

-- The trace of a conversation: one event per fact, in the fact's own transaction.
CREATE TABLE events (
  convo_id TEXT NOT NULL,
  event_no INTEGER NOT NULL,
  at_ms    INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  id       TEXT NOT NULL,
  data     TEXT NOT NULL, -- JSON, without the email
  person_no INTEGER REFERENCES people (person_no),
  PRIMARY KEY (convo_id, event_no)
) STRICT, WITHOUT ROWID;
