-- Whether a search found nothing, so that its count can be taken back. False also for searches before this column.
ALTER TABLE finderfee.search_events ADD COLUMN is_empty boolean NOT NULL DEFAULT false;
-- For removing a conversation.
CREATE INDEX non_clicks_by_conversation ON finderfee.non_clicks (convo_id);
