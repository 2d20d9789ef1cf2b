-- Endpoints of the operator's systems. The number of an endpoint is never used again.
CREATE TABLE webhooks (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  url             TEXT NOT NULL,
  description     TEXT,
  pii             INTEGER NOT NULL,
  secret          TEXT NOT NULL,
  previous_secret TEXT,             -- signs too until it expires
  previous_expires_at_ms INTEGER,
  created_at_ms   INTEGER NOT NULL,
  disabled_at_ms  INTEGER,
  disabled_reason TEXT,
  failing_since_ms INTEGER
) STRICT;

-- Every fact looks up who subscribes to its events.
CREATE TABLE webhook_subscriptions (
  type       TEXT NOT NULL,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id),
  PRIMARY KEY (type, webhook_id)
) STRICT, WITHOUT ROWID;

-- Events that have a subscriber, in the transaction of their fact.
CREATE TABLE webhook_events (
  event_no  INTEGER PRIMARY KEY AUTOINCREMENT,
  id        TEXT NOT NULL UNIQUE,
  type      TEXT NOT NULL,
  at_ms     INTEGER NOT NULL,
  data      TEXT NOT NULL, -- JSON, without the email
  person_no INTEGER REFERENCES people (person_no)
) STRICT;

-- One per event and endpoint, in the transaction of the event. The endpoint may be deleted before.
CREATE TABLE deliveries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL,
  event_no   INTEGER NOT NULL REFERENCES webhook_events (event_no),
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts   INTEGER NOT NULL,
  due_at_ms  INTEGER NOT NULL,
  is_resend  INTEGER NOT NULL,
  UNIQUE (event_no, webhook_id)
) STRICT;
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at_ms) WHERE state = 'waiting';
CREATE INDEX deliveries_due_resends ON deliveries (webhook_id, due_at_ms) WHERE state = 'waiting' AND is_resend = 1;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_by_state ON deliveries (webhook_id, state, id);

CREATE TABLE delivery_attempts (
  no          INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
  at_ms       INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status      INTEGER, -- NULL: there was no answer
  error       TEXT,
  response    TEXT
) STRICT;
CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (delivery_id, no);
