-- Also lists conversations by their last search.
DROP INDEX search_events_by_age;
CREATE INDEX search_events_by_age ON search_events (at_ms, convo_id, search_no);
