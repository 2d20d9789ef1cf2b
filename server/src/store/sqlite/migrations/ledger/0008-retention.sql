-- The purge finds the oldest rows by these indexes. Offers, clicks and non-clicks are purged by ascending number.
CREATE INDEX jobs_by_age ON jobs (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
CREATE INDEX events_by_age ON events (at_ms);
CREATE INDEX conversations_by_age ON conversations (updated_at_ms);
CREATE INDEX signup_requests_by_age ON signup_requests (received_at_ms);
CREATE INDEX signups_by_request ON signups (message_id);

-- The highest number of a purged event. New events get higher numbers, so that cursors stay valid.
CREATE TABLE purged_events (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  event_no INTEGER NOT NULL
) STRICT;
INSERT INTO purged_events (one, event_no) VALUES (1, 0);

-- Time of the person's last fact, up to a day early; NULL after the email was removed.
ALTER TABLE people ADD COLUMN seen_at_ms INTEGER;
UPDATE people SET seen_at_ms = unixepoch() * 1000 WHERE email_key IS NOT NULL;
CREATE INDEX people_by_age ON people (seen_at_ms) WHERE seen_at_ms IS NOT NULL;
