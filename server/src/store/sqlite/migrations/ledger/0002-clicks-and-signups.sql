CREATE TABLE clicks (
  click_no        INTEGER PRIMARY KEY AUTOINCREMENT,
  program         TEXT NOT NULL,
  click_id        TEXT NOT NULL,
  convo_id        TEXT NOT NULL,
  presentation_id TEXT NOT NULL,
  person_no       INTEGER REFERENCES people (person_no), -- a redirect may come without an email
  click_at_ms     INTEGER NOT NULL,                      -- when the caller says it was
  received_at_ms  INTEGER NOT NULL,
  UNIQUE (program, click_id)
) STRICT;

-- Clicks and offers meet here, whichever came first.
CREATE INDEX clicks_by_presentment ON clicks (convo_id, presentation_id);

-- Visits that are no clicks: crawlers, link previews, mail scanners, prefetches.
CREATE TABLE non_clicks (
  no              INTEGER PRIMARY KEY,
  convo_id        TEXT NOT NULL,
  presentation_id TEXT NOT NULL,
  reason          TEXT NOT NULL,
  received_at_ms  INTEGER NOT NULL
) STRICT;

-- Every signup that was acknowledged; what it became is in signups.
CREATE TABLE signup_requests (
  message_id     TEXT PRIMARY KEY,
  program        TEXT NOT NULL,
  person_no      INTEGER NOT NULL REFERENCES people (person_no),
  convo_id       TEXT NOT NULL,
  data           TEXT NOT NULL, -- JSON, without the email
  received_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One per program and person: the first request makes it, later ones change nothing.
CREATE TABLE signups (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  program      TEXT NOT NULL,
  person_no    INTEGER NOT NULL REFERENCES people (person_no),
  message_id   TEXT NOT NULL REFERENCES signup_requests (message_id),
  signed_at_ms INTEGER NOT NULL,
  UNIQUE (program, person_no)
) STRICT;
