-- Numbers the searches of a conversation in commit order; the number is the cursor of followers.
ALTER TABLE search_events ADD COLUMN search_no INTEGER;

UPDATE search_events SET search_no = numbered.no
FROM (SELECT session_id, row_number() OVER (PARTITION BY convo_id ORDER BY at_ms, session_id) AS no FROM search_events) AS numbered
WHERE search_events.session_id = numbered.session_id;

DROP INDEX search_events_by_conversation;
CREATE UNIQUE INDEX search_events_by_conversation ON search_events (convo_id, search_no);
