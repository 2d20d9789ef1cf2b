-- For removing a conversation.
CREATE INDEX non_clicks_by_conversation ON non_clicks (convo_id);
