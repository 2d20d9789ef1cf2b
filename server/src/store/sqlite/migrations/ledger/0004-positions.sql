-- Finds the last position of a carousel without reading the others.
CREATE INDEX offers_by_position ON offers (convo_id, position) WHERE position IS NOT NULL;
