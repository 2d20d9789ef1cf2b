CREATE TABLE clicks (
  click_no        INTEGER PRIMARY KEY AUTOINCREMENT,
  program         TEXT NOT NULL,
  click_id        TEXT NOT NULL,
  convo_id        TEXT NOT NULL,
  presentation_id TEXT NOT NULL,
  person_no       INTEGER REFERENCES people (person_no), -- NULL if the redirect carried no email
  click_at_ms     INTEGER NOT NULL,                      -- as reported by the caller
  received_at_ms  INTEGER NOT NULL,
  UNIQUE (program, click_id)
) STRICT;

-- Joins clicks and offers, whichever came first.
CREATE INDEX clicks_by_presentment ON clicks (convo_id, presentation_id);

-- Visits that are not clicks: crawlers, link previews, mail scanners, prefetches.
CREATE TABLE non_clicks (
  no              INTEGER PRIMARY KEY,
  convo_id        TEXT NOT NULL,
  presentation_id TEXT NOT NULL,
  reason          TEXT NOT NULL,
  received_at_ms  INTEGER NOT NULL
) STRICT;

-- Every acknowledged signup request; the resulting signups are in signups.
CREATE TABLE signup_requests (
  message_id     TEXT PRIMARY KEY,
  program        TEXT NOT NULL,
  person_no      INTEGER NOT NULL REFERENCES people (person_no),
  convo_id       TEXT NOT NULL,
  data           TEXT NOT NULL, -- JSON, without the email
  received_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One per program and person, created by the first request; later requests change nothing.
CREATE TABLE signups (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  program      TEXT NOT NULL,
  person_no    INTEGER NOT NULL REFERENCES people (person_no),
  message_id   TEXT NOT NULL REFERENCES signup_requests (message_id),
  signed_at_ms INTEGER NOT NULL,
  UNIQUE (program, person_no)
) STRICT;
