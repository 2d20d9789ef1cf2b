-- The last position of a carousel, however long it is.
CREATE INDEX offers_by_position ON offers (convo_id, position) WHERE position IS NOT NULL;
